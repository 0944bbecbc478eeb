//! The primitives over sets of files, in the order of the first set.

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::answer::{Answer, ChainSource, Hit, Link};
use super::engine::Engine;
use super::note::Note;
use super::shape::{Argument, Invocation};
use crate::base::{Position, path};

/// `files.except`
pub fn except(engine: &Engine<'_>, call: &Invocation) -> Answer {
    sets(engine, call, "not_in", cg_rules::except)
}

/// `files.intersect`
pub fn intersect(engine: &Engine<'_>, call: &Invocation) -> Answer {
    sets(engine, call, "in", cg_rules::intersect)
}

fn sets(
    engine: &Engine<'_>,
    call: &Invocation,
    relation: &'static str,
    run: fn(&[FileId], &[FileId]) -> Vec<FileId>,
) -> Answer {
    let mut notes = Vec::new();
    let (first, second) = (set(engine, &call.arguments, &mut notes), set(engine, &call.others, &mut notes));
    let kept: FxHashSet<FileId> = run(&first, &second).into_iter().collect();
    let of_second = described(engine, &call.others);
    // Where the first set is a query, its order is the answer's.
    let hits = first.into_iter().filter(|file| kept.contains(file));
    let hits: Vec<Hit> = hits.map(|file| Hit { file, hops: 0, defs: Vec::new(), lines: Vec::new() }).collect();
    let link = |hit: &Hit| {
        let from = engine.snapshot.path(hit.file).to_owned();
        (
            hit.file,
            vec![Link { relation, from, to: of_second.clone(), file: hit.file, at: Position { line: 1, column: 1 } }],
        )
    };
    let mut links: Vec<(FileId, Vec<Link>)> = hits.iter().map(link).collect();
    links.sort_by_key(|(file, _)| *file);
    Answer { hits, source: ChainSource::Links(links), notes, ..Answer::default() }
}

/// The files of an argument, each once, in its own order.
fn set(engine: &Engine<'_>, arguments: &[Argument], notes: &mut Vec<Note>) -> Vec<FileId> {
    let mut files = Vec::new();
    for argument in arguments {
        match argument {
            Argument::Files(found) => files.extend_from_slice(found),
            Argument::Definitions(defs) => files.extend(defs.iter().filter_map(|def| engine.file(*def))),
            Argument::Text(text) => {
                let found = engine.located(text);
                // A glob may match nothing; a path that names nothing is a slip.
                if found.is_empty() && !path::is_glob(text) {
                    notes.extend(engine.missing_files(&[text]));
                }
                files.extend(found.iter().map(|(file, _)| *file));
            }
        }
    }
    let mut seen = FxHashSet::default();
    files.retain(|file| seen.insert(*file));
    files
}

fn described(engine: &Engine<'_>, arguments: &[Argument]) -> String {
    let words = arguments.iter().map(|argument| match argument {
        Argument::Text(text) => text.clone(),
        Argument::Files(files) => match files.as_slice() {
            [file] => engine.snapshot.path(*file).to_owned(),
            files => format!("{} files", files.len()),
        },
        Argument::Definitions(defs) => format!("{} definitions", defs.len()),
    });
    words.collect::<Vec<_>>().join(", ")
}
