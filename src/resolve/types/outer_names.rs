//! Names that members of libraries often have: what the repository declares under one is not all that it may mean.

use cg_rules::DefId;

use crate::language::{Declaration, Inheritance};
use crate::resolve::scope::table::SymbolTable;

impl SymbolTable<'_> {
    /// Whether a library may declare another function under the name of one, which a call of it or an override may mean: the name is
    /// common, and the function extends a type, or is of one with a supertype that is not of the repository.
    pub(in crate::resolve) fn may_be_of_library(&self, def: DefId) -> bool {
        let (Some(row), Some(language)) = (self.declaration(def), self.language(self.file(def))) else { return true };
        let name = self.text(self.sym(self.file(def), row.name));
        let has_outer = || self.container(def).is_some_and(|of| self.has_outer_supertype(of));
        language.builtins.contains(&name) && (self.extends_a_type(def) || has_outer())
    }

    /// Whether a function is called like a member of a type that does not hold it.
    pub(in crate::resolve) fn extends_a_type(&self, def: DefId) -> bool {
        let takes_this = || self.sym_of("this").is_some_and(|this| self.locals(&(def, this)).is_some());
        self.declaration(def).is_some_and(Declaration::is_extension) || takes_this()
    }

    /// Whether a type has a supertype, at any depth, that is not of the repository.
    fn has_outer_supertype(&self, of: DefId) -> bool {
        let above = self.lineage(&of).map_or(&[][..], Vec::as_slice);
        std::iter::once(of).chain(above.iter().copied()).any(|of| {
            let file = self.file(of);
            let Some(observation) = self.observation(file) else { return true };
            let n_stated = observation.supertypes.iter().filter(|site| site.how != Inheritance::Derived);
            let n_stated = n_stated.filter(|site| self.def(file, site.sub) == of).count();
            n_stated > self.supers.get(&of).map_or(0, Vec::len)
        })
    }
}
