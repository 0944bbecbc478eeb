//! Changes of a manifest that a replay speaks for, each with its figures.

use super::eval_record::{EvalAdvice, EvalRecord, OtherCap, QueryAccount};
use crate::base::counted;
use crate::manifest::Band;

/// The fewest commits that speak for a change.
pub const LEAST_EVIDENCE: usize = 5;

/// A cap is lowered where that saves one part in so many of a bundle.
const LEAST_SHARE: u64 = 100;

/// The changes, query by query; none below [`LEAST_EVIDENCE`].
pub fn advice(record: &EvalRecord) -> Vec<EvalAdvice> {
    let queries = record.queries.iter().filter(|query| query.answered >= LEAST_EVIDENCE);
    let each = queries.flat_map(|query| {
        let messages = [useless(query), lower_band(query, record), larger(query, record), smaller(query, record)];
        messages.into_iter().flatten().map(|message| EvalAdvice { query: query.name.clone(), message })
    });
    each.collect()
}

/// A query that brings files, and never one that changes.
fn useless(query: &QueryAccount) -> Option<String> {
    let is_useless = query.files > 0 && query.found == 0;
    let what = match query.band {
        Band::MustRead => "lower its band",
        Band::ShouldRead => "lower its band, or remove it",
        Band::MayRead => "remove it",
    };
    let files = counted(query.files, "file");
    is_useless.then(|| format!("{what}: {files} in {} commits, and none of them changed", query.answered))
}

/// A query of a lower band whose own files change more often than those of the band above.
fn lower_band(query: &QueryAccount, record: &EvalRecord) -> Option<String> {
    let above = match query.band {
        Band::MustRead => return None,
        Band::ShouldRead => Band::MustRead,
        Band::MayRead => Band::ShouldRead,
    };
    let other = record.bands.iter().find(|it| it.band == above)?.tally;
    let is_better = query.alone * other.files > other.found * query.own;
    (is_better && other.files > 0).then(|| {
        let own = counted(query.own, "file");
        let (alone, found, files) = (query.alone, other.found, other.files);
        format!("raise its band: {alone} of {own} that it alone returns change; of {above}, {found} of {files}")
    })
}

/// A larger cap, where a changed file more costs no more than those that bundles have.
fn larger(query: &QueryAccount, record: &EvalRecord) -> Option<String> {
    let more = query.at.iter().find(|other| Some(other.max_files) > query.max_files && other.found > 0)?;
    let found = u64::try_from(more.found).ok()?;
    let cost = u64::try_from(more.characters).unwrap_or(0) / found;
    let usual = record.total.characters / u64::try_from(record.total.found).ok().filter(|it| *it > 0)?;
    (cost <= usual).then(|| {
        format!(
            "raise `max_files` to {}: {} more, at {cost} characters each; one costs {usual} on average",
            more.max_files,
            counted(more.found.unsigned_abs() as usize, "changed file"),
        )
    })
}

/// A smaller cap that loses no changed file, and no text of one, and saves a hundredth of a bundle or more.
fn smaller(query: &QueryAccount, record: &EvalRecord) -> Option<String> {
    let harmless = |other: &&OtherCap| {
        Some(other.max_files) < query.max_files && other.found >= 0 && other.with_text >= 0 && other.characters < 0
    };
    let less = query.at.iter().find(harmless).filter(|other| other.commits >= LEAST_EVIDENCE)?;
    let saved = less.characters.unsigned_abs() / less.commits as u64;
    (saved * LEAST_SHARE >= record.characters.median).then(|| {
        format!(
            "lower `max_files` to {}: no changed file is lost in {} commits, and {saved} characters are saved in each",
            less.max_files, less.commits
        )
    })
}
