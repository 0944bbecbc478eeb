//! Objects that a function may run with, of a call of which nothing surely says which function it means.

use cg_rules::DefId;

use crate::language::{Expr, ExprId};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The most functions of one name that are looked at.
const MOST: usize = 32;

impl SymbolTable<'_> {
    /// Whether a function of the name that a call has may be meant, and runs with an object that has a member: `flow.test { awaitItem() }`,
    /// where the type of `flow` is not known.
    pub(in crate::resolve) fn may_be_handed(&self, from: DefId, part: ExprId, member: Sym) -> bool {
        let file = self.file(from);
        let Some(observation) = self.observation(file) else { return false };
        let Expr::Parameter(given, places) = observation.expr(part) else { return false };
        let called = observation.exprs.called_with(given).0;
        let Expr::Member(_, name) = observation.expr(called) else { return false };
        if matches!(self.path(from, called, 1), Target::Defs(_, rule) if !rule.is_guess()) {
            return false;
        }
        let places = observation.name(places);
        let hands_it_on = |def: DefId| match self.parameter(def, places, 1) {
            Some(on @ Target::Value(Some(_))) => matches!(self.part(&on, member, 1), Target::Defs(..)),
            _ => false,
        };
        self.methods(file, self.sym(file, name)).take(MOST).any(hands_it_on)
    }
}
