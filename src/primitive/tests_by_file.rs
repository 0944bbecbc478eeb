//! `test_inventory.tests_exercising` of one file after the other: of a ranking, the tests of its first files.

use cg_rules::{Evidence, FileId};
use rustc_hash::FxHashSet;

use super::affinity::NameAffinity;
use super::answer::{Answer, Hit, Link};
use super::engine::Engine;
use super::naming;
use super::note::Note;
use super::shape::{Argument, Invocation};
use super::test_queries::{SAME, exercising};
use crate::facts::NONE;

/// The flag that takes the files one by one.
pub const BY_FILE: &str = "by_file";
/// How many files have their tests, and how many tests each has.
const FILES: usize = 5;
const EACH: usize = 3;

/// `test_inventory.tests_exercising`
pub fn tests_exercising(engine: &Engine<'_>, call: &Invocation, depth: u32, floor: Evidence) -> Answer {
    match call.flags.contains(&BY_FILE) {
        true => by_file(engine, call, depth, floor),
        false => exercising(engine, call, depth, floor),
    }
}

/// The first tests of each of the first sources, in turns: those that the words of the text lead to as well, then those of a file's name
/// before others that exercise it.
fn by_file(engine: &Engine<'_>, call: &Invocation, depth: u32, floor: Evidence) -> Answer {
    let mut notes: Vec<Note> = Vec::new();
    let is_source = |file: &FileId| {
        let row = engine.snapshot.file_row(*file);
        row.is_some_and(|row| row.language != NONE && !row.is_aside && !row.is_test)
    };
    let files: Vec<FileId> = in_order(engine, call, &mut notes).into_iter().filter(is_source).take(FILES).collect();
    let of_files: Vec<(Answer, Vec<Hit>)> =
        files.iter().map(|file| of_file(engine, call, *file, (depth, floor))).collect();
    let mut met: FxHashSet<FileId> = FxHashSet::default();
    let (mut hits, mut links): (Vec<Hit>, Vec<(FileId, Vec<Link>)>) = Default::default();
    for place in 0..EACH {
        for (answer, own) in &of_files {
            let Some(hit) = own.get(place).filter(|hit| met.insert(hit.file)) else { continue };
            links.push((hit.file, answer.chain(engine, hit.file)));
            hits.push(hit.clone());
        }
    }
    if hits.is_empty() {
        notes.extend(of_files.into_iter().flat_map(|(answer, _)| answer.notes).take(1));
    }
    Answer::linked(hits, links, notes)
}

/// The answer for one file, and its first tests.
fn of_file(
    engine: &Engine<'_>,
    call: &Invocation,
    file: FileId,
    (depth, floor): (u32, Evidence),
) -> (Answer, Vec<Hit>) {
    let alone = Invocation { arguments: vec![Argument::Files(vec![file])], ..call.clone() };
    let answer = exercising(engine, &alone, depth, floor);
    let names = NameAffinity::of(engine.snapshot, &[file]);
    let found =
        call.others.iter().filter_map(|other| if let Argument::Files(files) = other { Some(files) } else { None });
    let found: Vec<FileId> = found.flatten().copied().collect();
    let by_words = |hit: &Hit| found.iter().position(|file| *file == hit.file);
    let mut hits = answer.hits.clone();
    hits.sort_by_key(|hit| (by_words(hit).unwrap_or(usize::MAX), names.to(hit.file) != SAME));
    hits.truncate(EACH);
    (answer, hits)
}

/// The files of a call in the order in which they are given, each once.
fn in_order(engine: &Engine<'_>, call: &Invocation, notes: &mut Vec<Note>) -> Vec<FileId> {
    let mut met: FxHashSet<FileId> = FxHashSet::default();
    let of = |argument: &Argument| match argument {
        Argument::Files(files) => files.clone(),
        other => naming::files(engine, &Invocation { arguments: vec![other.clone()], ..call.clone() }, notes),
    };
    let mut files: Vec<FileId> = call.arguments.iter().flat_map(of).collect();
    files.retain(|file| met.insert(*file));
    files
}
