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

/// The files whose text a file holds, by what it includes at any depth.
fn included_by(engine: &Engine<'_>, files: impl Iterator<Item = FileId>) -> FxHashSet<FileId> {
    let mut found = FxHashSet::default();
    let mut open: Vec<FileId> = files.collect();
    while let Some(file) = open.pop() {
        open.extend(engine.imports().imports.row(file).iter().copied().filter(|it| found.insert(*it)));
    }
    found
}

/// For each name of some types and functions the files in which it can mean nothing else: those that declare one, or include its file;
/// for a type also those that are included beside its file, as they can know it by a declaration without a body. A name that anything
/// but these and the constructors of the types has, has none.
pub fn files_by_include(engine: &Engine<'_>, own: &FxHashSet<DefId>) -> FxHashMap<u32, FxHashSet<FileId>> {
    let snapshot = engine.snapshot;
    let mut found: FxHashMap<u32, FxHashSet<FileId>> = FxHashMap::default();
    for row in own.iter().filter_map(|def| snapshot.definition(*def)).filter(|row| is_included_name(engine, row)) {
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
        if row.kind.is_type() {
            // Who names the type there declares it without a body, for all that include that in turn.
            let named: FxHashSet<FileId> = snapshot.mentions.headed([row.name]).map(|mention| mention.file).collect();
            let beside = included_by(engine, files.iter().copied()).into_iter().filter(|file| named.contains(file));
            for file in beside.collect::<Vec<FileId>>() {
                files.insert(file);
                files.extend(including(engine, file));
            }
        }
    }
    found
}

/// Whether what is defined has its name in all files that include its own: a type, or a function of no type.
fn is_included_name(engine: &Engine<'_>, row: &Definition) -> bool {
    let around = engine.snapshot.definition(DefId(row.container)).map_or(DeclKind::File, |around| around.kind);
    let is_free = row.owner == NONE && matches!(around, DeclKind::File | DeclKind::Module);
    row.kind.is_type() || row.kind == DeclKind::Alias || row.kind == DeclKind::Function && is_free
}
