//! Resolves a call of the object at hand by its supertypes: `super.f()`, `super<A>.f()`.

use cg_rules::DefId;

use crate::language::{ExprId, Rule};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The same method in the supertypes of a type.
pub(super) fn super_member(index: &SymbolTable<'_>, of: Option<DefId>, callee: &str, from: DefId) -> Target {
    let (Some(of), Some(sym)) = (of, index.sym_of(callee)) else { return Target::Unknown };
    let lineage = index.super_lineage(&of);
    let member = |sup: &DefId| Some(index.member_at_hand(from, *sup, index.own_member(*sup, sym)?));
    // What is only declared is nothing to call, where the order of the text does not decide.
    let has_body = |target: &Target| match target {
        Target::Defs(defs, _) => defs.iter().any(|def| index.declaration(*def).is_some_and(|row| row.body_line > 0)),
        _ => true,
    };
    let resolver = index.resolver(index.file(of).0 as usize);
    let is_open = resolver.is_some_and(|it| it.names_nearest_last(index.file(of)));
    let defined = || lineage.iter().filter_map(member).find(has_body).filter(|_| is_open);
    let found = defined().or_else(|| lineage.iter().find_map(member));
    found.map_or(Target::Unknown, |it| it.by(Rule::Above))
}

impl SymbolTable<'_> {
    /// The target of a call by a supertype that is named, or by the supertypes of a type around that is named.
    pub(super) fn member_of_named_super(&self, from: DefId, path: ExprId, callee: &str) -> Target {
        let (Some(this), Some(sym)) = (self.this_type(from), self.sym_of(callee)) else { return Target::Unknown };
        let defs = match self.path(from, path, 0) {
            Target::Defs(defs, _) => defs,
            outside @ (Target::External(_) | Target::Foreign) => return self.part(&outside, sym, 0),
            _ => return Target::Unknown,
        };
        let lineage = self.lineage(&this).map_or(&[][..], Vec::as_slice);
        if let Some(of) = defs.iter().find(|def| lineage.contains(def)) {
            let member = self.member(*of, sym, 0).map(|it| self.member_at_hand(from, *of, it));
            return member.map_or(Target::Unknown, |it| it.by(Rule::Above));
        }
        let mut around = std::iter::successors(Some(from), |def| self.container(*def));
        super_member(self, around.find(|def| defs.contains(def)), callee, from)
    }
}
