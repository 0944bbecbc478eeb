//! The answer of a search: each file with the lines of its best chunks, and the words that it holds.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use super::cascade::Searched;
use super::chunk::ScoredChunk;
use super::excerpt::{Excerpts, ranges};
use super::index::SearchIndex;
use super::named_uses::NamedUses;
use super::round::FoundFile;
use crate::base::Position;
use crate::facts::Definition;
use crate::primitive::{Answer, Engine, Hit, Link, Passage};

/// The chunks of a file that a reason cites (S2.27).
const CITED: usize = 2;
/// The words that a reason names.
const WORDS: usize = 6;

/// The answer with its chains.
pub(super) fn answer(engine: &Engine<'_>, index: &SearchIndex, searched: &Searched) -> Answer {
    let (mut hits, mut links) = (Vec::new(), Vec::new());
    let held = HeldWords::of(index, searched);
    let base = searched.base.iter().map(|found| (found, None));
    let behind = searched.expansion.kept.iter().map(|(found, seed)| (found, Some(*seed)));
    let all: Vec<(&FoundFile, Option<FileId>)> = base.chain(behind).collect();
    let excerpts = Excerpts::of(index, all.iter().map(|(found, _)| Some(*found)));
    let uses = NamedUses::of(engine, searched.round.named());
    for (found, seed) in all {
        let file = Searched::file(index, found);
        let mut chain = words(engine, &held, (index, found), excerpts.usual(file));
        chain.extend(uses.in_file(file).iter().cloned());
        chain.extend(seed.and_then(|seed| engine.edge_between(file, seed)));
        let mut hit = hit(engine, index, found, excerpts.usual(file), u32::from(seed.is_some()));
        hit.lines.extend(uses.in_file(file).iter().map(|link| link.at.line));
        hit.lines.sort_unstable();
        hit.lines.dedup();
        hits.push(hit);
        links.push((file, chain));
    }
    let mut answer = Answer::linked(hits, links, searched.notes(engine, index));
    answer.passages = excerpts.passages;
    answer.named_defs = searched.round.named().to_vec();
    answer.named_files = searched.round.named_files().to_vec();
    answer.trace = Some(searched.trace.clone());
    answer
}

/// A file with the lines of its excerpt, the callables that lie in these, and the types that begin there: of a callable
/// that is longer than the excerpt, only the lines are meant.
pub(super) fn hit(engine: &Engine<'_>, index: &SearchIndex, found: &FoundFile, shown: &[Passage], hops: u32) -> Hit {
    let file = Searched::file(index, found);
    let shown = ranges(shown);
    let is_meant = |row: &Definition| {
        let last = if row.kind.is_callable() { row.end_line } else { row.start_line };
        shown.iter().any(|it| it.first <= row.start_line && last <= it.last)
    };
    let defs = engine.snapshot.definitions_of(file).filter(|(_, row)| row.kind.is_callable() || row.kind.is_type());
    let defs: Vec<DefId> = defs.filter(|(_, row)| is_meant(row)).map(|it| it.0).collect();
    let lines = shown.iter().flat_map(|lines| lines.first..=lines.last).collect();
    Hit { file, hops, defs, lines }
}

/// The words of a text that each of the best chunks holds, with the number of chunks that hold them.
pub(super) struct HeldWords<'s>(FxHashMap<usize, Vec<(u32, &'s str)>>);

impl<'s> HeldWords<'s> {
    /// The words in the best chunks of all that was found.
    pub fn of(index: &SearchIndex, searched: &'s Searched) -> Self {
        let behind = searched.expansion.kept.iter().map(|(found, _)| found);
        let best = searched.base.iter().chain(behind).flat_map(|found| found.chunks.iter().take(CITED));
        let mut best: Vec<usize> = best.map(|it| it.chunk).collect();
        best.sort_unstable();
        best.dedup();
        let mut held: FxHashMap<usize, Vec<(u32, &str)>> = best.iter().map(|chunk| (*chunk, Vec::new())).collect();
        for (term, word) in &searched.round.scored.terms {
            let Some(id) = index.term(term) else { continue };
            let places = index.scored_places(id);
            let mut rest = &places.chunks[..];
            for chunk in &best {
                rest = &rest[rest.partition_point(|it| (*it as usize) < *chunk)..];
                if rest.first().is_some_and(|it| *it as usize == *chunk) {
                    held.entry(*chunk).or_default().push((index.spread(id), &word.word));
                }
            }
        }
        // The rarest word says most.
        held.values_mut().for_each(|words| words.sort_unstable());
        Self(held)
    }

    /// The weightiest words of a chunk, as the text spells them.
    fn spelled(&self, chunk: usize) -> String {
        let words = self.0.get(&chunk).map_or(&[][..], Vec::as_slice);
        words.iter().take(WORDS).map(|(_, word)| format!("`{word}`")).collect::<Vec<_>>().join(", ")
    }
}

/// `holds(File, words)`, a link for each of the best chunks that are shown.
pub(super) fn words(
    engine: &Engine<'_>,
    held: &HeldWords<'_>,
    (index, found): (&SearchIndex, &FoundFile),
    shown: &[Passage],
) -> Vec<Link> {
    let file = Searched::file(index, found);
    let path = engine.snapshot.path(file);
    // The passages of a file are its chunks, in the same order.
    let link = |(it, passage): (&ScoredChunk, &Passage)| {
        let to = format!("{} in lines {}-{}", held.spelled(it.chunk), passage.first, passage.last);
        matches(path, to, file, passage.first)
    };
    let mut links: Vec<Link> = found.chunks.iter().zip(shown).take(CITED).map(link).collect();
    if links.is_empty() {
        let by_path = found.chunks.first().map(|it| format!("{} in its path", held.spelled(it.chunk)));
        links.extend(by_path.map(|to| matches(path, to, file, 1)));
    }
    links
}

fn matches(path: &str, to: String, file: FileId, line: u32) -> Link {
    Link { relation: "holds", from: path.to_owned(), to, file, at: Position { line, column: 1 } }
}
