//! Counts how much an index resolved.

use rustc_hash::FxHashSet;

use super::absence::Absent;
use super::decoded::{Decoded, LOCAL};
use super::health::Numbers;
use super::verdict::{CheckedSite, Verdict};
use crate::base::{Position, TextPart};

/// The checked state of one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The verdict.
    pub verdict: Verdict,
    /// How many of its references have another name in the text.
    pub n_mismatched: u32,
    /// How many of its imports of packages are resolved, and how many there are.
    pub imports: (u32, u32),
}

/// The numbers of each source.
pub fn of(decoded: &Decoded, known: &[Known], absent: &Absent) -> Vec<Numbers> {
    let is_dangling = dangling(decoded);
    let mut numbers = vec![Numbers::default(); decoded.sources.len()];
    for (numbers, coverage) in numbers.iter_mut().zip(&absent.coverage) {
        numbers.coverage = *coverage;
    }
    for (document, known) in decoded.documents.iter().zip(known) {
        let of_source = &mut numbers[document.source as usize];
        of_source.documents += 1;
        match known.verdict {
            Verdict::Fresh => of_source.fresh += 1,
            Verdict::Stale { .. } => of_source.stale += 1,
            Verdict::Missing => of_source.missing += 1,
            Verdict::Unverifiable => of_source.unverifiable += 1,
        }
        of_source.imports.part += known.imports.0;
        of_source.imports.of += known.imports.1;
        of_source.mismatched.part += known.n_mismatched;
        for occurrence in decoded.occurrences_of(document) {
            of_source.own_undefined.of += 1;
            let refers = occurrence.symbol != LOCAL && !occurrence.is_definition();
            of_source.mismatched.of += u32::from(refers);
            of_source.own_undefined.part += u32::from(refers && is_dangling[occurrence.symbol as usize]);
        }
    }
    numbers
}

/// For each symbol: whether it is of a package that is defined here, and not defined itself. What ends with a type in
/// brackets is not required: rust-analyzer names the `impl` behind `Self` so, and no document defines one.
fn dangling(decoded: &Decoded) -> Vec<bool> {
    let mut is_defined = vec![false; decoded.symbols.len()];
    for occurrence in decoded.occurrences.iter().filter(|it| it.is_definition() && it.symbol != LOCAL) {
        is_defined[occurrence.symbol as usize] = true;
    }
    let defined = decoded.symbols.iter().zip(&is_defined).filter(|(_, is_defined)| **is_defined);
    let own: FxHashSet<&str> = defined.map(|(symbol, _)| package(symbol)).collect();
    decoded
        .symbols
        .iter()
        .zip(&is_defined)
        .map(|(symbol, it)| !it && !symbol.ends_with(']') && own.contains(package(symbol)))
        .collect()
}

/// The prefix of a symbol that names its package: four words, in which a blank is doubled.
fn package(symbol: &str) -> &str {
    let bytes = symbol.as_bytes();
    let (mut at, mut n_words) = (0, 0);
    while n_words < 4 && at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b' ', Some(b' ')) => at += 2,
            (b' ', _) => (at, n_words) = (at + 1, n_words + 1),
            _ => at += 1,
        }
    }
    symbol.part(..at)
}

/// How many of the places that import packages have an occurrence of a global symbol, and how many there are.
pub fn resolved(imports: &[Position], sites: &[CheckedSite], is_global: impl Fn(usize) -> bool) -> (u32, u32) {
    if imports.is_empty() {
        return (0, 0);
    }
    let mut spans: Vec<(Position, u32)> =
        sites.iter().enumerate().filter(|(at, _)| is_global(*at)).map(|(_, site)| (site.start, site.length)).collect();
    spans.sort_unstable();
    let is_resolved = |place: &&Position| {
        let next = spans.partition_point(|(start, _)| start <= *place);
        let last = next.checked_sub(1).and_then(|at| spans.get(at));
        last.is_some_and(|(start, length)| start.line == place.line && place.column < start.column + length)
    };
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    (count(imports.iter().filter(is_resolved).count()), count(imports.len()))
}
