//! The answer of a search: each file with the lines of its best chunks, and the words that it holds.

use cg_rules::{DefId, FileId};

use super::cascade::Searched;
use super::chunk::LineRange;
use super::index::SearchIndex;
use super::round::{FoundFile, Round};
use crate::base::Position;
use crate::language::DeclKind;
use crate::primitive::{Answer, Engine, Hit, Link};

/// The chunks of a file that are shown (S2.27).
const CHUNKS: usize = 2;
/// The words that a reason names.
const WORDS: usize = 6;

/// The answer with its chains.
pub(super) fn answer(engine: &Engine<'_>, index: &SearchIndex, searched: &Searched) -> Answer {
    let (mut hits, mut links) = (Vec::new(), Vec::new());
    let base = searched.base.iter().map(|found| (found, None));
    let behind = searched.expansion.kept.iter().map(|(found, seed)| (found, Some(*seed)));
    for (found, seed) in base.chain(behind) {
        let file = Searched::file(index, found);
        let mut chain = words(engine, index, &searched.round, found);
        chain.extend(seed.and_then(|seed| engine.edge_between(file, seed)));
        hits.push(hit(engine, index, found, u32::from(seed.is_some())));
        links.push((file, chain));
    }
    let mut answer = Answer::linked(hits, links, searched.notes());
    answer.trace = Some(searched.trace.clone());
    answer
}

/// The ranges of a result, in the order of the text.
fn shown(index: &SearchIndex, found: &FoundFile) -> Vec<LineRange> {
    let chunks = found.chunks.iter().filter_map(|chunk| index.lines(*chunk));
    let mut shown: Vec<LineRange> = chunks.take(CHUNKS).collect();
    shown.sort_by_key(|lines| lines.first);
    shown
}

/// A file with the lines of its best chunks, and the definitions that begin in them.
pub(super) fn hit(engine: &Engine<'_>, index: &SearchIndex, found: &FoundFile, hops: u32) -> Hit {
    let file = Searched::file(index, found);
    let shown = shown(index, found);
    let defs = engine.snapshot.definitions_of(file).filter(|(_, row)| {
        row.kind != DeclKind::File && shown.iter().any(|it| (it.first..=it.last).contains(&row.start_line))
    });
    let defs: Vec<DefId> =
        defs.filter(|(_, row)| row.kind.is_callable() || row.kind.is_type()).map(|it| it.0).collect();
    let lines = shown.iter().flat_map(|lines| lines.first..=lines.last).collect();
    Hit { file, hops, defs, lines }
}

/// `holds(File, words)`, a link for each range that is shown.
pub(super) fn words(engine: &Engine<'_>, index: &SearchIndex, round: &Round, found: &FoundFile) -> Vec<Link> {
    let file = Searched::file(index, found);
    let path = engine.snapshot.path(file);
    let chunks: Vec<usize> =
        found.chunks.iter().copied().filter(|it| index.lines(*it).is_some()).take(CHUNKS).collect();
    let mut links: Vec<Link> = chunks
        .iter()
        .filter_map(|chunk| {
            let lines = index.lines(*chunk)?;
            let to = format!("{} in lines {}-{}", spelled(index, round, *chunk), lines.first, lines.last);
            Some(matches(path, to, file, lines.first))
        })
        .collect();
    if links.is_empty() {
        let by_path = found.chunks.first().map(|chunk| format!("{} in its path", spelled(index, round, *chunk)));
        links.extend(by_path.map(|to| matches(path, to, file, 1)));
    }
    links
}

fn matches(path: &str, to: String, file: FileId, line: u32) -> Link {
    Link { relation: "holds", from: path.to_owned(), to, file, at: Position { line, column: 1 } }
}

/// The weightiest words of the text that a chunk holds, as the text spells them.
fn spelled(index: &SearchIndex, round: &Round, chunk: usize) -> String {
    let mut held: Vec<(u32, &str)> = Vec::new();
    for (term, word) in &round.scored.terms {
        let Some(id) = index.term(term) else { continue };
        let mut holds = false;
        index.visit(id, |at, _| holds |= at == chunk);
        if holds {
            held.push((index.spread(id), &word.word));
        }
    }
    // The rarest word says most.
    held.sort_unstable();
    let words: Vec<String> = held.iter().take(WORDS).map(|(_, word)| format!("`{word}`")).collect();
    words.join(", ")
}
