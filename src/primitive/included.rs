//! Names that files have by including texts (C, C++): where an include leads to the only type of a name, the name means it.

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::engine::Engine;
use super::kin::{family, language};
use crate::facts::{Definition, NONE};
use crate::language::DeclKind;

/// The files that include one, themselves or by way of others.
pub fn including(engine: &Engine<'_>, file: FileId) -> FxHashSet<FileId> {
    let mut found = FxHashSet::default();
    let mut open = vec![file];
    while let Some(file) = open.pop() {
        open.extend(engine.imports().importers.row(file).iter().copied().filter(|it| found.insert(*it)));
    }
    found
}

/// For each name of some types the files in which it can mean nothing else: those that declare the type, or include its file. A name
/// that anything but the types and their constructors has, has none.
pub fn files_of_types(engine: &Engine<'_>, own: &FxHashSet<DefId>) -> FxHashMap<u32, FxHashSet<FileId>> {
    let snapshot = engine.snapshot;
    let mut found: FxHashMap<u32, FxHashSet<FileId>> = FxHashMap::default();
    for row in own.iter().filter_map(|def| snapshot.definition(*def)).filter(|row| is_named_type(row.kind)) {
        if !language(snapshot, row.file).is_some_and(|language| language.conventions.includes_text) {
            continue;
        }
        let kin = family(snapshot, row.file);
        let mut others = engine.definitions_named(row.name).iter().filter(|def| !own.contains(*def));
        let is_constructor = |other: &Definition| {
            let owner = if other.owner == NONE {
                snapshot.definition(DefId(other.container)).map_or(NONE, |it| it.name)
            } else {
                other.owner
            };
            let owner = if owner == NONE { "" } else { snapshot.names.get(owner) };
            other.kind.is_callable() && owner.rsplit('.').next() == Some(snapshot.names.get(row.name))
        };
        let is_else = |def: &DefId| {
            let other = snapshot.definition(*def).filter(|other| family(snapshot, other.file) == kin);
            other.is_some_and(|other| !is_constructor(&other))
        };
        if others.any(is_else) {
            continue;
        }
        let files = found.entry(row.name).or_default();
        files.insert(row.file);
        files.extend(including(engine, row.file));
    }
    found
}

fn is_named_type(kind: DeclKind) -> bool {
    kind.is_type() || kind == DeclKind::Alias
}
