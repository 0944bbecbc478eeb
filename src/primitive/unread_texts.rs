//! Sources that were not read as code: the places of a name in their texts, and where those write it that import them.

use cg_rules::FileId;

use super::engine::Engine;
use super::kin::family;
use super::named_texts::last_name;
use super::naming::symbol;
use super::note::Note;
use super::shape::{ArgType, Argument, Invocation};
use super::symbol_match::SymbolMatch;
use crate::base::{GapKind, LineIndex, counted, word_places};
use crate::facts::NONE;
use crate::work::Unit;

/// The most files that are searched.
const FILES: usize = 20;
/// The most bytes of all of them.
const BYTES: u64 = 64 * 1024 * 1024;
/// How many files a note lists.
const SHOWN: usize = 5;
/// How many lines of a file.
const LINES: usize = 3;
/// The queries whose answers are users of what they name: each place of the name may be one.
pub(super) const OF_USERS: [&str; 4] =
    ["call_graph.callers", "scip.refs", "type_graph.overrides", "type_graph.subtypes"];

/// A source that was not read, and why.
type Unread = (FileId, GapKind);

/// The notes on the names of a call that sources hold which were not read: any source, where nothing declares the name; where
/// something does, those of its language, if the answer is its users.
pub fn note_unread(engine: &Engine<'_>, call: &Invocation) -> Vec<Note> {
    if call.primitive.takes.first() != Some(&ArgType::Symbols) || engine.tree.is_none() {
        return Vec::new();
    }
    let unread = unread(engine);
    if unread.is_empty() {
        return Vec::new();
    }
    let meant = call.arguments.iter().filter_map(Argument::text).map(|text| symbol(engine, text));
    meant.filter_map(|symbol| of_symbol(engine, call, &symbol, &unread)).collect()
}

/// The sources of which nothing was read.
fn unread(engine: &Engine<'_>) -> Vec<Unread> {
    let is_whole = |kind| {
        matches!(
            kind,
            GapKind::TooLarge | GapKind::WorkLimit | GapKind::Unreadable | GapKind::Internal | GapKind::Minified
        )
    };
    let gaps = engine.snapshot.gaps.iter().filter(|gap| gap.at.line == 0 && is_whole(gap.kind));
    let files = gaps.filter_map(|gap| Some((engine.snapshot.file(&gap.path)?, gap.kind)));
    let is_source =
        |file: FileId| engine.snapshot.file_row(file).is_some_and(|row| row.language != NONE && !row.is_aside);
    files.filter(|(file, _)| is_source(*file)).collect()
}

fn of_symbol(engine: &Engine<'_>, call: &Invocation, symbol: &SymbolMatch, unread: &[Unread]) -> Option<Note> {
    let name = last_name(symbol)?;
    let is_known = !symbol.defs.is_empty();
    if !symbol.external.is_empty() || is_known && !OF_USERS.contains(&call.primitive.name) {
        return None;
    }
    let family = symbol.defs.first().and_then(|def| family(engine.snapshot, engine.file(*def)?));
    // What is shipped minified is a copy of sources.
    let is_kin = |(file, kind): &&Unread| {
        !is_known || *kind != GapKind::Minified && super::kin::family(engine.snapshot, *file) == family
    };
    let unread: Vec<Unread> = unread.iter().filter(is_kin).copied().collect();
    let mut left = BYTES;
    let mut held: Vec<(FileId, Vec<u32>)> = Vec::new();
    let mut unsearched: Vec<FileId> = unread.iter().skip(FILES).map(|(file, _)| *file).collect();
    for (file, _) in unread.iter().take(FILES) {
        match lines_of(engine, *file, name, &mut left) {
            Some(lines) if !lines.is_empty() => held.push((*file, lines)),
            Some(_) => {}
            None => unsearched.push(*file),
        }
    }
    let n_held = held.len();
    let is_unread = |file: FileId| unread.iter().any(|(other, _)| *other == file);
    // An import of such a file leads to nothing that a fact has.
    let rows = engine.snapshot.imports.iter().filter(|row| !is_known && is_unread(row.to) && !is_unread(row.from));
    let mut users: Vec<FileId> = rows.map(|row| row.from).collect();
    users.sort_unstable();
    users.dedup();
    let users = users.into_iter().take(FILES);
    held.extend(users.filter_map(|file| Some((file, lines_of(engine, file, name, &mut left)?))));
    held.retain(|(_, lines)| !lines.is_empty());
    let kinds = |file: FileId| unread.iter().find(|(other, _)| *other == file).map_or("", |(_, kind)| kind.name());
    if held.is_empty() {
        let files: Vec<String> =
            unsearched.iter().take(SHOWN).map(|file| engine.snapshot.path(*file).to_owned()).collect();
        let more = if unsearched.len() > SHOWN { ", …" } else { "" };
        let text = format!("not read, and not searched for `{name}`: {}{more}", files.join(", "));
        return (!unsearched.is_empty()).then(|| Note::unresolved(unsearched.len(), text));
    }
    let place = |at: usize, (file, lines): &(FileId, Vec<u32>)| {
        let shown: Vec<String> = lines.iter().take(LINES).map(u32::to_string).collect();
        let more = lines.len().saturating_sub(LINES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let why =
            if at < n_held { format!(" ({}: not read)", kinds(*file)) } else { " (imports one of them)".to_owned() };
        format!("{}:{}{more}{why}", engine.snapshot.path(*file), shown.join(","))
    };
    let places: Vec<String> = held.iter().take(SHOWN).enumerate().map(|(at, it)| place(at, it)).collect();
    let more = if held.len() > SHOWN { ", …" } else { "" };
    let n_places = held.iter().map(|(_, lines)| lines.len()).sum();
    let (lines, files) = (counted(n_places, "line"), counted(held.len(), "file"));
    let rest = match unsearched.len() {
        0 => String::new(),
        n => format!("; {} more not searched", counted(n, "file")),
    };
    let text = format!(
        "`{name}` is in {lines} of {files} of which no fact says its meaning: {}{more}{rest}",
        places.join(", ")
    );
    Some(Note::unresolved(n_places, text))
}

/// The lines of a file that hold a name as a whole word; `None` where it may not be read.
fn lines_of(engine: &Engine<'_>, file: FileId, name: &str, left: &mut u64) -> Option<Vec<u32>> {
    let size = engine.size(file);
    let is_left = size <= *left && size <= engine.meter.left(Unit::BytesRead) && engine.meter.left(Unit::FilesRead) > 0;
    if !is_left || !engine.admits(file) {
        return None;
    }
    *left -= size;
    let text = engine.text(engine.tree?, file, BYTES).ok()?;
    let index = LineIndex::new(&text);
    let mut lines: Vec<u32> = word_places(&text, name.as_bytes()).map(|at| index.position(at).line).collect();
    lines.dedup();
    Some(lines)
}
