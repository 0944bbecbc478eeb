//! Leaves out the overloads that a call may not see.

use cg_rules::DefId;

use crate::resolve::scope::table::SymbolTable;

impl SymbolTable<'_> {
    /// Among overloads of which other files see one, leaves out the private members of types that are neither in the file of the call
    /// nor around it: the parts of a type may lie in several files.
    pub(super) fn keep_accessible(&self, from: DefId, fitting: &mut Vec<DefId>) {
        let seals = self.language(self.file(from)).is_some_and(|it| it.conventions.seals_private);
        let is_shared = |def: &DefId| self.declaration(*def).is_some_and(|row| row.exported);
        if fitting.len() < 2 || !seals || !fitting.iter().any(is_shared) {
            return;
        }
        let name = |def: DefId| {
            let row = self.declaration(def).filter(|row| row.kind.is_type())?;
            Some(self.sym(self.file(def), row.name))
        };
        let is_around = |def: &DefId| {
            let of = self.container(*def).and_then(name);
            of.is_some() && std::iter::successors(Some(from), |def| self.container(*def)).any(|it| name(it) == of)
        };
        fitting.retain(|def| is_shared(def) || self.file(*def) == self.file(from) || is_around(def));
    }
}
