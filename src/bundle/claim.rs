//! Which files the steps of all bands claim, each once and in the highest band, and which stay out of the bundle.

use std::cmp::Reverse;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::item::{LeftOut, Omission};
use super::prose_order::{is_set, prose_weights};
use super::relevance::RelevanceIndex;
use super::request::BundleRequest;
use crate::facts::example_of;
use crate::manifest::{Band, Render};
use crate::plan::{PlannedBand, Step, StepSource};
use crate::primitive::{Hit, Role};

/// A file that a step claims in its band.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The file.
    pub file: FileId,
    /// The band.
    pub band: Band,
    /// How many steps it is away.
    pub hops: u32,
    /// The position of the step's entry in the account.
    pub record: usize,
    /// How the author, or the band, wants it shown.
    pub render: Option<Render>,
    /// The user wants it loaded.
    pub is_promoted: bool,
    /// Its place: inputs and what is named first, then the queries of a band in turns by rank.
    pub rank: (usize, usize),
}

impl Candidate {
    /// The steps that returned the file: of one that is listed those first that list it.
    pub fn ordered<'s>(&self, steps: &[&'s Step]) -> Vec<&'s Step> {
        let mut steps = steps.to_vec();
        if self.render == Some(Render::Listed) {
            steps.sort_by_key(|step| step.render != Some(Render::Listed));
        }
        steps
    }
}

/// The candidates of all steps, and the files that are none.
#[derive(Default)]
pub struct Claims {
    /// The candidates in the order of rank.
    pub claims: Vec<Candidate>,
    /// For each hit that another claim, or another query, holds: the entry of its step, the file and its hops.
    pub deduped: Vec<(usize, FileId, u32)>,
    /// The files left out, with the entry of their step.
    pub out: Vec<(usize, LeftOut)>,
    claimed: FxHashSet<FileId>,
}

impl Claims {
    /// Adds the claims of a band whose first entry in the account is `first`.
    pub fn add(&mut self, request: &BundleRequest<'_>, marker: &RelevanceIndex<'_>, band: &PlannedBand, first: usize) {
        let start = self.claims.len();
        let said = prose_weights(request, band);
        // A document in a set of paths that has no name of the request is counted, unless the manifest says how to show it.
        let is_silent = |step: &Step, file: FileId| {
            let is_optional = request.ceiling.stops_when_complete && band.band != Band::MustRead && !step.promoted;
            is_optional
                && step.render.is_none()
                && is_set(step)
                && said.get(&file) == Some(&0)
                && !is_promoted(request, file)
        };
        for (step, record) in band.steps.iter().zip(first..) {
            for (rank, hit) in step.kept.iter().enumerate() {
                let is_known = self.claimed.contains(&hit.file);
                // A promoted query loads what a query of a higher band would only list.
                let is_led = band.band != Band::MustRead && marker.steps(hit.file).iter().any(|it| it.promoted);
                let is_promoted = step.promoted || is_led || is_promoted(request, hit.file);
                if !is_known && is_silent(step, hit.file) {
                    self.out.push((record, left(request, step, hit, Omission::Sufficient)));
                    continue;
                }
                let standing =
                    if is_known { Standing::Shown } else { standing(request, marker, (band.band, step), hit) };
                let render = match standing {
                    Standing::Shown => {
                        self.deduped.push((record, hit.file, hit.hops));
                        continue;
                    }
                    Standing::Out => {
                        self.out.push((record, left(request, step, hit, Omission::Aside)));
                        continue;
                    }
                    Standing::Listed => Some(Render::Listed),
                    Standing::Free => render(band.band, step, is_promoted),
                };
                self.claimed.insert(hit.file);
                let rank = (usize::from(step.source != StepSource::Input), rank);
                let (file, hops) = (hit.file, hit.hops);
                self.claims.push(Candidate { file, band: band.band, hops, record, render, is_promoted, rank });
            }
            let reason = |at: usize| if at < step.n_behind { Omission::Sufficient } else { Omission::OverCap };
            let over = step.over_cap.iter().enumerate();
            let over = over.map(|(at, hit)| (record, left(request, step, hit, reason(at))));
            self.out.extend(over);
        }
        let used = (band.band == Band::MayRead).then(|| usage(request));
        self.claims[start..].sort_by_key(|it| {
            // What words found is ranked by the text.
            let is_found = || band.steps.get(it.record - first).and_then(role) == Some(Role::Found);
            let n_uses = match &used {
                Some(used) if !it.is_promoted => {
                    if is_found() {
                        usize::MAX
                    } else {
                        used.get(&it.file).copied().unwrap_or(0)
                    }
                }
                _ => 0,
            };
            let said = said.get(&it.file).copied().unwrap_or(0);
            (!it.is_promoted, it.rank.0, Reverse(n_uses), Reverse(said), it.rank.1, it.record)
        });
    }

    /// Adds a file that no query claims to what must be read.
    pub fn add_named(&mut self, file: FileId, record: usize, rank: (usize, usize)) {
        if self.claimed.insert(file) {
            let band = Band::MustRead;
            self.claims.push(Candidate { file, band, hops: 0, record, render: None, is_promoted: false, rank });
        }
    }
}

/// How many files import each file: a list shows first what many rely on.
fn usage(request: &BundleRequest<'_>) -> FxHashMap<FileId, usize> {
    let mut used: FxHashMap<FileId, usize> = FxHashMap::default();
    for row in request.engine.snapshot.imports.iter() {
        *used.entry(row.to).or_default() += 1;
    }
    used
}

fn left(request: &BundleRequest<'_>, step: &Step, hit: &Hit, reason: Omission) -> LeftOut {
    let path = request.engine.snapshot.path(hit.file).to_owned();
    LeftOut { path, query: step.name.clone(), reason, hops: hit.hops }
}

/// Whether a step may show a file.
enum Standing {
    Free,
    /// As a line of a list: a use in a test is a fact to know, and its text no answer, unless it must be read.
    Listed,
    /// Another query shows it.
    Shown,
    /// It is aside, and no input, glob or text names it.
    Out,
}

/// Tests, examples, fixtures, and vendored or generated files are no source answer (S0.19), unless somebody names them.
fn standing(
    request: &BundleRequest<'_>,
    marker: &RelevanceIndex<'_>,
    (band, step): (Band, &Step),
    hit: &Hit,
) -> Standing {
    let file = hit.file;
    let row = request.engine.snapshot.file_row(file);
    let is_aside = row.is_some_and(|row| row.is_aside);
    if !is_aside || !role(step).is_some_and(Role::is_about_source) || step.promoted {
        return Standing::Free;
    }
    let others = marker.steps(file);
    let is_written = |step: &Step| step.primitive().is_none() || step.answer.named_files.contains(&file);
    let is_named = marker.holds_name(file) || is_written(step) || others.iter().any(|other| is_written(other));
    // A function that a failing line or a named one calls may be where it goes wrong, wherever it is.
    let is_called = hit.hops == 1 && step.primitive().is_some_and(|it| it.name == "call_graph.callees");
    let is_beside = || hit.hops <= 1 && !row.is_some_and(|row| row.is_test) && is_of_given_example(request, file);
    if is_named || is_called || is_promoted(request, file) || is_beside() {
        return Standing::Free;
    }
    let is_tested = others.iter().any(|other| role(other) == Some(Role::Tests));
    match (role(step).is_some_and(Role::is_of_places), band) {
        (true, Band::MustRead) => Standing::Free,
        _ if is_tested => Standing::Shown,
        (true, _) => Standing::Listed,
        _ => Standing::Out,
    }
}

/// Whether a file is a part of the example that a file of the request is in: it is one for those alone that are outside of it.
fn is_of_given_example(request: &BundleRequest<'_>, file: FileId) -> bool {
    let snapshot = request.engine.snapshot;
    let Some(example) = example_of(snapshot.path(file)) else { return false };
    let steps = request.plan.bands.iter().flat_map(|band| &band.steps);
    let mut inputs = steps.filter(|step| step.source == StepSource::Input).flat_map(|step| &step.kept);
    inputs.any(|hit| example_of(snapshot.path(hit.file)) == Some(example))
}

/// The role of a step that is a query.
fn role(step: &Step) -> Option<Role> {
    step.primitive().map(|primitive| primitive.role)
}

/// Whether the user promotes this file by its path.
fn is_promoted(request: &BundleRequest<'_>, file: FileId) -> bool {
    let path = request.engine.snapshot.path(file);
    request.promoted.iter().any(|wanted| wanted == path)
}

/// How a file is wanted. What may be read is a list, but for what is promoted.
fn render(band: Band, step: &Step, is_promoted: bool) -> Option<Render> {
    match (is_promoted, band) {
        (false, Band::MayRead) => Some(Render::Listed),
        // Listing gives way to the user's word.
        (true, _) => step.render.filter(|view| *view != Render::Listed),
        (false, _) => step.render,
    }
}
