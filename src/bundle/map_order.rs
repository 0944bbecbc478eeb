//! The order of the map: by band, in each what is named or given first, then by the ranks that all queries give a file, so that no
//! query fills its band alone.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::claim::Candidate;
use super::relevance::RelevanceIndex;
use super::request::BundleRequest;
use crate::manifest::Band;
use crate::plan::{PlannedBand, Step, StepSource};
use crate::primitive::Role;

/// The constant of reciprocal rank fusion: the larger, the less the first places of a query count.
const SMOOTH: f64 = 10.0;

/// The steps of a band whose order says something. What a glob matches has no rank but its path, unless it must be read.
fn ranked(band: &PlannedBand) -> impl Iterator<Item = &Step> {
    let is_ranked = |step: &&Step| step.source != StepSource::Globs || band.band == Band::MustRead;
    band.steps.iter().filter(is_ranked)
}

/// The claims in the order of the map. No budget changes it.
pub fn map_order(request: &BundleRequest<'_>, marker: &RelevanceIndex<'_>, claims: &[Candidate]) -> Vec<usize> {
    // Words lead to tests behind all sources: where another query brings one, that says where it belongs.
    let (mut scores, mut by_words): (FxHashMap<FileId, f64>, FxHashMap<FileId, f64>) = Default::default();
    // A query that a later band repeats, to list what the first had no room for, ranks its files once.
    let mut met: FxHashSet<&str> = FxHashSet::default();
    let steps = request.plan.bands.iter().flat_map(ranked);
    for step in steps.filter(|step| step.call.is_empty() || met.insert(&step.call)) {
        let is_search = step.primitive().is_some_and(|it| it.role == Role::Found);
        for (rank, hit) in step.kept.iter().enumerate() {
            let is_behind = is_search && request.engine.is_aside(hit.file);
            let scores = if is_behind { &mut by_words } else { &mut scores };
            *scores.entry(hit.file).or_default() += 1.0 / (SMOOTH + rank as f64);
        }
    }
    let of = |scores: &FxHashMap<FileId, f64>, file: FileId| scores.get(&file).copied().unwrap_or(0.0);
    let score = |at: usize| of(&scores, claims[at].file).max(of(&by_words, claims[at].file));
    let mut order: Vec<usize> = (0..claims.len()).collect();
    let class = |at: usize| match claims[at].rank.0 {
        0 => 0,
        _ if !request.flow.is_derived && marker.holds_name(claims[at].file) => 1,
        _ => 2,
    };
    order.sort_by(|one, other| {
        let place = |at: usize| (claims[at].band, class(at));
        place(*one).cmp(&place(*other)).then(score(*other).total_cmp(&score(*one))).then(one.cmp(other))
    });
    order
}
