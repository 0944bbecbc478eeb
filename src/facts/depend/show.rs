//! The relations of packages as they are shown.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::relation::NONE;
use super::super::shown::{Value, text};
use super::super::snapshot::Snapshot;
use super::ask::Owners;

/// `depends`, by manifest and place.
pub fn depends(facts: &Snapshot) -> Vec<Vec<Value>> {
    let names: FxHashMap<FileId, u32> = facts.manifests.iter().map(|row| (row.file, row.name)).collect();
    let mut rows: Vec<_> = facts.depends.iter().collect();
    rows.sort_by_key(|row| (row.file, row.at, row.package));
    let rows = rows.into_iter().map(|row| {
        let version = if row.locked == NONE { row.requirement } else { row.locked };
        vec![
            text(facts.path(row.file)),
            text(names.get(&row.file).map_or("", |name| facts.names.get(*name))),
            text(facts.names.get(row.name)),
            text(facts.names.get(version)),
            Value::Word(row.kind.name()),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
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
            text(facts.names.get(row.name)),
            text(facts.names.get(row.version)),
            Value::Number(row.at.line),
            Value::Number(row.at.column),
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
        .map(|(row, file)| vec![text(facts.path(row.file)), text(facts.names.get(row.name)), text(facts.path(file))]);
    rows.collect()
}
