//! Finds results that the arguments of one call, or of one annotation, decide: an instance of the class that a function is
//! given, and what a descriptor of a class attribute holds.

use cg_rules::DefId;

use crate::language::{Expr, ExprId, GIVEN, HELD, TYPE_ARGUMENT};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The type of a name that is bound to what a call of `path` gives, where that is an instance of an argument.
    pub(in crate::resolve) fn type_given(
        &self,
        (scope, sym): (DefId, Sym),
        from: DefId,
        path: ExprId,
    ) -> Option<DefId> {
        let Expr::Call(called) = self.observation(self.file(from))?.expr(path) else { return None };
        let Target::Defs(defs, _) = self.callee(from, called, 1).1 else { return None };
        let overloads = defs.iter().flat_map(|def| self.overloads_of(*def));
        let place = overloads.chain(defs.iter().copied()).find_map(|def| self.place_given(def))?;
        self.type_of_local(scope, self.sym_of(&format!("{}{place}", self.text(sym)))?)
    }

    /// The type that reading an attribute gives, where its own type is a descriptor that holds another; `None` within where
    /// that is not known.
    pub(in crate::resolve) fn type_held(&self, (scope, sym): (DefId, Sym), of: DefId) -> Option<Option<DefId>> {
        let reader = self.language(self.file(of))?.conventions.attribute_reader;
        let reader = self.sym_of(reader).filter(|_| !reader.is_empty())?;
        let types = [of].into_iter().chain(self.lineage(&of).into_iter().flatten().copied());
        let mut readers = types.flat_map(|of| self.held(&(of, reader)).into_iter().flatten().copied());
        readers.find(|def| self.is_stated(*def, HELD))?;
        let argument = self.sym_of(&format!("{}{TYPE_ARGUMENT}", self.text(sym)))?;
        Some(self.type_of_local(scope, argument))
    }

    /// The place of the argument of which a function gives an instance.
    fn place_given(&self, def: DefId) -> Option<&str> {
        let (observation, path) = self.stated_path(def)?;
        let Expr::Parameter(function, places) = observation.expr(path) else { return None };
        let is_given = observation.exprs.name(function).is_some_and(|name| observation.name(name) == GIVEN);
        is_given.then(|| observation.name(places))
    }

    /// Whether a function states a mark as its result.
    fn is_stated(&self, def: DefId, mark: &str) -> bool {
        let stated = self.stated_path(def);
        let name = stated.and_then(|(observation, path)| Some(observation.name(observation.exprs.name(path)?)));
        name == Some(mark)
    }
}
