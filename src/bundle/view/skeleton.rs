//! `skeleton`: the signatures of types and members; the headings of Markdown; the head of other text. Bounded, as a
//! list of hundreds of signatures is no overview.

use super::lines::LineSet;
use super::page::Page;
use crate::facts::Definition;
use crate::language::DeclKind;

/// How many lines stand for a file without definitions that is no Markdown.
const HEAD: u32 = 40;

/// How many lines one signature takes at the most: a constructor of thirty parameters says no more than its first.
const LONGEST: u32 = 8;

/// At most `most` signatures, those in `first` before others. A signature begins on the line with the name, whatever
/// decorators stand before it (S0.17).
pub fn skeleton(page: &Page<'_>, first: &[usize], most: usize) -> LineSet {
    let mut lines = LineSet::default();
    let mut surface: Vec<(usize, &Definition)> = page.surface().collect();
    if surface.is_empty() {
        return if page.is_markdown { headings(page, most) } else { LineSet::of(1, page.n_lines().min(HEAD)) };
    }
    if surface.len() > most {
        surface.sort_by_key(|(at, row)| (!first.contains(at), rank(row), *at));
        surface.truncate(most);
    }
    for (_, row) in surface {
        lines.add(row.at.line, page.signature_end(row).min(row.at.line + LONGEST - 1));
    }
    lines
}

/// The signatures of the definitions around some lines, and these lines: requested uses without the bodies.
pub fn around(page: &Page<'_>, sites: &[u32]) -> LineSet {
    let mut lines = LineSet::default();
    let is_around = |row: &Definition| sites.iter().any(|site| (row.start_line..=row.end_line).contains(site));
    for (_, row) in page.surface().filter(|(_, row)| is_around(row)) {
        lines.add(row.at.line, page.signature_end(row).min(row.at.line + LONGEST - 1));
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

/// The headings, the highest levels first where they are too many.
fn headings(page: &Page<'_>, most: usize) -> LineSet {
    let mut fenced = false;
    let mut found: Vec<(usize, u32)> = Vec::new();
    for line in 1..=page.n_lines() {
        let text = page.line(line);
        if text.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced && text.starts_with('#') {
            found.push((text.chars().take_while(|letter| *letter == '#').count(), line));
        }
    }
    found.sort_unstable();
    let mut lines = LineSet::default();
    found.iter().take(most).for_each(|(_, line)| lines.add(*line, *line));
    lines
}
