//! The variable behind a member of its name: `attr_reader :a` of Ruby reads `@a`, and is renamed with it.

use cg_rules::{DefId, FileId};

use super::engine::Engine;
use super::kin::language;
use super::member_places::MemberPlaces;
use super::named_texts::NamedTexts;
use super::symbol_match::SymbolMatch;
use crate::base::Position;

/// The files of the types that have a member, where the language has variables behind members: no name of it is in some of them.
pub(super) fn variable_files(engine: &Engine<'_>, members: &MemberPlaces<'_>) -> Vec<FileId> {
    let files = members.types().iter().filter_map(|of| engine.file(*of));
    let has_variables =
        |file: &FileId| language(engine.snapshot, *file).is_some_and(|it| it.conventions.variable_behind.is_some());
    files.filter(has_variables).collect()
}

/// The variable that all declarations of a symbol read or set, as code writes it.
pub(super) fn variable_behind(engine: &Engine<'_>, symbol: &SymbolMatch, texts: &NamedTexts) -> Option<String> {
    let snapshot = engine.snapshot;
    let mut found = None;
    for def in &symbol.defs {
        let row = snapshot.definition(*def)?;
        let behind = language(snapshot, row.file)?.conventions.variable_behind?;
        let lines = texts.lines(row.file)?;
        let end = lines.offset(row.at);
        let around = snapshot.definition(DefId(row.container))?;
        let start = lines.offset(Position { line: around.start_line, column: 1 });
        let before = std::str::from_utf8(lines.bytes().get(start..end)?).ok()?;
        let sign = behind(before)?;
        if found.is_some_and(|other| other != sign) {
            return None;
        }
        found = Some(sign);
    }
    Some(format!("{}{}", found?, snapshot.name(*symbol.defs.first()?)))
}
