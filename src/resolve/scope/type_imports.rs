//! Names that imports in the bodies of types bring: `class A { import Util._ }`.

use cg_rules::{DefId, FileId};

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::Target;
use crate::language::{Rule, in_block_name};

impl SymbolTable<'_> {
    /// A name that the imports right in the body of a type bring. None where a block in it imports the name, or everything: the
    /// block alone sees that.
    pub(super) fn imported_in(&self, of: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let name = self.text(sym);
        let is_apart = |name: &str| {
            let marked = self.sym_of(&in_block_name(name));
            marked.is_none_or(|marked| self.locals(&(of, marked)).is_none())
        };
        let imported = || {
            let bound = self.bound_in(of, sym, depth).filter(|target| *target != Target::Unknown && is_apart(name));
            bound.or_else(|| self.by_stars(of, sym, depth).filter(|_| is_apart("*")))
        };
        self.tried(|| self.in_scope_of(name, of), imported)
    }

    /// A name that blocks in the bodies of the types around import, where it means nothing else: the code may be in another of them.
    pub(super) fn imported_in_blocks(&self, from: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let is_marked = |of: &DefId, name: &str| {
            self.sym_of(&in_block_name(name)).is_some_and(|marked| self.locals(&(*of, marked)).is_some())
        };
        let name = self.text(sym);
        let is_type = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type());
        let around = std::iter::successors(Some(from), |def| self.container(*def)).filter(is_type);
        let mut around = around.take_while(|of| self.has_imports_in_types(self.file(*of)));
        around.find_map(|of| {
            let bound = || self.bound_in(of, sym, depth).and_then(Target::known).filter(|_| is_marked(&of, name));
            let found = bound().or_else(|| self.by_stars(of, sym, depth).filter(|_| is_marked(&of, "*")))?;
            Some(found.by(Rule::Several))
        })
    }

    /// Whether imports may be in the bodies of types in the language of a file.
    pub(super) fn has_imports_in_types(&self, file: FileId) -> bool {
        self.language(file).is_some_and(|it| it.conventions.imports_in_types)
    }
}
