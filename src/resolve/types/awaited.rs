//! Finds what a value gives when it is awaited: `a.await` in a path.

use cg_rules::DefId;

use crate::language::{ASYNC, AWAITED, BindingKind, Expr, ExprId, LOOPED, POINTED, Rule};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The value that a part of a path awaits: `a` of `a.await`.
    pub(in crate::resolve) fn awaited_in(&self, from: DefId, part: ExprId) -> Option<ExprId> {
        let file = self.file(from);
        let (awaits, _) = self.language(file)?.conventions.awaits;
        let observation = self.observation(file).filter(|_| !awaits.is_empty())?;
        let member = match observation.expr(part) {
            Expr::Call(called) => called,
            _ => part,
        };
        match observation.expr(member) {
            Expr::Member(value, name) if observation.name(name) == awaits => Some(value),
            _ => None,
        }
    }

    /// The target of a value that is awaited, or of its elements so many levels deep: by what its type states, or else the value
    /// itself.
    pub(in crate::resolve) fn given_by_awaiting(
        &self,
        from: DefId,
        (value, on): (ExprId, &Target),
        n_levels: usize,
        depth: u32,
    ) -> Target {
        let of =
            self.type_of_target(on, BindingKind::Copied, depth).filter(|_| !self.is_given_async(from, value, depth));
        match of.and_then(|of| self.stated_for_awaiting(of)) {
            Some(given) if n_levels == 0 => Target::Value(self.returned(given, depth)),
            Some(given) => self.elements_of_target(&Target::Defs(vec![given], Rule::Member), n_levels, depth),
            None if n_levels == 0 => on.clone(),
            None => self.path_of_elements(from, value, n_levels, depth),
        }
    }

    /// The type to which values of a type give way, where these have no member of a name.
    pub(in crate::resolve) fn pointed_type(&self, of: DefId, depth: u32) -> Option<DefId> {
        let member = self.language(self.file(of))?.conventions.pointed_member;
        let states = self.sym_of(POINTED).filter(|_| !is_cut(depth))?;
        let members = self.held(&(of, self.sym_of(member)?))?;
        let stated = members.iter().copied().find(|member| self.locals(&(*member, states)).is_some())?;
        self.returned(stated, depth + 1).filter(|to| *to != of)
    }

    /// The elements, so many levels deep, of a value of a type that states what a loop over it goes through.
    pub(super) fn looped(&self, of: DefId, n_levels: usize, depth: u32) -> Option<DefId> {
        let member = self.language(self.file(of))?.conventions.looped_member;
        let states = self.sym_of(LOOPED).filter(|_| n_levels > 0 && !is_cut(depth))?;
        let members = self.held(&(of, self.sym_of(member)?))?;
        let stated = members.iter().copied().find(|member| self.locals(&(*member, states)).is_some())?;
        match n_levels {
            1 => self.returned(stated, depth + 1),
            n => match self.elements_of_target(&Target::Defs(vec![stated], Rule::Member), n - 1, depth + 1) {
                Target::Value(of) => of,
                _ => None,
            },
        }
    }

    /// The member of a type that states what a value of the type gives when it is awaited.
    fn stated_for_awaiting(&self, of: DefId) -> Option<DefId> {
        let (_, member) = self.language(self.file(of))?.conventions.awaits;
        let states = self.sym_of(AWAITED)?;
        let members = self.held(&(of, self.sym_of(member)?))?;
        members.iter().copied().find(|member| self.locals(&(*member, states)).is_some())
    }

    /// Whether a value is what an asynchronous function gives, which has to be awaited for its result.
    fn is_given_async(&self, from: DefId, value: ExprId, depth: u32) -> bool {
        let Some(observation) = self.observation(self.file(from)) else { return false };
        let (Expr::Call(called), Some(sym)) = (observation.expr(value), self.sym_of(ASYNC)) else { return false };
        match self.callee(from, called, depth).1 {
            Target::Defs(defs, _) => defs.iter().any(|def| self.locals(&(*def, sym)).is_some()),
            _ => false,
        }
    }
}
