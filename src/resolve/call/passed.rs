//! The type of what is passed to a call, where the text names a type: a value of its companion.

use cg_rules::DefId;

use super::argument::ArgumentType;
use crate::language::{Expr, ExprId, JOINED};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The type of an argument: of a class by its name that of the companion, where it has one with supertypes of its own.
    pub(super) fn passed(&self, from: DefId, argument: ExprId) -> ArgumentType<'_> {
        let given = self.given(from, argument);
        let ArgumentType::Type(of) = given else { return given };
        let companion = self.sym_of(JOINED).filter(|sym| self.locals(&(of, *sym)).is_some());
        let companion = companion.and_then(|sym| self.type_of_local(of, sym)).filter(|it| *it != of);
        let Some(companion) = companion.filter(|_| self.names_type(from, argument)) else { return given };
        ArgumentType::Type(companion)
    }

    /// Whether an argument is the name of a type.
    fn names_type(&self, from: DefId, argument: ExprId) -> bool {
        let observation = self.observation(self.file(from));
        let is_path = observation.is_some_and(|it| matches!(it.expr(argument), Expr::Name(_) | Expr::Member(..)));
        let is_type = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type());
        is_path && matches!(self.path(from, argument, 0), Target::Defs(defs, _) if defs.iter().all(is_type))
    }
}
