//! Distinguishes the members of one name that belong to a type itself from those of its values.

use cg_rules::DefId;

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::Target;
use crate::language::{APART, DeclKind, HIDING, Receiver, Rule, STATIC};

impl SymbolTable<'_> {
    /// Whether a member belongs to its type itself.
    pub(in crate::resolve) fn is_static(&self, def: DefId) -> bool {
        self.sym_of(STATIC).is_some_and(|sym| self.locals(&(def, sym)).is_some())
    }

    /// The members of one name that an import of everything of a type brings: where it brings those of the type itself alone, neither
    /// what is private nor the methods of its values.
    pub(in crate::resolve) fn brought_by_type(&self, of: DefId, target: Target) -> Option<Target> {
        let brings_statics = self.language(self.file(of)).is_some_and(|it| it.conventions.stars_bring_statics);
        let (true, Target::Defs(defs, rule)) = (brings_statics, &target) else { return Some(target) };
        let hides = |def: DefId| self.sym_of(HIDING).is_some_and(|sym| self.locals(&(def, sym)).is_some());
        let is_brought = |def: &DefId| {
            let row = self.declaration(*def);
            row.is_some_and(|row| row.exported && (row.kind != DeclKind::Method || hides(*def)))
        };
        let defs: Vec<DefId> = defs.iter().copied().filter(is_brought).collect();
        (!defs.is_empty()).then_some(Target::Defs(defs, *rule))
    }

    /// The members of one name of a type around that code reaches by that name alone: not the methods of its values, where the code is
    /// of something in the type that has none at hand. `None` where no other is left.
    pub(in crate::resolve) fn reached(&self, from: DefId, of: DefId, target: Target) -> Option<Target> {
        let (Target::Defs(defs, rule), Some(apart)) = (&target, self.sym_of(APART)) else { return Some(target) };
        let mut between = std::iter::successors(Some(from), |def| self.container(*def)).take_while(|def| *def != of);
        if !between.any(|def| self.locals(&(def, apart)).is_some()) {
            return Some(target);
        }
        let hides = |def: DefId| self.sym_of(HIDING).is_some_and(|sym| self.locals(&(def, sym)).is_some());
        let kind = |def| self.declaration(def).map(|row| row.kind);
        let is_reached = |def: &DefId| {
            let is_of_object = self.container(*def).and_then(kind) == Some(DeclKind::Object);
            kind(*def) != Some(DeclKind::Method) || is_of_object || self.is_static(*def) || hides(*def)
        };
        let kept: Vec<DefId> = defs.iter().copied().filter(is_reached).collect();
        (!kept.is_empty()).then_some(Target::Defs(kept, *rule))
    }

    /// Among the members of one name of a type, those that belong to the type itself, or those of its values, where it has
    /// both.
    pub(in crate::resolve) fn of_kind(&self, of: DefId, target: Target, is_static: bool) -> Target {
        let Target::Defs(defs, rule) = target else { return target };
        let is_meant = |def: &DefId| self.is_static(*def) == is_static;
        let kept: Vec<DefId> = defs.iter().copied().filter(is_meant).collect();
        match kept.as_slice() {
            [one] if defs.len() > 1 => {
                let around = self.container(*one);
                let is_own = around.is_some_and(|around| around == of || self.owner_type.get(&around) == Some(&of));
                Target::Defs(kept, rule.narrowed(if is_own { Rule::Member } else { Rule::Inherited }))
            }
            [] => Target::Defs(defs, rule),
            _ => Target::Defs(kept, rule),
        }
    }

    /// The members of one name that belong to the type itself, and the others, where there are both.
    pub(in crate::resolve) fn statics_among(&self, defs: &[DefId]) -> Option<(Vec<DefId>, Vec<DefId>)> {
        let has_both = defs.iter().any(|def| self.is_static(*def) != self.is_static(defs[0]));
        has_both.then(|| defs.iter().copied().partition(|def| self.is_static(*def)))
    }

    /// The same for code that has the object at hand, by the member that holds it; for code outside of functions, all.
    pub(in crate::resolve) fn member_at_hand(&self, from: DefId, of: DefId, target: Target) -> Target {
        let Target::Defs(defs, _) = &target else { return target };
        if self.statics_among(defs).is_none() {
            return target;
        }
        let mut around = std::iter::successors(Some(from), |def| self.container(*def));
        let is_method = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Method);
        match around.find(is_method) {
            Some(method) => self.of_kind(of, target, self.is_static(method)),
            None => target,
        }
    }

    /// A member of a receiver. The object at hand of a member of the type itself is the type.
    pub(in crate::resolve) fn part_of_receiver(
        &self,
        from: DefId,
        receiver: Receiver,
        on: &Target,
        sym: Sym,
    ) -> Target {
        match on {
            Target::Value(Some(of)) if receiver == Receiver::This => {
                self.member(*of, sym, 0).map_or_else(|| self.part(on, sym, 0), |it| self.member_at_hand(from, *of, it))
            }
            _ => self.part(on, sym, 0),
        }
    }
}
