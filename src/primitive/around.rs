//! The definitions around a line of a file.

use cg_rules::{DefId, FileId};

use super::engine::Engine;
use crate::facts::Definition;
use crate::language::DeclKind;

/// The types, and blocks of members, around a line, the innermost first.
pub fn types_around(engine: &Engine<'_>, file: FileId, line: u32) -> Vec<DefId> {
    around(engine, file, line, |row| row.kind.is_type() || row.kind == DeclKind::Impl).map(|(def, _)| def).collect()
}

/// The functions around a line, the innermost first.
pub fn functions_around(engine: &Engine<'_>, file: FileId, line: u32) -> Vec<Definition> {
    around(engine, file, line, |row| row.kind.is_callable()).map(|(_, row)| row).collect()
}

fn around(
    engine: &Engine<'_>,
    file: FileId,
    line: u32,
    is_wanted: impl Fn(&Definition) -> bool,
) -> impl Iterator<Item = (DefId, Definition)> {
    let is_around = |row: &Definition| is_wanted(row) && (row.start_line..=row.end_line).contains(&line);
    let mut found: Vec<_> = engine.snapshot.definitions_of(file).filter(|(_, row)| is_around(row)).collect();
    found.sort_by_key(|(_, row)| row.end_line - row.start_line);
    found.into_iter()
}
