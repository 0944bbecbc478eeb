//! The provenance, as far as a reader acts on it: what is left out, remarks, the next steps. The JSON has all of it.

use std::fmt::Write;

use super::given_names::GivenNames;
use super::left_out::left_out;
use super::missing::others;
use super::steps::{is_load, is_set, load, steps};
use super::{flow, map, plain};
use crate::bundle::{Bundle, Guidance, QueryRecord, ScipRecord, ShortfallKind, Unsettled};
use crate::scip::Confidence;

/// Writes the provenance; nothing where there is nothing to say.
pub fn write_provenance(out: &mut String, bundle: &Bundle, names: &GivenNames<'_>) {
    // The map ends with what is left out.
    let is_mapped = bundle.bands.iter().any(|band| !band.items.is_empty());
    let mut lines: Vec<String> = left_out(bundle).filter(|_| !is_mapped).into_iter().collect();
    let scip = bundle.index.scip.as_ref().filter(|it| it.confidence != Confidence::High);
    lines.extend(scip.map(indexes));
    if bundle.redacted > 0 {
        let what = if bundle.redacted == 1 { "credential gives" } else { "credentials give" };
        lines.push(format!("secrets: {} {what} way to `[redacted]`", bundle.redacted));
    }
    lines.extend(bundle.budget.unsettled.map(|unsettled| format!("budget: {}", remark(unsettled))));
    lines.extend(flow::loose_ends(bundle));
    lines.extend(skipped(bundle));
    lines.extend(remarks(bundle, |query| !is_of_head(query)));
    lines.extend(others(bundle));
    lines.extend(next(bundle));
    if lines.is_empty() {
        return;
    }
    line!(out, "## notes");
    for text in lines {
        line!(out, "{}", plain::line("- ", &names.shortened(&text)));
    }
}

/// The next steps that neither a shortfall nor the map has.
fn next(bundle: &Bundle) -> Vec<String> {
    let others = steps(bundle).filter(|step| !is_load(step) && !is_set(step));
    let mut lines: Vec<String> = others.map(|step| format!("next: {}: {}", step.why, plain::code(&step.run))).collect();
    let load = load(bundle).filter(|_| map::loadable(bundle).is_none());
    lines.extend(load.map(|step| format!("next: {}", plain::code(&step.run))));
    lines
}

fn remark(unsettled: Unsettled) -> &'static str {
    match unsettled {
        Unsettled::OverCeiling => "the text stays longer than the ceiling allows",
        Unsettled::Unmeasured => "the number of characters is not that of the text; no round made them agree",
    }
}

/// One line for each reason for which queries were not run, but for inputs that a next step names.
fn skipped(bundle: &Bundle) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    let is_advised = |why: &str| bundle.guidance.iter().any(|step| is_set(step) && names_all(step, why));
    for query in bundle.queries.iter().filter(|query| !query.is_unneeded) {
        let Some(why) = query.skipped.as_deref() else { continue };
        if bundle.budget.ceiling.has_meta() && is_advised(why) {
            continue;
        }
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(&query.name),
            None => reasons.push((why, vec![&query.name])),
        }
    }
    reasons.into_iter().map(|(why, names)| format!("not run, as {why}: {}", names.join(", "))).collect()
}

/// Whether a step gives a value to each input that a reason names.
fn names_all(step: &Guidance, why: &str) -> bool {
    let mut named = why.split('`').skip(1).step_by(2);
    let is_given = |name: &str| step.run.contains(&format!("--set {name}="));
    named.all(is_given)
}

/// Whether the remarks of a query come before all files: those of a search, and on where a package is locked and required.
pub(super) fn is_of_head(query: &QueryRecord) -> bool {
    query.search.is_some() || query.compute.starts_with("dep_graph.")
}

/// The remarks of some queries, each once with the queries that it is about, but for those that a shortfall repeats.
pub(super) fn remarks(bundle: &Bundle, is_meant: impl Fn(&QueryRecord) -> bool) -> Vec<String> {
    let mut remarks: Vec<(String, Vec<&str>)> = Vec::new();
    let is_trivial = bundle.flow.as_ref().is_none_or(|flow| flow.is_trivial);
    let is_empty_spine = |query: &QueryRecord| is_trivial && query.compute.starts_with("call_graph.spine(");
    for query in bundle.queries.iter().filter(|query| is_meant(query) && !is_empty_spine(query)) {
        // Without an index the text answers for everything.
        let downgraded = query.downgraded.iter().filter(|_| bundle.index.scip.is_some()).cloned();
        // That an input was left out is known to who left it out.
        let is_said = bundle.missing.iter().any(|it| it.kind == ShortfallKind::Fallback && it.query == query.name);
        let fallback = query.fallback.iter().filter(|why| !is_said && !why.contains("has no value")).cloned();
        let notes = query.notes.iter().filter(|note| !query.settled.contains(note)).cloned();
        let all = downgraded.chain(fallback).chain(notes);
        // That a search is unsure of its files is said once, of whichever query has its answer.
        let weak = bundle.missing.iter().filter(|it| it.kind == ShortfallKind::WeakText).map(|it| &it.query);
        let mut weak = weak.filter_map(|name| bundle.queries.iter().find(|it| it.name == *name));
        let is_weak = query.search.is_some() && weak.any(|it| it.compute == query.compute);
        let all = all.filter(|text| !(is_weak && text.starts_with("searched ")));
        for text in all.filter(|text| !bundle.missing.iter().any(|it| it.what == *text)) {
            match remarks.iter_mut().find(|(known, _)| *known == text) {
                Some((_, names)) => names.push(&query.name),
                None => remarks.push((text, vec![&query.name])),
            }
        }
    }
    // What several queries say is of the request.
    let said = |(text, names): (String, Vec<&str>)| if let [name] = *names { format!("{name}: {text}") } else { text };
    remarks.into_iter().map(said).collect()
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
