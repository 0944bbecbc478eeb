//! `skeleton`: the signatures of types and members; the outline of prose; the head of other text.

use super::headings::headings;
use super::lines::LineSet;
use super::page::Page;
use crate::facts::Definition;
use crate::language::DeclKind;

/// How many lines stand for a file without definitions that is no prose.
const HEAD: u32 = 40;

/// The first lines of what is beside something that is named take so many characters.
const BRIEF: u64 = 800;

/// How many lines one signature takes at the most.
const LONGEST: u32 = 24;

/// A body of so many lines is read by the functions inside of it.
const LONG_BODY: u32 = 100;

/// The signatures of all definitions outside bodies, those in `first` before others, in this order, and behind them the functions
/// inside of long bodies; the headings of Markdown; nothing of other text. A signature begins on the line with the name, whatever decorators stand before it
/// (S0.17).
pub fn outline(page: &Page<'_>, first: &[usize]) -> Vec<LineSet> {
    let mut surface: Vec<(usize, &Definition)> = page.surface().collect();
    if surface.is_empty() {
        return headings(page);
    }
    let place = |at: &usize| first.iter().position(|it| it == at).unwrap_or(usize::MAX);
    surface.sort_by_key(|(at, row)| (place(at), rank(row), *at));
    surface.extend(inner(page));
    surface.iter().map(|(_, row)| signature(page, row)).collect()
}

/// The named functions right inside of long bodies outside others.
fn inner<'p>(page: &'p Page<'_>) -> impl Iterator<Item = (usize, &'p Definition)> {
    let is_long = |row: &Definition| row.kind.is_callable() && row.end_line - row.start_line >= LONG_BODY;
    let bodies = page.surface().filter(move |(_, row)| is_long(row));
    bodies.flat_map(move |(of, body)| {
        let inside = page.from(of + 1).take_while(|(_, row)| row.start_line <= body.end_line);
        let mut behind = 0;
        inside.filter(move |(at, row)| {
            let is_inner = row.kind.is_callable() && row.start_line > behind && !page.name(*at).is_empty();
            behind = if is_inner { row.end_line } else { behind };
            is_inner
        })
    })
}

/// The first lines of the types and callables outside bodies, but for those in `first`. Where something in the file is named, those
/// around it, then those beside it, then the others, as many as have room: who looks for one thing needs no table of contents.
pub fn brief(page: &Page<'_>, first: &[usize], named: &[(u32, u32)]) -> Vec<LineSet> {
    let is_named = |row: &Definition| row.kind.is_type() || row.kind.is_callable() || row.kind == DeclKind::Impl;
    let mut rows: Vec<(usize, &Definition)> =
        page.surface().filter(|(at, row)| is_named(row) && !first.contains(at)).collect();
    if named.is_empty() {
        rows.sort_by_key(|(at, row)| (rank(row), *at));
        return rows.iter().map(|(_, row)| LineSet::of(row.at.line, row.at.line)).collect();
    }
    let holders: Vec<(u32, u32)> = rows.iter().map(|(_, row)| extent(row)).filter(|it| holds_any(*it, named)).collect();
    let is_beside = |row: &Definition| holders.iter().any(|holder| holds(*holder, extent(row)));
    let place = |row: &Definition| match () {
        () if holds_any(extent(row), named) => 0,
        () if is_beside(row) => 1,
        () => 2 + rank(row),
    };
    let distance = |row: &Definition| {
        let of = |(start, end): &(u32, u32)| start.saturating_sub(row.end_line).max(row.at.line.saturating_sub(*end));
        named.iter().map(of).min().unwrap_or(0)
    };
    rows.sort_by_key(|(at, row)| (place(row), distance(row), *at));
    let mut left = BRIEF;
    let has_room = |(_, row): &&(usize, &Definition)| {
        let cost = page.line_cost(row.at.line);
        let is_kept = place(row) == 0 || cost <= left;
        left = left.saturating_sub(cost);
        is_kept
    };
    rows.iter().take_while(has_room).map(|(_, row)| LineSet::of(row.at.line, row.at.line)).collect()
}

fn extent(row: &Definition) -> (u32, u32) {
    (row.start_line.min(row.at.line), row.end_line)
}

fn holds((first, last): (u32, u32), inside: (u32, u32)) -> bool {
    first <= inside.0 && inside.1 <= last && (first, last) != inside
}

fn holds_any(outer: (u32, u32), inside: &[(u32, u32)]) -> bool {
    inside.iter().any(|it| holds(outer, *it))
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
