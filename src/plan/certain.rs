//! The files of a search by words that are shown: few where it is sure, and none beside documents where it is not.

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::stage::is_sure;
use super::step::Step;
use crate::manifest::Render;
use crate::primitive::{Engine, Hit, Retrieved, Run};

/// How many files a sure search keeps: the fewer, the more times the needed lead the first file leads.
const FEW: [(f64, usize); 2] = [(3.0, 4), (2.0, 6)];
const SURE: usize = 10;
/// The first files, whose neighbours it keeps too, and the lead at which it keeps none.
const LEADERS: usize = 3;
const FAR: f64 = 3.0;

/// The hits of a step that are kept, and the others, each in their order. A sure search keeps its first files, and of the others those
/// that import one of the very first, or are imported by it; beside a document, the first alone.
pub(super) fn kept(engine: &Engine<'_>, step: &Step) -> Option<(Vec<Hit>, Vec<Hit>)> {
    if step.render == Some(Render::Listed) || step.promoted || !is_sure(step) {
        return None;
    }
    let trace = step.answer.trace.as_ref()?;
    let is_led = match step.primitive()?.run {
        Run::Found(Retrieved::Cascade) => true,
        Run::Found(Retrieved::Related) => !step.answer.is_beside_code,
        _ => false,
    };
    let is_alone = step.answer.is_beside_documents;
    let first: Vec<FileId> = step.kept.iter().take(LEADERS).map(|hit| hit.file).collect();
    let is_far = trace.gap >= FAR * trace.tau;
    let neighbours: FxHashSet<FileId> = if is_led && !is_alone && !is_far {
        cg_rules::neighbours(engine.imports(), &first).into_iter().map(|(_, file)| file).collect()
    } else {
        FxHashSet::default()
    };
    let few = FEW.iter().find(|(times, _)| trace.gap >= times * trace.tau).map_or(SURE, |it| it.1);
    let most = if is_alone { 1 } else { few };
    let is_named = |hit: &Hit| engine.is_aside(hit.file) && step.answer.named_files.contains(&hit.file);
    let is_kept = |(at, hit): &(usize, Hit)| *at < most || neighbours.contains(&hit.file) || is_named(hit);
    let (kept, others): (Vec<_>, Vec<_>) = step.kept.iter().cloned().enumerate().partition(is_kept);
    let hits = |of: Vec<(usize, Hit)>| of.into_iter().map(|(_, hit)| hit).collect();
    is_led.then(|| (hits(kept), hits(others)))
}

/// Whether the files of a step are only listed: words alone lead from a document to them, and the search is unsure.
pub(super) fn is_listed(step: &Step) -> bool {
    let is_searched = step.answer.trace.is_some() && step.answer.is_beside_documents;
    is_searched && step.render.is_none() && !step.promoted && !is_sure(step) && !step.kept.is_empty()
}
