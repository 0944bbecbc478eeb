//! Objects that a function may run with, of a call of which nothing surely says which function it means.

use cg_rules::DefId;

use crate::language::{Expr, ExprId};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The most functions of one name that are looked at.
const MOST: usize = 32;

impl SymbolTable<'_> {
    /// The name of the member that a function is handed to, where nothing surely says which it is: `test` of `flow.test { … }`, where the
    /// type of `flow` is not known.
    pub(in crate::resolve) fn unsurely_handed_to(&self, from: DefId, part: ExprId) -> Option<Sym> {
        let file = self.file(from);
        let observation = self.observation(file)?;
        let Expr::Parameter(given, _) = observation.expr(part) else { return None };
        let called = observation.exprs.called_with(given).0;
        let Expr::Member(_, name) = observation.expr(called) else { return None };
        let is_sure = matches!(self.path(from, called, 1), Target::Defs(_, rule) if !rule.is_guess());
        (!is_sure).then(|| self.sym(file, name))
    }

    /// Whether one of some functions may run what it is handed with an object that has a member.
    pub(in crate::resolve) fn may_run_with(&self, from: DefId, part: ExprId, member: Sym, functions: &[DefId]) -> bool {
        let Some(observation) = self.observation(self.file(from)) else { return false };
        let Expr::Parameter(_, places) = observation.expr(part) else { return false };
        let places = observation.name(places);
        let has_member = |def: &DefId| match self.parameter(*def, places, 1) {
            Some(on @ Target::Value(Some(_))) => matches!(self.part(&on, member, 1), Target::Defs(..)),
            _ => false,
        };
        functions.iter().take(MOST).any(has_member)
    }
}
