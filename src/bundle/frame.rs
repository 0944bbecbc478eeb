//! What is printed around the files: foreseen at its longest, before any file is placed.

use super::record::ContextRecord;
use super::request::Request;
use crate::base::redact;
use crate::plan::PlannedBand;

/// Texts beside the files take at most this share of the ceiling together; what is longer is cut, and says so.
const CONTEXT_PERCENT: u64 = 50;

/// The characters of the head with the inputs, the flow, and the provenance with a line for every remark, at the most.
pub fn frame(request: &Request<'_>) -> u64 {
    const HEAD_AND_TAIL: usize = 360;
    const INPUT: usize = 180;
    const QUERY: usize = 130;
    const GUIDANCE: usize = 130;
    const STEPS: usize = 4;
    let length = |text: &Option<String>| text.as_ref().map_or(0, |text| text.chars().count() + 20);
    let meta = request.ceiling.has_meta();
    let steps = request.plan.bands.iter().flat_map(|band| &band.steps).map(|step| {
        let notes: usize = step.answer.notes.iter().map(|note| note.chars().count() + step.name.len() + 6).sum();
        let remarks = [&step.skipped, &step.fallback, &step.answer.downgraded];
        let legend = step.why.chars().count() + step.name.len() + 4;
        let account = if meta { QUERY + step.name.len() } else { 0 };
        account + legend + notes + remarks.iter().map(|remark| length(remark)).sum::<usize>()
    });
    let names = request.manifest.inputs.iter().map(|input| input.name.chars().count());
    let inputs: usize = request
        .bound
        .inputs()
        .map(|(_, values, _)| values.iter().map(|value| value.chars().count() + 2).sum::<usize>().min(INPUT))
        .sum();
    let head = request.manifest.description.chars().count() + inputs + names.sum::<usize>();
    let n_steps = request.plan.bands.iter().map(|band| band.steps.len()).sum::<usize>();
    let guidance = if meta { n_steps.min(STEPS) * GUIDANCE } else { 0 };
    (HEAD_AND_TAIL + head + guidance + steps.sum::<usize>()) as u64 + super::stream::printed(request)
}

/// The texts of a band, cut to their share of the ceiling.
pub fn context(request: &Request<'_>, band: &PlannedBand) -> Vec<ContextRecord> {
    let n_texts = request.plan.bands.iter().map(|band| band.context.len()).sum::<usize>().max(1) as u64;
    let most = usize::try_from(request.ceiling.max_chars * CONTEXT_PERCENT / 100 / n_texts).unwrap_or(usize::MAX);
    let cut = |text: &str| {
        let n_chars = text.chars().count();
        if n_chars <= most {
            return text.to_owned();
        }
        let head: String = text.chars().take(most).collect();
        format!("{head}\n… {} more characters", n_chars - most)
    };
    let texts = band.context.iter().map(|context| {
        let safe = redact(&context.text);
        let (key, text, untrusted) = (context.key.clone(), cut(&safe.text), context.untrusted);
        ContextRecord { key, text, untrusted, redacted: safe.lines.len() }
    });
    texts.collect()
}
