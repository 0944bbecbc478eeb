//! The order of the map: by band, in each what is named or given first, then by the ranks that all queries give a file, so that no
//! query fills its band alone.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::claim::Candidate;
use super::relevance::RelevanceIndex;
use super::request::BundleRequest;
use super::share::has_other_role;
use crate::manifest::{Band, Render};
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
    // A list of tests ranks those that no other query brings.
    let mut by_lists: FxHashMap<FileId, f64> = FxHashMap::default();
    // A query that a later band repeats, to list what the first had no room for, ranks its files once.
    let mut met: FxHashSet<&str> = FxHashSet::default();
    let steps = request.plan.bands.iter().flat_map(ranked);
    for step in steps.filter(|step| step.call.is_empty() || met.insert(&step.call)) {
        let role = step.primitive().map(|it| it.role);
        let is_list = role == Some(Role::Tests) && step.render == Some(Render::Listed);
        for (rank, hit) in step.kept.iter().enumerate() {
            let is_aside = request.engine.is_aside(hit.file);
            // A source that holds tests has its place by what it is.
            if role == Some(Role::Tests) && !is_aside && has_other_role(marker.steps(hit.file), Role::Tests) {
                continue;
            }
            let is_behind = role == Some(Role::Found) && is_aside;
            let scores = match is_list {
                true => &mut by_lists,
                false if is_behind => &mut by_words,
                false => &mut scores,
            };
            *scores.entry(hit.file).or_default() += 1.0 / (SMOOTH + rank as f64);
        }
    }
    let of = |scores: &FxHashMap<FileId, f64>, file: FileId| scores.get(&file).copied().unwrap_or(0.0);
    let score =
        |at: usize| [&scores, &by_words, &by_lists].map(|it| of(it, claims[at].file)).into_iter().fold(0.0, f64::max);
    let mut order: Vec<usize> = (0..claims.len()).collect();
    let all = request.plan.bands.iter().flat_map(|band| &band.steps);
    let surely: FxHashSet<FileId> = all.flat_map(|step| step.answer.named_files.iter().copied()).collect();
    let class = |at: usize| match claims[at].rank.0 {
        0 => 0,
        // A name by its form comes before all that words are like.
        _ if surely.contains(&claims[at].file) => 1,
        _ if !request.flow.is_derived && marker.holds_name(claims[at].file) => 1,
        _ if is_behind(request, &claims[at]) => 3,
        _ => 2,
    };
    let classes: Vec<usize> = (0..claims.len()).map(class).collect();
    order.sort_by(|one, other| {
        let place = |at: usize| (claims[at].band, classes[at]);
        place(*one).cmp(&place(*other)).then(score(*other).total_cmp(&score(*one))).then(one.cmp(other))
    });
    order
}

/// Whether a file is aside, and its band has it from queries that put such files behind all sources alone.
fn is_behind(request: &BundleRequest<'_>, claim: &Candidate) -> bool {
    if !request.engine.is_aside(claim.file) {
        return false;
    }
    let of_band = request.plan.bands.iter().filter(|band| band.band == claim.band).flat_map(|band| &band.steps);
    let mut bringing = of_band.filter(|step| step.kept.iter().any(|hit| hit.file == claim.file));
    bringing.all(|step| {
        let puts_behind = step.primitive().is_some_and(|it| it.role.puts_aside_last());
        puts_behind && !step.answer.named_files.contains(&claim.file)
    })
}
