//! The methods that may be meant by their names alone.

use cg_rules::FileId;

use super::keyed::Sym;
use super::table::SymbolTable;
use crate::language::{DeclKind, Declaration};

impl SymbolTable<'_> {
    /// Whether a declaration of a file is a method that may be meant by its name alone.
    pub(super) fn is_method(&self, file: FileId, declaration: &Declaration) -> bool {
        let is_read_by_method = || self.language(file).is_some_and(|it| it.conventions.fields_are_methods);
        let is_method = match declaration.kind {
            DeclKind::Field => is_read_by_method(),
            kind => kind == DeclKind::Method,
        };
        // What an object in the midst of a function has under a name is nobody's method elsewhere.
        let around = || declaration.container.and_then(|it| self.observation(file)?.declarations.get(it.0 as usize));
        let is_of_value = |around: &Declaration| around.kind.is_callable() || around.kind == DeclKind::Variable;
        is_method && (declaration.owner.is_some() || !around().is_some_and(is_of_value))
    }

    /// The names of such methods of a file.
    pub(in crate::resolve) fn methods_of(&self, file: FileId) -> Vec<Sym> {
        let rows = self.observation(file).into_iter().flat_map(|it| it.declarations.iter().skip(1));
        rows.filter(|row| self.is_method(file, row)).map(|row| self.sym(file, row.name)).collect()
    }
}
