//! Places that have the name of a symbol that a task says is removed. The facts know it no more; the text says which places surely mean
//! something else: a local of the name, the name of an argument, a name of a package.

use std::cmp::Reverse;

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::key_places::is_key;
use super::kin::language;
use super::named_texts::{NamedTexts, NamesOfText};
use super::standing::access;
use super::written_type::maker;
use crate::base::Position;
use crate::facts::{Definition, NONE};
use crate::language::{DeclKind, Language};
use crate::parse::SiteKind;

/// The places in a file that may mean a removed symbol of a name.
pub fn removed_places(engine: &Engine<'_>, texts: &NamedTexts, file: FileId, name: &str) -> Vec<Position> {
    let (Some(text), Some(language)) = (texts.of_file(file), language(engine.snapshot, file)) else {
        return Vec::new();
    };
    let of_packages = engine.snapshot.package_imports.iter().filter(|row| row.file == file);
    let of_packages: FxHashSet<u32> = of_packages.map(|row| row.at.line).collect();
    let locals = locals(engine, language, &text, name);
    let is_local = |at: Position| {
        let before = locals.partition_point(|(first, _)| *first <= at.line);
        before.checked_sub(1).and_then(|last| locals.get(last)).is_some_and(|(_, last)| at.line <= *last)
    };
    let is_meant = |(at, kind): &(Position, SiteKind)| match kind {
        SiteKind::Define => false,
        SiteKind::Import => !of_packages.contains(&at.line),
        _ if access(&text.lines, *at).is_some() => true,
        _ => !is_local(*at) && !names_an_argument(engine, language, &text, *at),
    };
    text.ending(name).filter(is_meant).map(|(at, _)| at).collect()
}

/// The lines in which a name is that of a local, in order and apart: of the functions that bind it, of the whole file where that declares
/// it, and else of the place alone, as a type of a function or a lambda may name its parameters.
fn locals(engine: &Engine<'_>, language: &Language, text: &NamesOfText<'_>, name: &str) -> Vec<(u32, u32)> {
    let binds = |kind: SiteKind| kind == SiteKind::Define || language.conventions.declares_by_assigning;
    let bindings = text.bindings(name).into_iter();
    let bound = bindings.filter(|(at, kind)| binds(*kind) && access(&text.lines, *at).is_none());
    let mut lines: Vec<u32> = bound.map(|(at, _)| at.line).collect();
    lines.sort_unstable();
    lines.dedup();
    let rows: Vec<Definition> = engine.snapshot.definitions_of(text.file).map(|(_, row)| row).collect();
    let mut functions: Vec<(u32, u32)> =
        rows.iter().filter(|row| row.kind.is_callable()).map(|row| (row.start_line, row.end_line)).collect();
    functions.sort_unstable_by_key(|(first, last)| (*first, Reverse(*last)));
    let mut functions = functions.into_iter().peekable();
    let mut around: Vec<(u32, u32)> = Vec::new();
    let mut found = Vec::new();
    for line in lines {
        while let Some(function) = functions.next_if(|(first, _)| *first <= line) {
            around.push(function);
        }
        while around.last().is_some_and(|(_, last)| *last < line) {
            around.pop();
        }
        let alone = || if is_stated(engine, language, &rows, name) { (0, u32::MAX) } else { (line, line) };
        found.push(around.last().copied().unwrap_or_else(alone));
    }
    merged(found)
}

/// Whether a file declares a name that all of its code sees.
fn is_stated(engine: &Engine<'_>, language: &Language, rows: &[Definition], name: &str) -> bool {
    let snapshot = engine.snapshot;
    let is_of_file = |container: u32| {
        let row = (container != NONE).then(|| snapshot.definition(DefId(container))).flatten();
        row.is_none_or(|row| row.kind == DeclKind::File || language.implicit_this && row.kind.is_type())
    };
    rows.iter().any(|row| snapshot.names.get(row.name) == name && is_of_file(row.container))
}

/// Ranges of lines in order, those that meet as one.
fn merged(mut ranges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    ranges.sort_unstable();
    ranges.dedup_by(|next, kept| {
        let meets = next.0 <= kept.1;
        if meets {
            kept.1 = kept.1.max(next.1);
        }
        meets
    });
    ranges
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
