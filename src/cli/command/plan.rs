//! `--plan`: what each query finds and keeps, before any text is read.

use super::table::table;
use crate::pipeline::{Index, Planned};
use crate::plan::{PlannedBand, Step};

/// How many files of a query are named.
const SHOWN: usize = 3;

/// The index that the queries run on.
pub fn index(index: &Index) -> String {
    let counts = index.facts.counts;
    format!(
        "index: {} files, {} imports inside, {} of packages, {} unresolved\n",
        index.tree.files.len(),
        counts.imports_internal,
        counts.imports_external,
        counts.imports_unresolved
    )
}

/// The plan as a table, then what it connects.
pub fn shown(planned: &Planned<'_>) -> String {
    let head = ["", "returned", "kept", "past max", "first files"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    for band in &planned.plan.bands {
        rows.extend(band_rows(band, planned));
    }
    table(&rows, 0) + &super::flow::shown(planned)
}

fn band_rows(band: &PlannedBand, planned: &Planned<'_>) -> Vec<Vec<String>> {
    let mut rows = vec![vec![band.band.name().to_owned()]];
    for said in &band.context {
        let chars = said.text.chars().count();
        rows.push(vec![
            format!("  {}", said.key),
            String::new(),
            String::new(),
            String::new(),
            format!("{chars} characters of text"),
        ]);
    }
    rows.extend(band.steps.iter().map(|step| step_row(step, planned)));
    if rows.len() == 1 {
        return Vec::new();
    }
    rows
}

fn step_row(step: &Step, planned: &Planned<'_>) -> Vec<String> {
    let name = if step.promoted { format!("  {} (promoted)", step.name) } else { format!("  {}", step.name) };
    if let Some(why) = &step.skipped {
        let dash = || "-".to_owned();
        return vec![name, dash(), dash(), dash(), format!("not run: {why}")];
    }
    let paths: Vec<&str> = step.kept.iter().take(SHOWN).map(|hit| planned.engine.snapshot.path(hit.file)).collect();
    let more = if step.kept.len() > SHOWN { ", …" } else { "" };
    let mut files = format!("{}{more}", paths.join(", "));
    if step.kept.is_empty() && !step.answer.notes.is_empty() {
        let notes: Vec<&str> = step.answer.notes.iter().map(|note| note.text.as_str()).collect();
        files = notes.join("; ");
    }
    if step.fallback.is_some() {
        files += &format!(" (by {})", step.primitive().map_or("fallback", |it| it.name));
    }
    vec![name, step.returned().to_string(), step.kept.len().to_string(), step.over_cap.len().to_string(), files]
}
