//! The account of each query: the fate of each file that it returned.

use super::query_provenance::{ConsultedRecord, QueryProvenance};
use super::record::QueryRecord;
use super::summed::SummedNotes;
use super::unbound::is_said_elsewhere;
use super::work;
use crate::manifest::Band;
use crate::plan::{Plan, QueryStop, Step, StepSource};
use crate::primitive::{Note, NoteKind};

/// The name under which files stand that no query returned, and that hold what is named.
pub const FOCUS: &str = "focus";

/// The entry of the files that hold what is named, and that no query loads.
pub fn focus(names: &str, returned: usize) -> QueryRecord {
    QueryRecord {
        why: "holds what is named, or a step of the flow".to_owned(),
        returned,
        ..QueryRecord::new(FOCUS.to_owned(), Band::MustRead, names.to_owned())
    }
}

/// The entry of a step before any of its files is placed.
pub fn open(plan: &Plan, summed: &SummedNotes<'_>, step: &Step, band: Band) -> QueryRecord {
    // The order of the names that a query is about shows nowhere.
    let mut notes: Vec<String> = step.answer.notes.iter().map(|note| note.text.clone()).collect();
    notes.sort();
    let behind = (step.n_behind > 0).then(|| {
        let n_kept = step.kept.len();
        format!(
            "of a sure search the first files and those beside them are kept: {n_kept} of {}",
            n_kept + step.n_behind
        )
    });
    notes.extend(behind.clone());
    let is_settled = |note: &&Note| {
        note.kind == NoteKind::Settled || is_said_elsewhere(plan, step, note) || summed.holds(&note.text)
    };
    let settled = step.answer.notes.iter().filter(is_settled);
    // The map counts what lies past the bound of a query.
    let settled = settled.map(|note| note.text.clone()).chain(behind).collect();
    QueryRecord {
        is_globs: step.source == StepSource::Globs,
        why: step.why.clone(),
        max_files: step.max_files,
        depth: step.answer.depth,
        evidence_floor: step.floor,
        provenance: provenance(step),
        returned: step.returned(),
        over_cap: step.over_cap.len() - step.n_behind,
        excluded: step.n_excluded,
        promoted: step.promoted,
        skipped: step.skipped.clone(),
        is_unneeded: matches!(step.stopped, Some(QueryStop::Given(_) | QueryStop::Unsure(_))),
        fallback: step.fallback.clone(),
        downgraded: step.answer.downgraded.clone(),
        chain: step.chain().map(|it| ConsultedRecord { source: it.source, why: it.why, files: it.files }).collect(),
        notes,
        settled,
        search: step.answer.trace.clone(),
        truncated_at: work::truncation(step.work()),
        ..QueryRecord::new(step.name.clone(), band, step.call.clone())
    }
}

fn provenance(step: &Step) -> QueryProvenance {
    let answered = step.skipped.is_none().then_some(step.adapter);
    QueryProvenance {
        adapter: answered.map_or("", |it| it.name),
        adapter_confidence: answered.map(|it| it.confidence),
        files_rejected_secret_shaped: step.n_secret,
        low_confidence: step.low_confidence.clone(),
    }
}

/// All entries in one sentence (S3.19): "a returned 12 files, all included; b returned 87 files, 32 included, 55 deferred
/// (budget cap)".
pub fn sentence(records: &[QueryRecord]) -> String {
    let asked = records.iter().filter(|record| record.skipped.is_none());
    let parts: Vec<String> = asked.map(account).collect();
    parts.join("; ")
}

/// The entry of one query: "b returned 87 files, 32 included, 55 deferred (budget cap)".
pub fn account(record: &QueryRecord) -> String {
    let files = if record.returned == 1 { "file" } else { "files" };
    let name = if record.is_globs { format!("{} globs", record.band) } else { record.name.clone() };
    let head = format!("{name} returned {} {files}", record.returned);
    if record.returned == 0 {
        return head;
    }
    if record.included == record.returned {
        return format!("{head}, all included");
    }
    let mut text = format!("{head}, {} included", record.included);
    let others = [
        (record.listed, "listed".to_owned()),
        (record.deduped, "already shown".to_owned()),
        (record.over_cap, format!("past max_files {}", record.max_files.unwrap_or(0))),
        (record.deferred - record.aside - record.sufficient, "deferred (budget cap)".to_owned()),
        (record.aside, "aside (tests, examples, generated or vendored files)".to_owned()),
        (record.sufficient, "not needed for a complete answer".to_owned()),
    ];
    for (count, what) in others.iter().filter(|(count, _)| *count > 0) {
        text.push_str(&format!(", {count} {what}"));
    }
    text
}
