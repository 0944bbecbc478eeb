//! The members of packages that variables at the top of a file hold: `const { get: g } = client`.

use cg_rules::FileId;

use crate::language::{Decl, DeclKind, ImportedUse, Observation};
use crate::resolve::scope::outer::Outer;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;
use crate::resolve::types::typing::StatedType;

/// The member of a package that the path of a use leads to, or that the variable holds which it is.
pub fn held_outside(
    index: &SymbolTable<'_>,
    file: FileId,
    observation: &Observation,
    (row, target): (&ImportedUse, Target),
) -> Option<Box<Outer>> {
    if let Target::External(outer) = target {
        return Some(outer);
    }
    let top = index.def(file, Decl(0));
    let is_variable = |def| index.declaration(def).is_some_and(|row| row.kind == DeclKind::Variable);
    target.single().filter(|def| index.container(*def) == Some(top) && is_variable(*def))?;
    let sym = index.sym(file, observation.exprs.name(row.path)?);
    match index.stated_type(top, sym, index.locals(&(top, sym))?) {
        StatedType::Foreign(outer) => outer,
        _ => None,
    }
}
