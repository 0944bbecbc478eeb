//! The expansion over the reference graph: the neighbours of the best files, over imports and references in both
//! directions, ranked by their own nearness to the text. They come behind the answer and displace nothing (S2.17).

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::gate::spread;
use super::index::SearchIndex;
use super::round::{FoundFile, Round, TOP_K};
use super::text_kind::TextKind;
use crate::primitive::{Engine, GraphExpand};
use crate::work::Unit;

/// The files that the expansion starts from (S2.8), and the most neighbours that are fetched (S2.9).
const SEEDS: usize = 5;
const NEIGHBOURS: usize = 30;

/// The neighbours that were kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Expansion {
    /// The neighbours, the nearest first, each with the seed that it is connected with.
    pub kept: Vec<(FoundFile, FileId)>,
    /// The course of it.
    pub trace: GraphExpand,
}

/// Expands the best files of a round; what is in the base is left out.
pub(super) fn expand(engine: &Engine<'_>, index: &SearchIndex, round: &Round, base: &[FoundFile]) -> Expansion {
    let seeds: Vec<FileId> = round.found.iter().take(SEEDS).map(|it| FileId(index.files[it.at])).collect();
    let mut trace = GraphExpand { seeds: seeds.len(), ..GraphExpand::default() };
    let without = |trace: GraphExpand, reason| Expansion {
        kept: Vec::new(),
        trace: GraphExpand { reason: Some(reason), ..trace },
    };
    if seeds.is_empty() {
        return without(trace, "no-seeds");
    }
    if engine.snapshot.imports.is_empty() && engine.snapshot.refers.is_empty() {
        return without(trace, "no-graph-tables");
    }
    // The files of an index are in order.
    let place = |file: FileId| index.files.binary_search(&file.0).ok();
    let mut pulled =
        neighbours(engine, index, &seeds, |file| place(file).is_none_or(|at| index.is(at, TextKind::Source)));
    engine.meter.take_of(Unit::Candidates, &mut pulled);
    trace.neighbours_pulled = pulled.len();
    if pulled.is_empty() {
        return without(trace, "no-neighbours");
    }
    let vectors: Vec<(usize, FileId)> = pulled.iter().filter_map(|(file, seed)| Some((place(*file)?, *seed))).collect();
    trace.scored = vectors.len();
    if vectors.is_empty() {
        return without(trace, "no-embeddings");
    }
    let cosine = |at: usize| round.scored.file_cosine[at];
    let top: Vec<f64> = round.found.iter().take(TOP_K).map(|it| cosine(it.at)).collect();
    let (mean, deviation) = spread(&top);
    let least = (mean - engine.thresholds.k_sigma * deviation).max(engine.thresholds.tau_floor);
    let known: FxHashSet<usize> = base.iter().map(|it| it.at).collect();
    let near = vectors.into_iter().filter(|(at, _)| cosine(*at) >= least && !known.contains(at));
    let mut kept: Vec<(FoundFile, FileId)> = near
        .map(|(at, seed)| (FoundFile { at, score: cosine(at), chunks: round.best_chunks(engine, index, at) }, seed))
        .collect();
    kept.sort_by(|a, b| a.0.order(&b.0));
    trace.kept = kept.len();
    Expansion { kept, trace }
}

/// The neighbours of the seeds, the most important first, each with its first seed.
fn neighbours(
    engine: &Engine<'_>,
    index: &SearchIndex,
    seeds: &[FileId],
    is_source: impl Fn(FileId) -> bool,
) -> Vec<(FileId, FileId)> {
    let place = |seed: FileId| seeds.iter().position(|it| *it == seed);
    let mut found: Vec<(FileId, FileId)> = cg_rules::neighbours(engine.imports(), seeds);
    found.retain(|(_, file)| is_source(*file));
    found.sort_by_key(|(seed, file)| (*file, place(*seed)));
    found.dedup_by_key(|(_, file)| *file);
    found.sort_by_key(|(_, file)| (std::cmp::Reverse(index.rank(file.0)), *file));
    found.truncate(NEIGHBOURS);
    found.into_iter().map(|(seed, file)| (file, seed)).collect()
}
