//! `skeleton`: the signatures of types and members; the outline of prose; the head of other text.

use super::headings::headings;
use super::lines::LineSet;
use super::page::Page;
use crate::facts::Definition;
use crate::language::DeclKind;

/// How many lines stand for a file without definitions that is no prose.
const HEAD: u32 = 40;

/// How many lines one signature takes at the most: a constructor of thirty parameters says no more than its first.
const LONGEST: u32 = 8;

/// The signatures of all definitions outside bodies, those in `first` before others, in this order; the headings of
/// Markdown; nothing of other text. A signature begins on the line with the name, whatever decorators stand before it
/// (S0.17).
pub fn outline(page: &Page<'_>, first: &[usize]) -> Vec<LineSet> {
    let mut surface: Vec<(usize, &Definition)> = page.surface().collect();
    if surface.is_empty() {
        return headings(page);
    }
    let place = |at: &usize| first.iter().position(|it| it == at).unwrap_or(usize::MAX);
    surface.sort_by_key(|(at, row)| (place(at), rank(row), *at));
    surface.iter().map(|(_, row)| signature(page, row)).collect()
}

/// The first lines of the types and callables outside bodies, but for those in `first`.
pub fn brief(page: &Page<'_>, first: &[usize]) -> Vec<LineSet> {
    let is_named = |row: &Definition| row.kind.is_type() || row.kind.is_callable() || row.kind == DeclKind::Impl;
    let mut rows: Vec<(usize, &Definition)> =
        page.surface().filter(|(at, row)| is_named(row) && !first.contains(at)).collect();
    rows.sort_by_key(|(at, row)| (rank(row), *at));
    rows.iter().map(|(_, row)| LineSet::of(row.at.line, row.at.line)).collect()
}

/// The beginning of a file without definitions.
pub fn head(page: &Page<'_>) -> LineSet {
    LineSet::of(1, page.n_lines().min(HEAD))
}

fn signature(page: &Page<'_>, row: &Definition) -> LineSet {
    LineSet::of(row.at.line, page.signature_end(row).min(row.at.line + LONGEST - 1))
}

/// The signatures of the definitions around some lines, and these lines: requested uses without the bodies.
pub fn around(page: &Page<'_>, sites: &[u32]) -> LineSet {
    let mut lines = LineSet::default();
    let is_around = |row: &Definition| sites.iter().any(|site| (row.start_line..=row.end_line).contains(site));
    for (_, row) in page.surface().filter(|(_, row)| is_around(row)) {
        signature(page, row).ranges().for_each(|(first, last)| lines.add(first, last));
    }
    sites.iter().for_each(|site| lines.add(*site, *site));
    lines
}

/// Orders definitions by how much they say about a file: types, then public callables, then other callables.
fn rank(row: &Definition) -> u8 {
    match row.kind {
        kind if kind.is_type() => 0,
        DeclKind::Impl | DeclKind::Module => 1,
        kind if kind.is_callable() && row.exported => 2,
        kind if kind.is_callable() => 3,
        _ => 4,
    }
}
