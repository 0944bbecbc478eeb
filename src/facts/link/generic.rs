//! Finds results that the arguments of one call, or of one annotation, decide: an instance of the class that a function is
//! given, and what a descriptor of a class attribute holds.

use cg_rules::DefId;

use super::index::SymbolTable;
use super::keyed::Sym;
use super::target::Target;
use crate::language::{GIVEN, HELD, TYPE_ARGUMENT};

impl SymbolTable<'_> {
    /// The type of a name that is bound to what a call of `path` gives, where that is an instance of an argument.
    pub(super) fn type_given(&self, (scope, sym): (DefId, Sym), from: DefId, path: &str) -> Option<DefId> {
        let Target::Defs(defs, _) = self.callee(from, path.strip_suffix("()")?, 1).1 else { return None };
        let overloads = defs.iter().flat_map(|def| self.overloads_of(*def));
        let place = overloads.chain(defs.iter().copied()).find_map(|def| self.result_text(def)?.strip_prefix(GIVEN))?;
        self.type_of_local(scope, self.sym_of(&format!("{}{place}", self.text(sym)))?)
    }

    /// The type that reading an attribute gives, where its own type is a descriptor that holds another; `None` within where
    /// that is not known.
    pub(super) fn type_held(&self, (scope, sym): (DefId, Sym), of: DefId) -> Option<Option<DefId>> {
        let reader = self.language(self.file(of))?.conventions.attribute_reader;
        let reader = self.sym_of(reader).filter(|_| !reader.is_empty())?;
        let types = [of].into_iter().chain(self.lineage.get(&of).into_iter().flatten().copied());
        let mut readers = types.flat_map(|of| self.held.get(&(of, reader)).into_iter().flatten().copied());
        readers.find(|def| self.result_text(*def) == Some(HELD))?;
        let argument = self.sym_of(&format!("{}{TYPE_ARGUMENT}", self.text(sym)))?;
        Some(self.type_of_local(scope, argument))
    }
}
