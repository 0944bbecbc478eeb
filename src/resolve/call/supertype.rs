//! Resolves a call of the object at hand by its supertypes: `super.f()`, `super<A>.f()`.

use cg_rules::DefId;

use crate::language::{ExprId, Rule};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The same method in the supertypes of a type.
pub(super) fn super_member(index: &SymbolTable<'_>, of: Option<DefId>, callee: &str, from: DefId) -> Target {
    let (Some(of), Some(sym)) = (of, index.sym_of(callee)) else { return Target::Unknown };
    let lineage = index.lineage(&of).map_or(&[][..], Vec::as_slice);
    let member = |sup: &DefId| Some(index.member_at_hand(from, *sup, index.own_member(*sup, sym)?));
    lineage.iter().find_map(member).map_or(Target::Unknown, |it| it.by(Rule::Above))
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
