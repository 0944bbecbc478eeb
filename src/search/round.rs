//! One round of a search: the files nearest to a text, each with its best chunk, in the order of a fused score.

use std::cmp::Ordering;

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::chunk::{LineRange, ScoredChunk};
use super::derived::Derived;
use super::folder::named_folders;
use super::index::SearchIndex;
use super::lanes;
use super::mention::mentions;
use super::phrase::Phrase;
use super::rank::{Scored, score};
use super::relied::relied;
use super::scrap::behind;
use super::standard::Standard;
use super::text_kind::TextKind;
use super::text_mention::{Certainty, sure_files};
use crate::primitive::{Engine, Located, without_words_of_form};
use crate::work::Unit;

/// The most sources that the words of a text bring.
pub(super) const TOP_K: usize = 20;
/// The files of a round, by each measure.
const ROUND_FILES: usize = 30;
/// The weights of a chunk's cosine, and of the share of the text's terms and the whole of its words that it holds (S2.6).
const COSINE: f64 = 0.8;
const LEXICAL: f64 = 0.2;
const TERM_SHARE: f64 = 0.75;
const PHRASE: f64 = 0.25;
/// A lead below this leaves the order to PageRank, which adds at most as much to so many files (S2.27).
const TIE: f64 = 0.005;
const TIED: usize = 5;

/// A file that a search found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FoundFile {
    /// Its place among the indexed files.
    pub at: usize,
    /// Its fused score.
    pub score: f64,
    /// Its chunks that hold any word, the best first.
    pub chunks: Vec<ScoredChunk>,
}

impl FoundFile {
    /// The best first; of equals the first path.
    pub fn order(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(self.at.cmp(&other.at))
    }
}

/// One round.
pub(super) struct Round {
    /// The text against every chunk and file.
    pub scored: Scored,
    /// The text as one phrase.
    phrase: Phrase,
    /// The first sources with a cosine, the nearest first.
    pub by_cosine: Vec<usize>,
    /// The sources of the round, best first.
    pub found: Vec<FoundFile>,
    scale: ChunkScale,
    named: NamedPlaces,
}

/// The greatest scores of any chunk, by which the two measures of a chunk become comparable.
#[derive(Clone, Copy, Debug, Default)]
struct ChunkScale {
    near: f64,
    bm25: f64,
}

/// Runs a round.
pub(super) fn round(engine: &Engine<'_>, index: &SearchIndex, text: &str) -> Round {
    let scored = score(index, &without_words_of_form(text), &engine.meter);
    let sources = |scores: &[f64]| ranked(index, scores, TextKind::Source, ROUND_FILES);
    let (by_cosine, by_words) = (sources(&scored.file_cosine), sources(&scored.file_bm25));
    let by_whole = sources(&scored.whole_bm25);
    let named = named(engine, index, text);
    let by_name = named.sources(index, &scored);
    // By turns, so that a limit takes the last of every measure away; what is surely named comes first.
    let by_turns = (0..ROUND_FILES).flat_map(|at| [by_cosine.get(at), by_words.get(at), by_whole.get(at)]).flatten();
    let mut met: FxHashSet<usize> = FxHashSet::default();
    let mut pool: Vec<usize> = by_name.iter().chain(by_turns).copied().filter(|at| met.insert(*at)).collect();
    engine.meter.take_of(Unit::Candidates, &mut pool);
    pool.sort_unstable();
    let phrase = Phrase::of(index, text);
    let folders = named_folders(engine.snapshot, index, text);
    let mut round = Round { scored, phrase, by_cosine, scale: ChunkScale::default(), found: Vec::new(), named };
    round.scale = round.chunk_scale();
    let best: Vec<Vec<ScoredChunk>> = pool.iter().map(|at| round.best_chunks(engine, index, *at)).collect();
    let near: Vec<f64> = round.tied(engine, index, &pool, &best);
    let Derived { prior, prior_spread, of_sources, .. } = index.derived();
    let scored = &round.scored;
    let [words, whole, path] =
        [&scored.file_bm25, &scored.whole_bm25, &scored.path].map(|scores| Standard::of(scores, of_sources));
    let mut found = Vec::new();
    for ((at, near), chunks) in pool.iter().zip(near).zip(best) {
        let score = words.score(round.scored.file_bm25[*at])
            + WHOLE * whole.score(round.scored.whole_bm25[*at])
            + PATH * path.score(round.scored.path[*at])
            + PRIOR * prior_spread.score(prior[*at])
            + NAMED * round.named.of_file(index.files[*at])
            + FOLDER * folders.get(&index.files[*at]).copied().unwrap_or(0.0)
            + near;
        found.push(FoundFile { at: *at, score, chunks: behind(index, chunks) });
    }
    let (files, scores): (Vec<u32>, Vec<f64>) = found.iter().map(|it| (index.files[it.at], it.score)).unzip();
    let imported = |file: u32| engine.snapshot.imports.headed([file]).map(|row| row.to.0);
    for (found, relied) in found.iter_mut().zip(relied(&files, &scores, imported)) {
        found.score += RELIED * relied;
    }
    found.sort_by(FoundFile::order);
    round.found = one_of_each(index, found);
    round
}

/// The weights beside that of the best chunks: of the file as a whole, of the words of its path, of how much others rely on
/// it, of a name that the text holds and that is declared once or in few files; the most that names add; and of a folder that it names.
const WHOLE: f64 = 0.5;
const PATH: f64 = 0.15;
const PRIOR: f64 = 0.1;
const NAMED: f64 = 1.0;
const MOST_NAMED: f64 = 2.0;
const FOLDER: f64 = 1.0;
/// The weight of the scores of the best files that rely on a file.
const RELIED: f64 = 0.1;

/// The files and lines that a text names: each counts by the number of files that the name may mean.
#[derive(Default)]
struct NamedPlaces {
    files: FxHashMap<u32, f64>,
    /// For each file the lines of what is named.
    lines: FxHashMap<u32, Vec<(u32, f64)>>,
    /// The definitions that the text surely names.
    defs: Vec<DefId>,
    /// The files that it surely names, or that declare what it names.
    sure: Vec<FileId>,
}

impl NamedPlaces {
    fn of_file(&self, file: u32) -> f64 {
        self.files.get(&file).copied().unwrap_or(0.0)
    }

    /// The sources of the names that mean one file, where these hold any word: they are ranked, however few words they hold.
    fn sources(&self, index: &SearchIndex, scored: &Scored) -> Vec<usize> {
        let sure = self.files.iter().filter(|(_, sure)| **sure >= 1.0);
        let places = sure.filter_map(|(file, _)| index.files.binary_search(file).ok());
        let is_found = |at: &usize| index.is(*at, TextKind::Source) && scored.file_bm25[*at] > 0.0;
        let mut sources: Vec<usize> = places.filter(is_found).collect();
        sources.sort_unstable();
        sources
    }

    /// The surest name on some lines of a file.
    fn on(&self, file: u32, lines: LineRange) -> f64 {
        let named = self.lines.get(&file).map_or(&[][..], Vec::as_slice).iter();
        let inside = named.filter(|(line, _)| (lines.first..=lines.last).contains(line));
        inside.map(|(_, sure)| *sure).fold(0.0, f64::max)
    }
}

fn named(engine: &Engine<'_>, index: &SearchIndex, text: &str) -> NamedPlaces {
    let mentions = mentions(engine, index, text);
    let mut named = NamedPlaces { sure: sure_files(engine.snapshot, text, &mentions), ..NamedPlaces::default() };
    for mention in &mentions {
        let of_defs = mention.defs.iter().filter_map(|def| engine.snapshot.definition(*def));
        let of_defs = of_defs.map(|row| (row.file, Some(row.at.line)));
        let places: Vec<Located> = of_defs.chain(mention.files.iter().copied()).collect();
        let mut files: Vec<FileId> = places.iter().map(|(file, _)| *file).collect();
        files.sort_unstable();
        files.dedup();
        if mention.certainty == Certainty::Exact {
            named.defs.extend(&mention.defs);
        }
        let sure = 1.0 / files.len() as f64;
        for file in &files {
            let sum = named.files.entry(file.0).or_default();
            *sum = (*sum + sure).min(MOST_NAMED);
        }
        for (file, line) in places {
            named.lines.entry(file.0).or_default().extend(line.map(|line| (line, sure)));
        }
    }
    named
}

/// Chunks of one file, the best first; of equals the first in the text.
fn in_order(chunks: impl Iterator<Item = ScoredChunk>) -> Vec<ScoredChunk> {
    let mut chunks: Vec<ScoredChunk> = chunks.collect();
    chunks.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.chunk.cmp(&b.chunk)));
    chunks
}

/// The best files of a kind with a score, the best first; of equals the first path. Files with the same content have one
/// place.
fn ranked(index: &SearchIndex, scores: &[f64], kind: TextKind, most: usize) -> Vec<usize> {
    // Only the first are ordered; more of them where these hold copies of each other.
    let mut n_ordered = 2 * most;
    loop {
        let (first, is_all) = first_of(index, scores, kind, n_ordered);
        let best: Vec<usize> = index.once(first.into_iter()).take(most).collect();
        if best.len() == most || is_all {
            return best;
        }
        n_ordered *= 4;
    }
}

/// The first files of a kind with a score, the best first, and whether there are no others. What cannot be among them is passed over
/// by one comparison.
fn first_of(index: &SearchIndex, scores: &[f64], kind: TextKind, most: usize) -> (Vec<usize>, bool) {
    let order = |a: &usize, b: &usize| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b));
    let (mut first, mut least, mut is_all): (Vec<usize>, f64, bool) = (Vec::new(), 0.0, true);
    for &at in index.derived().of_kind(kind) {
        // A later file is behind one of the same score.
        if scores[at] > least {
            first.push(at);
            if first.len() >= 4 * most.max(1) {
                let (_, last, _) = first.select_nth_unstable_by(most.max(1) - 1, order);
                least = scores[*last];
                first.truncate(most.max(1));
                is_all = false;
            }
        }
    }
    is_all &= first.len() <= most;
    first.sort_unstable_by(order);
    first.truncate(most);
    (first, is_all)
}

/// The first of all files with the same content.
pub(super) fn one_of_each(index: &SearchIndex, mut found: Vec<FoundFile>) -> Vec<FoundFile> {
    let kept: FxHashSet<usize> = index.once(found.iter().map(|it| it.at)).collect();
    found.retain(|it| kept.contains(&it.at));
    found
}

/// The score of a chunk by its words alone.
fn by_terms(cosine: f64, share: f64) -> f64 {
    COSINE * cosine + LEXICAL * TERM_SHARE * share
}

impl Round {
    /// The definitions that the text surely names.
    pub fn named(&self) -> &[DefId] {
        &self.named.defs
    }

    /// The files that the text surely names, or that declare what it names.
    pub fn named_files(&self) -> &[FileId] {
        &self.named.sure
    }

    /// The share of the text's words that a chunk holds.
    pub fn share(&self, chunk: usize) -> f64 {
        self.scored.share[chunk]
    }

    /// The first files of another kind, by BM25 alone.
    pub fn ranked(&self, index: &SearchIndex, kind: TextKind, most: usize) -> Vec<FoundFile> {
        let files = ranked(index, &self.scored.file_bm25, kind, most);
        let found = files.into_iter().map(|at| {
            let held = index.chunks_of(at).filter(|it| self.scored.bm25[*it] > 0.0);
            let chunks = held.map(|chunk| ScoredChunk { chunk, score: self.scored.bm25[chunk] / self.scale.bm25 });
            FoundFile { at, score: self.scored.file_bm25[at], chunks: in_order(chunks) }
        });
        found.collect()
    }

    /// The files that are no sources and that the text surely names, those that hold most of its words first.
    pub fn named_behind(&self, engine: &Engine<'_>, index: &SearchIndex) -> Vec<FoundFile> {
        let places = self.named.sure.iter().filter_map(|file| index.files.binary_search(&file.0).ok());
        let behind = places.filter(|at| !index.is(*at, TextKind::Source));
        let found = behind.map(|at| {
            let chunks = self.best_chunks(engine, index, at);
            FoundFile { at, score: self.scored.file_bm25[at], chunks }
        });
        let mut found: Vec<FoundFile> = found.collect();
        found.sort_by(FoundFile::order);
        found
    }

    /// The score of the best chunk of each file, with PageRank where the first two are as good as equal.
    fn tied(&self, engine: &Engine<'_>, index: &SearchIndex, pool: &[usize], best: &[Vec<ScoredChunk>]) -> Vec<f64> {
        let first = |(at, best): (&usize, &Vec<ScoredChunk>)| {
            best.first().map_or(0.0, |it| self.chunk(engine, index, *at, it.chunk))
        };
        let mut scores: Vec<f64> = pool.iter().zip(best).map(first).collect();
        let mut order: Vec<usize> = (0..pool.len()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
        if let [first, second, ..] = order[..]
            && scores[first] - scores[second] < TIE
        {
            let most = index.ranks.iter().copied().max().unwrap_or(1).max(1) as f64;
            for at in order.into_iter().take(TIED) {
                let rank = index.rank(index.files[pool[at]]) as f64;
                scores[at] += TIE * rank / most;
            }
        }
        scores
    }

    fn chunk_scale(&self) -> ChunkScale {
        let Scored { bm25, cosine, share, .. } = &self.scored;
        ChunkScale {
            near: lanes::greatest(cosine, share, by_terms),
            bm25: lanes::greatest(bm25, bm25, |score, _| score),
        }
    }

    /// The score of a chunk of a file by the text alone (S2.6).
    fn chunk(&self, engine: &Engine<'_>, index: &SearchIndex, at: usize, chunk: usize) -> f64 {
        let phrase = if self.phrase.is_in(engine, index, at, chunk) { PHRASE } else { 0.0 };
        by_terms(self.scored.cosine[chunk], self.scored.share[chunk]) + LEXICAL * phrase
    }

    /// The chunks of a file that hold any term of the text, the best first: by nearness and by BM25 alike, as the cosine
    /// prefers short chunks and BM25 those with many rare words. A name of the text that a chunk declares counts as one that its
    /// file declares.
    pub fn best_chunks(&self, engine: &Engine<'_>, index: &SearchIndex, at: usize) -> Vec<ScoredChunk> {
        let held: Vec<usize> = index.chunks_of(at).filter(|chunk| self.scored.bm25[*chunk] > 0.0).collect();
        let near = |chunk: usize| self.chunk(engine, index, at, chunk) + self.scored.of_declared(chunk);
        let named = |chunk: usize| index.lines(chunk).map_or(0.0, |lines| self.named.on(index.files[at], lines));
        let score = |chunk: usize| {
            near(chunk) / self.scale.near + self.scored.bm25[chunk] / self.scale.bm25 + NAMED * named(chunk)
        };
        in_order(held.into_iter().map(|chunk| ScoredChunk { chunk, score: score(chunk) }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The first of a partial order are those of the whole order, however many files are copies of each other.
        #[test]
        fn the_first_are_those_of_the_whole_order(files in prop::collection::vec((0u32..4, 0u8..6, any::<bool>()), 0..200), most in 1usize..9) {
            let mut index = SearchIndex::default();
            for (at, (content, copies, is_source)) in (0..).zip(&files) {
                // One file in four is a copy of another.
                let first = (0..at).find(|it| copies % 4 == 0 && files[*it as usize].0 == *content);
                index.files.push(at);
                index.chunk_ends.push(at + 1);
                index.chunks.push([1, 9, 9]);
                index.contents.push(first.unwrap_or(at));
                index.kinds.push(if *is_source { TextKind::Source } else { TextKind::Text });
            }
            let scores: Vec<f64> = files.iter().map(|it| f64::from(it.1)).collect();
            let mut whole: Vec<usize> = (0..files.len()).filter(|at| files[*at].2 && scores[*at] > 0.0).collect();
            whole.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
            let whole: Vec<usize> = index.once(whole.into_iter()).take(most).collect();
            prop_assert_eq!(ranked(&index, &scores, TextKind::Source, most), whole);
        }
    }
}
