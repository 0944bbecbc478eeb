//! Places that have the name of a symbol that a task says is removed. The facts know it no more; the text says which places surely mean
//! something else: a local of the name, the name of an argument, a name of a package.

use cg_rules::FileId;

use super::around::functions_around;
use super::engine::Engine;
use super::key_places::is_key;
use super::kin::language;
use super::named_texts::{NamedTexts, NamesOfText};
use super::standing::access;
use super::written_type::maker;
use crate::base::Position;
use crate::language::Language;
use crate::parse::SiteKind;

/// The places in a file that may mean a removed symbol of a name.
pub fn removed_places(engine: &Engine<'_>, texts: &NamedTexts, file: FileId, name: &str) -> Vec<Position> {
    let (Some(text), Some(language)) = (texts.of_file(file), language(engine.snapshot, file)) else {
        return Vec::new();
    };
    let is_of_package =
        |at: &Position| engine.snapshot.package_imports.iter().any(|row| row.file == file && row.at.line == at.line);
    let locals = locals(engine, language, &text, name);
    let is_local = |at: Position| locals.iter().any(|(first, last)| (*first..=*last).contains(&at.line));
    let is_meant = |(at, kind): &(Position, SiteKind)| match kind {
        SiteKind::Define => false,
        SiteKind::Import => !is_of_package(at),
        _ if access(&text.lines, *at).is_some() => true,
        _ => !is_local(*at) && !names_an_argument(engine, language, &text, *at),
    };
    text.ending(name).filter(is_meant).map(|(at, _)| at).collect()
}

/// The lines in which a name is that of a local: of the functions that bind it, or of the whole file.
fn locals(engine: &Engine<'_>, language: &Language, text: &NamesOfText<'_>, name: &str) -> Vec<(u32, u32)> {
    let binds = |kind: SiteKind| kind == SiteKind::Define || language.conventions.declares_by_assigning;
    let bindings =
        text.bindings(name).into_iter().filter(|(at, kind)| binds(*kind) && access(&text.lines, *at).is_none());
    let around = |at: Position| functions_around(engine, text.file, at.line).into_iter().next();
    bindings.map(|(at, _)| around(at).map_or((0, u32::MAX), |row| (row.start_line, row.end_line))).collect()
}

/// Whether the name at a place is that of an argument, and of no member of a type that is made there.
fn names_an_argument(engine: &Engine<'_>, language: &Language, text: &NamesOfText<'_>, at: Position) -> bool {
    if !is_key(&text.lines, at, language.keys_are_members) {
        return false;
    }
    let bytes = text.lines.bytes();
    let made = maker(bytes, text.lines.offset(at), 0);
    let words = made.iter().flat_map(|it| &it.types).filter_map(|of| std::str::from_utf8(bytes.get(of.clone())?).ok());
    let is_type = |name: &str| {
        let id = engine.snapshot.names.find(name);
        let mut defs = id.into_iter().flat_map(|id| engine.definitions_named(id));
        defs.any(|def| engine.snapshot.definition(*def).is_some_and(|row| row.kind.is_type()))
    };
    let is_call = made.as_ref().is_some_and(|it| it.bracket == b'(');
    let last = |path: &'_ str| path.rsplit(['.', ':']).next().is_some_and(is_type);
    is_call && !words.into_iter().any(last)
}
