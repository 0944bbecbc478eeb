//! Links the types that a file names by a path, `Outer.Inner`, or that the types around it have.

use cg_rules::{DefId, FileId};

use crate::language::{Observation, Reference};
use crate::resolve::edge::Refers;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The references of a file in order, with those of types by their paths. A name alone counts once, as the text has the others; of a path each
/// place counts, as its last name alone says nothing.
pub fn placed(index: &SymbolTable<'_>, file: FileId, observation: &Observation, mut rows: Vec<Refers>) -> Vec<Refers> {
    let key = |row: &Refers| (row.to, row.def, row.at);
    rows.sort_by_key(key);
    let is_each = index.language(file).is_some_and(|it| it.conventions.names_modules_whole);
    rows.dedup_by_key(|row| (row.to, row.def, is_each.then_some(row.at)));
    if index.names(file).is_none() && !observation.type_paths.is_empty() {
        for path in &observation.type_paths {
            let target = index.path_of_type(index.def(file, path.within), path.path, 0);
            rows.extend(types_of(index, file, target).into_iter().map(|def| Refers {
                from: file,
                to: index.file(def),
                def,
                at: path.at,
            }));
        }
        rows.sort_by_key(key);
        rows.dedup();
    }
    rows
}

/// The types that a name alone means in type position, so far as they lie in a type around it or in a supertype: in another part of a
/// class, say.
pub fn types_around(index: &SymbolTable<'_>, file: FileId, reference: &Reference) -> Vec<Refers> {
    let sym = index.sym(file, reference.name);
    let is_inner = |def: &DefId| {
        let around = index.container(*def).and_then(|around| index.declaration(around));
        around.is_some_and(|around| around.kind.is_type())
    };
    if reference.is_led || !index.is_declared(file, reference.name) {
        return Vec::new();
    }
    let target = index.type_named(index.def(file, reference.within), sym);
    let found = types_of(index, file, target).into_iter().filter(is_inner);
    found.map(|def| Refers { from: file, to: index.file(def), def, at: reference.at }).collect()
}

/// The types of other files that a target is.
fn types_of(index: &SymbolTable<'_>, file: FileId, target: Target) -> Vec<DefId> {
    let Target::Defs(mut defs, _) = target else { return Vec::new() };
    defs.retain(|def| index.declaration(*def).is_some_and(|row| row.kind.is_type()) && index.file(*def) != file);
    defs
}

/// Whether a target is members of types: an import of everything of a package brings none.
pub fn is_of_type(index: &SymbolTable<'_>, target: &Target) -> bool {
    let is_type = |def: DefId| index.declaration(def).is_some_and(|row| row.kind.is_type());
    matches!(target, Target::Defs(defs, _) if defs.iter().all(|def| index.container(*def).is_some_and(is_type)))
}
