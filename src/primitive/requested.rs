//! The parameters that request a function by its name, as tests request fixtures: no call and no import leads to it.

use cg_rules::{DefId, FileId, Id as _};
use memchr::memmem;
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::around::functions_around;
use super::engine::Engine;
use super::kin::language;
use super::meant_places::links;
use super::mention_group::{MentionSense, Mentioned, take_some};
use super::named_texts::NamedTexts;
use super::symbol_match::SymbolMatch;
use crate::base::{Position, path};
use crate::facts::{Definition, MentionMeaning, NONE};
use crate::language::Requested;
use crate::parse::SiteKind;

/// The most files that are read for one function.
const FILES: usize = 256;
/// The most bytes of a list of names in quotes.
const LIST: usize = 1000;

/// Lists the parameters, and the names in quotes, that request the functions of a symbol, and takes them out of what is only counted.
pub fn requested(
    engine: &Engine<'_>,
    (symbol, defs): (&SymbolMatch, &[DefId]),
    mentioned: &mut [Mentioned],
    listed: &[(FileId, Link)],
    texts: &mut NamedTexts,
) -> Vec<(FileId, Link)> {
    let mut found: Vec<(FileId, Link)> = Vec::new();
    let mut known: FxHashSet<(FileId, Position)> = listed.iter().map(|(file, link)| (*file, link.at)).collect();
    for (def, row) in defs.iter().filter_map(|def| Some((*def, engine.snapshot.definition(*def)?))) {
        let Some(rules) = language(engine.snapshot, row.file).and_then(|it| it.conventions.requested) else { continue };
        if !row.kind.is_callable() || !is_decorated(engine, &row, &rules, texts) {
            continue;
        }
        known.insert((row.file, row.at));
        let files = files(engine, (def, &row), mentioned);
        read(engine, &files, texts);
        let name = engine.snapshot.names.get(row.name).to_owned();
        for file in files {
            let mut places: Vec<Position> = texts.defined(file, &name);
            places.retain(|at| requests(engine, (file, *at), &rules, texts) && known.insert((file, *at)));
            let n = u32::try_from(places.len()).unwrap_or(u32::MAX);
            let is_local = |row: &Mentioned| row.meaning == MentionSense::Fact(MentionMeaning::Local);
            take_some(mentioned, (row.name, file), n, is_local);
            let in_quotes = quoted(texts, file, &rules, &name).into_iter();
            places.extend(in_quotes.filter(|at| known.insert((file, *at))));
            let places = places.into_iter().map(|at| (at, SiteKind::Type)).collect();
            found.extend(links(engine, symbol, file, places));
        }
    }
    found
}

fn read(engine: &Engine<'_>, files: &[FileId], texts: &mut NamedTexts) {
    let language = |file: FileId| engine.snapshot.file_row(file).map_or(NONE, |row| row.language);
    texts.read(engine, files.to_vec(), &[], |_| true);
    texts.parse(engine, files.iter().map(|file| (*file, language(*file))));
}

/// Whether a decorator says of a function that it is requested.
fn is_decorated(engine: &Engine<'_>, row: &Definition, rules: &Requested, texts: &mut NamedTexts) -> bool {
    read(engine, &[row.file], texts);
    let Some(text) = texts.of_file(row.file) else { return false };
    let names = text.names_in(row.start_line..=row.at.line).into_iter();
    names.filter(|(at, ..)| *at < row.at).any(|(_, name, _)| name == rules.decorator)
}

/// The files that may request a function: its own, those below a file that sets tests up, and those that import it; none that has
/// a nearer function of the name.
fn files(engine: &Engine<'_>, (def, row): (DefId, &Definition), mentioned: &[Mentioned]) -> Vec<FileId> {
    let snapshot = engine.snapshot;
    let setup = language(snapshot, row.file).map_or(&[][..], |it| it.conventions.test_setup);
    let own = snapshot.path(row.file);
    let folder = path::parent(own);
    let is_below = |file: FileId| folder.is_empty() || snapshot.path(file).starts_with(&format!("{folder}/"));
    let sets_up = |path: &str| setup.contains(&path::name(path));
    let is_seen =
        |file: FileId| file == row.file || sets_up(own) && is_below(file) || engine.users(def).contains(&file);
    let is_nearer = |file: FileId| {
        let others = engine.definitions_named(row.name).iter().filter(|other| **other != def);
        let mut others = others.filter_map(|other| engine.file(*other));
        others.any(|other| {
            let around = path::parent(snapshot.path(other));
            let is_around = around.len() > folder.len() && snapshot.path(file).starts_with(&format!("{around}/"));
            file != row.file && (other == file || sets_up(snapshot.path(other)) && is_around)
        })
    };
    let rows = mentioned.iter().filter(|it| it.name == row.name);
    let with_name: FxHashSet<FileId> = rows.flat_map(|it| it.files.keys().copied()).collect();
    // A name in quotes is no mention.
    let below = (0..snapshot.paths.len()).map(FileId::of).filter(|file| sets_up(own) && is_below(*file));
    let of_language = |file: &FileId| snapshot.file_row(*file).map(|it| it.language);
    let below = below.filter(|file| of_language(file) == of_language(&row.file));
    let mut files: Vec<FileId> = with_name.iter().copied().chain([row.file]).chain(below).collect();
    files.retain(|file| is_seen(*file) && !is_nearer(*file));
    files.sort_by_key(|file| (!with_name.contains(file), *file));
    files.dedup();
    files.truncate(FILES);
    files.sort_unstable();
    files
}

/// Whether the parameter at a place is one of a test, or of another function that is requested.
fn requests(engine: &Engine<'_>, (file, at): (FileId, Position), rules: &Requested, texts: &mut NamedTexts) -> bool {
    let Some(function) = functions_around(engine, file, at.line).into_iter().next() else { return false };
    let is_parameter = function.at < at && (function.body_line == 0 || at.line <= function.body_line);
    let name = engine.snapshot.names.get(function.name);
    is_parameter && (name.starts_with(rules.by) || is_decorated(engine, &function, rules, texts))
}

/// The places at which a text in quotes requests a function: `usefixtures("name")`.
fn quoted(texts: &NamedTexts, file: FileId, rules: &Requested, name: &str) -> Vec<Position> {
    let Some(lines) = texts.lines(file) else { return Vec::new() };
    let text = lines.bytes();
    let mut found = Vec::new();
    for start in memmem::find_iter(text, rules.quoted) {
        let rest = text.get(start..).unwrap_or(&[]);
        let list = rest.get(..LIST.min(rest.len())).unwrap_or(&[]).split(|byte| *byte == b')').next().unwrap_or(&[]);
        let is_whole = |at: usize| {
            let quote = at.checked_sub(1).and_then(|before| list.get(before));
            quote == list.get(at + name.len()) && matches!(quote, Some(b'"' | b'\''))
        };
        found.extend(memmem::find_iter(list, name).filter(|at| is_whole(*at)).map(|at| lines.place(start + at)));
    }
    found
}
