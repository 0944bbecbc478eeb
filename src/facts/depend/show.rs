//! The relations of packages as they are shown.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::relation::NONE;
use super::super::shown::{Value, text};
use super::super::snapshot::Snapshot;
use super::ask::Owners;
use super::row::Manifest;

/// `depends`, by manifest and place.
pub fn depends(facts: &Snapshot) -> Vec<Vec<Value>> {
    let names: FxHashMap<FileId, Manifest> = facts.manifests.iter().map(|row| (row.file, row)).collect();
    let mut rows: Vec<_> = facts.depends.iter().collect();
    rows.sort_by_key(|row| (row.file, row.at, row.package));
    let rows = rows.into_iter().map(|row| {
        let (locked, requirement) = (facts.version(&row), facts.names.get(row.requirement));
        vec![
            text(facts.path(row.file)),
            text(names.get(&row.file).map_or("", |manifest| facts.manifest_name(manifest))),
            Value::Text(facts.depended_url(&row)),
            text(if locked.is_empty() { requirement } else { locked }),
            Value::Word(row.kind.name()),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
            text(requirement),
        ]
    });
    rows.collect()
}

/// `locks`, by lockfile and place.
pub fn locks(facts: &Snapshot) -> Vec<Vec<Value>> {
    let mut rows: Vec<_> = facts.locks.iter().collect();
    rows.sort_by_key(|row| (row.file, row.at, row.package));
    let rows = rows.into_iter().map(|row| {
        vec![
            text(facts.path(row.file)),
            Value::Text(facts.locked_url(&row)),
            text(facts.names.get(row.version)),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
        ]
    });
    rows.collect()
}

/// `requires`, by lockfile and place.
pub fn requires(facts: &Snapshot) -> Vec<Vec<Value>> {
    let locked = |row: u32| facts.locks.get(row as usize);
    let pairs = facts.requires.iter().filter_map(|row| Some((locked(row.from)?, locked(row.to)?, row.kind)));
    let mut rows: Vec<_> = pairs.collect();
    rows.sort_by_key(|(from, to, kind)| (from.file, from.at, from.package, to.package, to.at, *kind));
    let rows = rows.into_iter().map(|(from, to, kind)| {
        vec![
            text(facts.path(from.file)),
            Value::Text(facts.locked_url(&from)),
            Value::Text(facts.locked_url(&to)),
            Value::Word(kind.name()),
            Value::Number(from.at.line),
            Value::Number(from.at.column),
        ]
    });
    rows.collect()
}

/// `owns`, by file.
pub fn owns(facts: &Snapshot) -> Vec<Vec<Value>> {
    let owners = Owners::new(facts);
    let files = (0..facts.paths.len()).map(|at| FileId(u32::try_from(at).unwrap_or(NONE)));
    let rows = files.flat_map(|file| owners.of(file).into_iter().map(move |row| (row, file)));
    let rows = rows
        .map(|(row, file)| vec![text(facts.path(row.file)), text(facts.manifest_name(&row)), text(facts.path(file))]);
    rows.collect()
}
