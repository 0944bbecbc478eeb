//! Functions that are written behind the brackets of a call: each is the last argument, whatever they hold.

use cg_rules::{DefId, FileId};

use super::argument::{ArgumentType, ParameterType};
use crate::language::{Expr, GivenArgument, LAST_DEFAULT, Literal, type_parameter};
use crate::resolve::scope::table::SymbolTable;

impl SymbolTable<'_> {
    /// The place at which a function takes an argument of a call.
    pub(super) fn taken_place(&self, file: FileId, def: DefId, argument: &GivenArgument, at: usize) -> usize {
        let most = self.declaration(def).and_then(|row| row.parameters).map(|it| it.most);
        match most {
            Some(most) if most != u8::MAX && self.is_behind(file, argument) => usize::from(most).max(1) - 1,
            _ => at,
        }
    }

    /// Whether a function can take the function behind the brackets at its last place, and the other arguments before it.
    pub(super) fn takes_block(&self, file: FileId, def: DefId, given: &[GivenArgument]) -> bool {
        let Some((last, before)) = given.split_last().filter(|(last, _)| self.is_behind(file, last)) else {
            return true;
        };
        let Some(parameters) = self.declaration(def).and_then(|row| row.parameters) else { return true };
        if parameters.most == u8::MAX {
            return true;
        }
        let has_default = self.sym_of(LAST_DEFAULT).is_some_and(|sym| self.locals.contains_key(&(def, sym)));
        let least = usize::from(parameters.least).saturating_sub(usize::from(!has_default));
        let wanted = self.wanted(def, self.taken_place(file, def, last, before.len()));
        let is_taken = |wanted: ParameterType<'_>| {
            self.fit(self.conversions(def), &ArgumentType::Literal(Literal::Block), &wanted) > 0
        };
        least <= before.len()
            && wanted.is_none_or(|wanted| self.is_parameter_by_marker(def, &wanted.name) || is_taken(wanted))
    }

    /// Whether a type is a parameter of a function, or of a type around it, though a class may have its name.
    fn is_parameter_by_marker(&self, def: DefId, name: &str) -> bool {
        let Some(sym) = self.sym_of(&type_parameter(name)) else { return false };
        std::iter::successors(Some(def), |def| self.container(*def)).any(|def| self.locals.contains_key(&(def, sym)))
    }

    /// Among functions that take the arguments in the same places by the same names, the one that needs no default of its parameters.
    pub(super) fn without_defaults(&self, file: FileId, given: &[GivenArgument], defs: Vec<DefId>) -> Vec<DefId> {
        let is_whole = |def: &DefId| {
            let most = self.declaration(*def).and_then(|row| row.parameters).map(|it| usize::from(it.most));
            most == Some(given.len())
        };
        let whole: Vec<DefId> = defs.iter().copied().filter(is_whole).collect();
        let [meant] = whole[..] else { return defs };
        let parameter = |def: DefId, at: usize, argument| {
            let place = self.taken_place(file, def, argument, at);
            let name = self.parameter_name(def, place)?;
            Some((name, self.wanted(def, place).map(|it| it.name)))
        };
        let is_same = |def: &DefId| {
            given.iter().enumerate().all(|(at, argument)| {
                let own = parameter(meant, at, argument);
                own.is_some() && own == parameter(*def, at, argument)
            })
        };
        if defs.iter().all(is_same) { vec![meant] } else { defs }
    }

    fn is_behind(&self, file: FileId, argument: &GivenArgument) -> bool {
        self.observation(file).is_some_and(|it| it.expr(argument.value) == Expr::Literal(Literal::Block))
    }
}
