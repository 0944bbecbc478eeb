//! The account of a replay as tables.

use std::fmt::Write;

use super::eval_advice::LEAST_EVIDENCE;
use super::eval_record::{ChangedKind, EvalRecord, OtherCap, QueryAccount};
use super::table::table;
use crate::base::counted;

/// The account for a terminal.
pub fn text(record: &EvalRecord) -> String {
    let mut out = String::new();
    let counts = &record.commits;
    let (replayed, seen) = (counted(counts.replayed, "commit"), counts.seen);
    let _ = writeln!(out, "{} on {replayed} of {seen} ({})", record.manifest, counts.left_out());
    for input in &record.inputs {
        let _ = writeln!(out, "  {} = {}", input.name, input.from);
    }
    let sizes = &record.characters;
    let _ = writeln!(
        out,
        "characters of a bundle: {} in the middle, from {} to {}\n",
        sizes.median, sizes.least, sizes.most
    );
    out += &table(&recall(record), 0);
    out.push('\n');
    out += &table(&bands(record), 0);
    out.push('\n');
    out += &table(&queries(record), 0);
    out += "(alone: found by no other query; at another cap: found, with text, characters of all bundles)\n";
    if record.advice.is_empty() {
        let why = if counts.replayed < LEAST_EVIDENCE {
            format!("no change is proposed below {LEAST_EVIDENCE} commits")
        } else {
            "no change of the manifest follows".to_owned()
        };
        let _ = writeln!(out, "\n{why}");
    } else {
        out += "\nchanges that follow:\n";
        for advice in &record.advice {
            let _ = writeln!(out, "  `{}`: {}", advice.query, advice.message);
        }
    }
    out
}

fn cells(row: &[&str]) -> Vec<String> {
    row.iter().map(|cell| (*cell).to_owned()).collect()
}

/// A share in hundredths; `-` of nothing.
fn percent(part: usize, whole: usize) -> String {
    (part * 100 + whole / 2).checked_div(whole).map_or_else(|| "-".to_owned(), |share| share.to_string())
}

fn recall(record: &EvalRecord) -> Vec<Vec<String>> {
    let mut rows = vec![cells(&["RECALL", "changed", "found", "%", "with text", "%"])];
    for (kind, name) in ChangedKind::ALL {
        let Some(found) = record.recall.get(&kind) else { continue };
        rows.push(vec![
            name.to_owned(),
            found.changed.to_string(),
            found.found.to_string(),
            percent(found.found, found.changed),
            found.with_text.to_string(),
            percent(found.with_text, found.changed),
        ]);
    }
    rows
}

fn bands(record: &EvalRecord) -> Vec<Vec<String>> {
    let changed: usize = record.recall.values().map(|it| it.changed).sum();
    let mut rows = vec![cells(&["BAND", "files", "found", "recall %", "precision %", "characters"])];
    let all = record.bands.iter().map(|it| (it.band.name(), &it.tally)).chain([("all", &record.total)]);
    for (name, tally) in all {
        rows.push(vec![
            name.to_owned(),
            tally.files.to_string(),
            tally.found.to_string(),
            percent(tally.found, changed),
            percent(tally.found, tally.files),
            tally.characters.to_string(),
        ]);
    }
    rows
}

fn queries(record: &EvalRecord) -> Vec<Vec<String>> {
    let head = [
        "QUERY",
        "band",
        "cap",
        "ran",
        "bound",
        "files",
        "found",
        "alone",
        "characters",
        "half the cap",
        "twice the cap",
    ];
    let mut rows = vec![cells(&head)];
    for query in &record.queries {
        let at = |is_half: bool| {
            let other = query.at.iter().find(|it| query.max_files.is_some_and(|cap| (it.max_files < cap) == is_half));
            other.map_or_else(|| "-".to_owned(), |it| change(it, query))
        };
        rows.push(vec![
            query.name.clone(),
            query.band.name().to_owned(),
            query.max_files.map_or_else(|| "-".to_owned(), |cap| cap.to_string()),
            query.ran.to_string(),
            query.bound.to_string(),
            query.files.to_string(),
            query.found.to_string(),
            query.alone.to_string(),
            query.characters.to_string(),
            at(true),
            at(false),
        ]);
    }
    rows
}

/// The change of changed files and characters.
fn change(other: &OtherCap, query: &QueryAccount) -> String {
    if query.ran == 0 || other.commits == 0 {
        return "the same".to_owned();
    }
    format!("{:+}, {:+}, {:+}", other.found, other.with_text, other.characters)
}
