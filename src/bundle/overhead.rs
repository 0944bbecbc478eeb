//! The parts around the files, known before any file is placed.

use super::account;
use super::flow_section;
use super::layout::Frame;
use super::record::ContextRecord;
use super::request::BundleRequest;
use super::summed::SummedNotes;
use crate::base::{redact, without_middle};
use crate::plan::PlannedBand;

/// Texts beside the files take at most this share of the ceiling together: whoever asks has the text, and wants what is not in it.
const CONTEXT_PERCENT: u64 = 25;

/// The head with the inputs, the flow, and every query with its answer.
pub fn frame<'a>(request: &'a BundleRequest<'_>) -> Frame<'a> {
    let (bands, summed) = (request.plan.bands.iter(), SummedNotes::of(request.plan));
    let of_band =
        |band: &'a PlannedBand| band.steps.iter().map(|step| account::open(request.plan, &summed, step, band.band));
    let queries = bands.flat_map(of_band);
    let inputs = request
        .manifest
        .inputs
        .iter()
        .map(|input| (input.name.as_str(), request.bound.values(&input.name).unwrap_or_default()));
    Frame {
        description: &request.manifest.description,
        inputs: inputs.collect(),
        queries: queries.collect(),
        flow: flow_section::record(request),
        has_meta: request.ceiling.has_meta(),
    }
}

/// The texts of a band, cut to their share of the ceiling in the middle: traces say what failed at an end.
pub fn context(request: &BundleRequest<'_>, band: &PlannedBand) -> Vec<ContextRecord> {
    let n_texts = request.plan.bands.iter().map(|band| band.context.len()).sum::<usize>().max(1) as u64;
    let most = usize::try_from(request.ceiling.max_chars * CONTEXT_PERCENT / 100 / n_texts).unwrap_or(usize::MAX);
    let texts = band.context.iter().map(|context| {
        let safe = redact(&context.text);
        let (key, text, untrusted) = (context.key.clone(), without_middle(&safe.text, most), context.untrusted);
        ContextRecord { key, text, untrusted, redacted: safe.lines.len() }
    });
    texts.collect()
}
