//! `text.matches`: the lines of the repository's files that hold a text.

use cg_rules::{FileId, Id};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::answer::{Answer, ChainSource, Hit, Link};
use super::engine::Engine;
use super::note::Note;
use super::pattern::{TextPattern, is_expression};
use super::shape::{Argument, Invocation};
use super::word::SHORTEST_NAME;
use crate::base::{Position, redacted};
use crate::parse::on_threads;

/// The most lines of one file.
const FILE_LINES: u32 = 100;
/// The most bytes of one file that is read.
const FILE_BYTES: u64 = 2 * 1024 * 1024;
/// Fewer bytes are read on one thread: to wake others takes longer.
const FEW_BYTES: u64 = 512 * 1024;
/// The most files that are read.
const FILES: usize = 100_000;
/// The most files that are returned.
const HITS: usize = 10_000;

/// `text.matches`. The walk has left out the paths that look like secrets, so none is opened here.
pub fn matches(engine: &Engine<'_>, call: &Invocation) -> Answer {
    let mut notes = Vec::new();
    let patterns = patterns(call, &mut notes);
    let Some(tree) = engine.tree else {
        notes.push("the texts of the files are not at hand, so nothing was searched".into());
        return Answer { notes, ..Answer::default() };
    };
    if patterns.is_empty() {
        return Answer { notes, ..Answer::default() };
    }
    let n_files = engine.snapshot.paths.len().min(FILES);
    let mut files: Vec<FileId> = (0..n_files).map(FileId::of).collect();
    let n_read = engine.admitted_after(&mut files, &holders(engine, call));
    let files = &files[..n_read];
    let look = |file: &FileId| match engine.text(tree, *file, FILE_BYTES) {
        Ok(text) => (*file, scan(&text, &patterns)),
        Err(_) => (*file, Scanned::Unread),
    };
    let n_bytes: u64 = files.iter().map(|file| engine.size(*file)).sum();
    let scanned: Vec<(FileId, Scanned)> = match n_bytes < FEW_BYTES {
        true => files.iter().map(look).collect(),
        // Where there are no threads, the run fails and says so.
        false => on_threads(|| files.par_iter().map(look).collect()).unwrap_or_default(),
    };
    let n_unread =
        scanned.iter().filter(|(_, it)| matches!(it, Scanned::Unread)).count() + engine.snapshot.paths.len() - n_files;
    if n_unread > 0 {
        let text = format!("{} not read: larger than {} MiB, or gone", counted(n_unread), FILE_BYTES >> 20);
        notes.push(Note::unresolved(n_unread, text));
    }
    let found = scanned.into_iter().filter_map(|(file, it)| match it {
        Scanned::Lines(lines) if !lines.is_empty() => Some((file, lines)),
        _ => None,
    });
    let mut found: Vec<(FileId, Vec<Match>)> = found.collect();
    found.sort_unstable_by_key(|(file, _)| *file);
    if found.len() > HITS {
        notes.push(format!("{} hold the text; the first {HITS} are returned", counted(found.len())).into());
        found.truncate(HITS);
    }
    answer(engine, call, &found, notes)
}

/// The files whose code has all words of a literal: facts name them, so that a limit of work leaves out others.
fn holders(engine: &Engine<'_>, call: &Invocation) -> FxHashSet<FileId> {
    let snapshot = engine.snapshot;
    let mut found = FxHashSet::default();
    for text in call.arguments.iter().filter_map(Argument::text).filter(|text| !is_expression(text)) {
        let words = text.split(|it: char| !(it.is_alphanumeric() || it == '_' || it == '$'));
        let words = words.filter(|word| word.chars().count() >= SHORTEST_NAME);
        let mut names = words.filter_map(|word| snapshot.names.find(word));
        let holding = |id: u32| -> FxHashSet<FileId> {
            let declaring = engine.definitions_named(id).iter().filter_map(|def| engine.file(*def));
            snapshot.mentions.headed([id]).map(|row| row.file).chain(declaring).collect()
        };
        let Some(first) = names.next().map(holding) else { continue };
        found.extend(names.map(holding).fold(first, |all, of| all.intersection(&of).copied().collect()));
    }
    found
}

fn counted(n_files: usize) -> String {
    if n_files == 1 { "1 file".to_owned() } else { format!("{n_files} files") }
}

/// The patterns of an argument, each with its place in it. One that is none is noted.
fn patterns(call: &Invocation, notes: &mut Vec<Note>) -> Vec<(usize, TextPattern)> {
    let mut patterns = Vec::new();
    for (at, argument) in call.arguments.iter().enumerate() {
        let Argument::Text(text) = argument else { continue };
        match TextPattern::of(text) {
            Ok(pattern) if !text.is_empty() => patterns.push((at, pattern)),
            Ok(_) => {}
            Err(slip) => notes.push(Note::unknown(format!("`{text}` is no regular expression: {}", slip.why), &[])),
        }
        if text.contains('\n') {
            let why = "a text of several lines is in no line, so it matches nothing".to_owned();
            notes.push(Note::unknown(why, &[]));
        }
    }
    patterns
}

/// A line that matches: its number, the column, and the place of the pattern in the call.
type Match = (Position, usize);

enum Scanned {
    /// The lines that match; none in a binary file.
    Lines(Vec<Match>),
    /// The file was not read.
    Unread,
}

fn scan(text: &[u8], patterns: &[(usize, TextPattern)]) -> Scanned {
    let may_match = patterns.iter().any(|(_, pattern)| pattern.may_match(text));
    if !may_match || text.contains(&0) {
        return Scanned::Lines(Vec::new());
    }
    let first = lines(text, patterns);
    if first.is_empty() {
        return Scanned::Lines(first);
    }
    // A credential is not found by its value: the lines are those of the text as it is printed.
    let read = String::from_utf8_lossy(text);
    let printed = redacted(&read);
    Scanned::Lines(if printed == read { first } else { lines(printed.as_bytes(), patterns) })
}

fn lines(text: &[u8], patterns: &[(usize, TextPattern)]) -> Vec<Match> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let hit = patterns.iter().find_map(|(at, pattern)| Some((pattern.find(line)?, *at)));
        if let Some((offset, at)) = hit {
            let column = String::from_utf8_lossy(&line[..offset]).chars().count() + 1;
            found.push((Position { line: number, column: u32::try_from(column).unwrap_or(u32::MAX) }, at));
        }
    }
    found
}

fn answer(engine: &Engine<'_>, call: &Invocation, found: &[(FileId, Vec<Match>)], mut notes: Vec<Note>) -> Answer {
    let holds: Vec<(FileId, Vec<u32>)> =
        found.iter().map(|(file, lines)| (*file, lines.iter().map(|(at, _)| at.line).collect())).collect();
    let matches = cg_rules::matches(&holds, FILE_LINES);
    if let Some(first) = matches.beyond.first() {
        let more = if matches.beyond.len() > 1 { ", …" } else { "" };
        let path = engine.snapshot.path(*first);
        notes.push(
            format!("{} with more than {FILE_LINES} such lines: {path}{more}", counted(matches.beyond.len())).into(),
        );
    }
    let (mut hits, mut links) = (Vec::new(), Vec::new());
    for (file, all) in found {
        let from = matches.lines.partition_point(|(it, _)| it < file);
        let kept = matches.lines[from..].iter().take_while(|(it, _)| it == file).count();
        let (kept, path) = (&all[..kept], engine.snapshot.path(*file));
        let link = |(at, pattern): &Match| {
            let to = match &call.arguments[*pattern] {
                Argument::Text(text) => text.clone(),
                Argument::Files(_) | Argument::Definitions(_) => String::new(),
            };
            Link { relation: "matches", from: path.to_owned(), to, file: *file, at: *at }
        };
        links.push((*file, kept.iter().map(link).collect()));
        let lines = kept.iter().map(|(at, _)| at.line).collect();
        hits.push(Hit { file: *file, hops: 0, defs: Vec::new(), lines });
    }
    Answer { hits, source: ChainSource::Links(links), notes, ..Answer::default() }
}
