//! Members that types have of interfaces of libraries, which they embed: what these require is data of the language.

use cg_rules::{DefId, FileId};

use crate::language::OuterInterface;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::outer::Outer;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The interfaces of libraries that the language of a file knows.
    pub(in crate::resolve) fn outer_interfaces(&self, file: FileId) -> &'static [OuterInterface] {
        self.language(file).map_or(&[][..], |it| it.conventions.outer_interfaces)
    }

    /// The interface that a name of a library is, if the language of a file knows it.
    pub(in crate::resolve) fn outer_interface(&self, file: FileId, outer: &Outer) -> Option<&'static OuterInterface> {
        let member = |name: &'static str| name.strip_prefix(outer.module.as_str())?.strip_prefix('.');
        self.outer_interfaces(file).iter().find(|it| member(it.name) == Some(outer.member.as_str()))
    }

    /// The member that a type has of an interface of a library, which it or a type that it embeds names.
    pub(in crate::resolve) fn embedded_member(&self, of: DefId, sym: Sym) -> Option<Target> {
        let name = self.text(sym);
        let requires = |it: &OuterInterface| it.methods.iter().any(|(method, _)| *method == name);
        if !self.outer_interfaces(self.file(of)).iter().any(requires) {
            return None;
        }
        let lineage = self.lineage(&of).into_iter().flatten();
        [of].iter().chain(lineage).find_map(|of| {
            let file = self.file(*of);
            let from = self.container(*of).unwrap_or(*of);
            let sites = self.observation(file)?.supertypes.iter().filter(|site| self.def(file, site.sub) == *of);
            let mut outer = sites.filter_map(|site| match self.path(from, site.of, 0) {
                Target::External(outer) => Some(outer),
                _ => None,
            });
            let found = outer.find(|outer| self.outer_interface(file, outer).is_some_and(requires))?;
            Some(found.part(name).into())
        })
    }
}
