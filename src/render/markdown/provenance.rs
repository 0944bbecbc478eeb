//! The provenance: the account of the queries, the index, remarks, the next steps.

use std::fmt::Write;

use super::plain;
use crate::bundle::{Bundle, IndexRecord, QueryRecord, ScipRecord, Unsettled, account};

/// Writes the provenance.
pub fn write_provenance(out: &mut String, bundle: &Bundle) {
    line!(out, "## provenance\n");
    let has_meta = bundle.budget.ceiling.has_meta();
    // A query whose files are all there needs no word; the JSON has the account of each.
    for query in bundle.queries.iter().filter(|query| has_meta && query.over_cap + query.deferred > 0) {
        line!(out, "{}", plain::line("- ", &account(query)));
    }
    write_index(out, &bundle.index);
    if bundle.redacted > 0 {
        let what = if bundle.redacted == 1 { "credential gives" } else { "credentials give" };
        line!(out, "- secrets: {} {what} way to `[redacted]`", bundle.redacted);
    }
    if let Some(unsettled) = bundle.budget.unsettled {
        line!(out, "- budget: {}", remark(unsettled));
    }
    write_skipped(out, &bundle.queries);
    write_remarks(out, &bundle.queries);
    for step in bundle.guidance.iter().filter(|_| has_meta) {
        line!(out, "{}", plain::line("- ", &format!("next: {}: {}", step.why, plain::code(&step.run))));
    }
}

fn write_index(out: &mut String, index: &IndexRecord) {
    let gaps: Vec<String> = index.gaps.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    let gaps = if gaps.is_empty() { "none".to_owned() } else { gaps.join(", ") };
    line!(out, "- index: {} files, {} of them source; gaps: {gaps}", index.files, index.source_files);
    if let Some(scip) = &index.scip {
        line!(out, "{}", plain::line("- ", &indexes(scip)));
    }
}

fn remark(unsettled: Unsettled) -> &'static str {
    match unsettled {
        Unsettled::OverCeiling => "the text stays longer than the ceiling allows",
        Unsettled::Unmeasured => "the number of characters is not that of the text; no round made them agree",
    }
}

/// One line for each reason for which queries were not run.
fn write_skipped(out: &mut String, queries: &[QueryRecord]) {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for query in queries {
        let Some(why) = query.skipped.as_deref() else { continue };
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(&query.name),
            None => reasons.push((why, vec![&query.name])),
        }
    }
    for (why, names) in reasons {
        line!(out, "{}", plain::line("- ", &format!("not run, as {why}: {}", names.join(", "))));
    }
}

/// The remarks of all queries, each once with the queries that it is about.
fn write_remarks(out: &mut String, queries: &[QueryRecord]) {
    let mut remarks: Vec<(String, Vec<&str>)> = Vec::new();
    for query in queries {
        let downgraded = query.downgraded.iter().cloned();
        for text in downgraded.chain(query.fallback.clone()).chain(query.notes.iter().cloned()) {
            match remarks.iter_mut().find(|(known, _)| *known == text) {
                Some((_, names)) => names.push(&query.name),
                None => remarks.push((text, vec![&query.name])),
            }
        }
    }
    for (text, names) in remarks {
        line!(out, "{}", plain::line("- ", &format!("{}: {text}", names.join(", "))));
    }
}

/// One line on compilers' indexes: which there are, how far they are trusted, and why no further.
fn indexes(scip: &ScipRecord) -> String {
    let sources = scip.sources.iter().map(|source| {
        let numbers = source.numbers;
        let mut text = format!(
            "{} by {} {}: {} confidence, {} of {} documents fresh",
            source.name,
            source.tool,
            source.version,
            source.confidence.word(),
            numbers.fresh,
            numbers.documents
        );
        if !source.reasons.is_empty() {
            text.push_str(&format!(" ({})", source.reasons.join("; ")));
        }
        text
    });
    format!("scip: {}", sources.collect::<Vec<_>>().join("; "))
}
