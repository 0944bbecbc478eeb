//! Which files the steps of a band claim, each once, and which stay out of it.

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::item::{LeftOut, Omission};
use super::mark::RelevanceIndex;
use super::request::BundleRequest;
use crate::manifest::{Band, Render};
use crate::plan::{PlannedBand, Step};
use crate::primitive::{Hit, Role};

/// A file that a step claims in its band.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// The file.
    pub file: FileId,
    /// How many steps it is away.
    pub hops: u32,
    /// The position of the step's entry in the ledger.
    pub record: usize,
    /// How the author, or the band, wants it shown.
    pub render: Option<Render>,
}

/// The candidates of one band's steps, and those that were left out.
#[derive(Default)]
pub struct Claims {
    /// The candidates in the order of placement: promoted ones first.
    pub claims: Vec<Candidates>,
    /// For each hit that an earlier claim holds, the entry of its step.
    pub deduped: Vec<usize>,
    /// The files left out, with the entry of their step.
    pub out: Vec<(usize, LeftOut)>,
}

/// The claims of a band whose first entry in the ledger is `first`. `seen` holds what earlier bands show.
pub fn claims(
    request: &BundleRequest<'_>,
    marker: &RelevanceIndex<'_>,
    band: &PlannedBand,
    seen: &FxHashSet<FileId>,
    first: usize,
) -> Claims {
    let mut found = Claims::default();
    let mut claimed: FxHashSet<FileId> = FxHashSet::default();
    let mut order: Vec<usize> = (0..band.steps.len()).collect();
    order.sort_by_key(|at| !band.steps[*at].promoted);
    for at in order {
        let (step, record) = (&band.steps[at], first + at);
        let left = |hit: &Hit, reason| LeftOut {
            path: request.engine.snapshot.path(hit.file).to_owned(),
            query: step.name.clone(),
            reason,
            hops: hit.hops,
        };
        for hit in &step.kept {
            let is_known = seen.contains(&hit.file) || claimed.contains(&hit.file);
            let standing = if is_known { Standing::Shown } else { standing(request, marker, step, hit.file) };
            let render = match standing {
                Standing::Shown => {
                    found.deduped.push(record);
                    continue;
                }
                Standing::Out => {
                    found.out.push((record, left(hit, Omission::Aside)));
                    continue;
                }
                Standing::Listed => Some(Render::Listed),
                Standing::Free => render(request, band.band, step, hit.file),
            };
            claimed.insert(hit.file);
            found.claims.push(Candidates { file: hit.file, hops: hit.hops, record, render });
        }
        found.out.extend(step.over_cap.iter().map(|hit| (record, left(hit, Omission::OverCap))));
    }
    found
}

/// Whether a step may show a file.
enum Standing {
    Free,
    /// As a line of a list: a use in a test is a fact to know, and its text no answer.
    Listed,
    /// Another query shows it.
    Shown,
    /// It is aside, and no input or glob names it.
    Out,
}

/// Tests, examples, fixtures, and vendored or generated files are no source answer (S0.19), unless somebody names them.
fn standing(request: &BundleRequest<'_>, marker: &RelevanceIndex<'_>, step: &Step, file: FileId) -> Standing {
    let row = request.engine.snapshot.file_row(file);
    let is_aside = row.is_some_and(|row| row.is_aside);
    if !is_aside || !role(step).is_some_and(Role::is_about_source) {
        return Standing::Free;
    }
    let others = marker.steps(file);
    let is_named = marker.is_named(file) || others.iter().any(|other| other.primitive().is_none());
    if is_named || promoted(request, file) {
        return Standing::Free;
    }
    if others.iter().any(|other| role(other) == Some(Role::Tests)) {
        return Standing::Shown;
    }
    if role(step) == Some(Role::Uses) { Standing::Listed } else { Standing::Out }
}

/// The role of a step that is a query.
fn role(step: &Step) -> Option<Role> {
    step.primitive().map(|primitive| primitive.role)
}

/// Whether an input or a glob names this file by its path.
fn promoted(request: &BundleRequest<'_>, file: FileId) -> bool {
    let path = request.engine.snapshot.path(file);
    request.promoted.iter().any(|wanted| wanted == path)
}

/// How a file is wanted. What may be read is a list, but for what is promoted.
fn render(request: &BundleRequest<'_>, band: Band, step: &Step, file: FileId) -> Option<Render> {
    let is_loaded = band != Band::MayRead || step.promoted || promoted(request, file);
    match (is_loaded, band) {
        (false, _) => Some(Render::Listed),
        // Listing is for the band: a promoted file is loaded.
        (true, Band::MayRead) => step.render.filter(|view| *view != Render::Listed),
        (true, _) => step.render,
    }
}
