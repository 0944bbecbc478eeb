//! Laws of the views, over pages of random definitions.

use proptest::prelude::*;

use super::clusters::group;
use super::lines::LineSet;
use super::page::elided;
use super::passage::essence;
use super::skeleton::outline;
use super::*;
use crate::base::Position;
use crate::bundle::extent::View;
use crate::bundle::item::Elided;
use crate::bundle::layout::{Frame, ItemHead, Layout};
use crate::bundle::{Bundle, ContextRecord};
use crate::facts::{Definition, NONE};
use crate::language::DeclKind;
use crate::primitive::Passage;

/// A line costs its number and its text; a mark costs its names.
#[derive(Debug)]
struct Numbered;

impl Layout for Numbered {
    fn overhead(&self, _: &Frame<'_>) -> u64 {
        0
    }
    fn context(&self, _: &ContextRecord) -> u64 {
        0
    }
    fn entry(&self, _: &ItemHead<'_>) -> u64 {
        0
    }
    fn item(&self, _: &ItemHead<'_>) -> u64 {
        0
    }
    fn mapped_item(&self, _: &str) -> u64 {
        0
    }
    fn line(&self, number: u32, text: &str) -> u64 {
        format!("{number}\t{text}\n").chars().count() as u64
    }
    fn elision(&self) -> u64 {
        7
    }
    fn printed(&self, _: &Bundle) -> u64 {
        0
    }
}

/// A file of functions, each with so many lines between it and the one before, and so many of its own.
fn page(functions: &[(u32, u32)]) -> (Page<'static>, Vec<(u32, u32)>) {
    let mut text = String::new();
    let mut rows = Vec::new();
    let mut ranges = Vec::new();
    let mut line = 1;
    for (before, own) in functions {
        for _ in 0..*before {
            text.push_str("// between\n");
        }
        let (first, last) = (line + before, line + before + own);
        for at in first..=last {
            text.push_str(&format!("line {at} of a body\n"));
        }
        rows.push(row(first, last));
        ranges.push((first, last));
        line = last + 1;
    }
    (page_of(text, rows), ranges)
}

/// A function on some lines.
pub(super) fn row(first: u32, last: u32) -> Definition {
    Definition {
        file: cg_rules::FileId(0),
        name: 0,
        kind: DeclKind::Function,
        container: NONE,
        owner: NONE,
        at: Position { line: first, column: 1 },
        start_line: first,
        end_line: last,
        body_line: first,
        exported: true,
        platform: Default::default(),
    }
}

/// The page of a text with some functions.
pub(super) fn page_of(text: String, rows: Vec<Definition>) -> Page<'static> {
    let names = vec!["work"; rows.len()];
    Page::new(text, rows, names, Markup::None, &Numbered)
}

fn functions() -> impl Strategy<Value = Vec<(u32, u32)>> {
    proptest::collection::vec((0u32..30, 0u32..40), 1..9)
}

fn marks(ranges: &[(u32, u32)], importances: &[u8]) -> Marks {
    let spans = ranges.iter().zip(importances).enumerate().filter(|(_, (_, importance))| **importance > 0);
    let spans: Vec<Span> = spans
        .map(|(at, ((first, last), importance))| Span {
            first: *first,
            last: *last,
            importance: *importance,
            definition: Some(at),
            is_whole: false,
        })
        .collect();
    let bodies = spans.iter().filter(|span| span.importance >= NAMED).filter_map(|span| span.definition);
    let bodies = bodies.map(|definition| Body { definition, tier: 3, is_passed: false }).collect();
    Marks { spans, bodies, ..Marks::default() }
}

const GRAIN: Grain = Grain { gap: 8, context: 3 };

proptest! {
    /// Clusters are the spans, joined where a walk line by line finds no longer hole than the gap.
    #[test]
    fn a_cluster_is_a_run_of_lines_without_a_long_hole(ranges in functions(), gap in 0u32..20) {
        let (page, ranges) = page(&ranges);
        let spans: Vec<Span> = ranges.iter().map(|(first, last)| Span { first: *first, last: *last, importance: 1, definition: None, is_whole: false }).collect();
        let marked = |line: u32| ranges.iter().any(|(first, last)| (*first..=*last).contains(&line));
        let mut wanted: Vec<(u32, u32)> = Vec::new();
        for line in (1..=page.n_lines()).filter(|line| marked(*line)) {
            match wanted.last_mut() {
                Some((_, last)) if line <= *last + gap.max(1) => *last = line,
                _ => wanted.push((line, line)),
            }
        }
        let found: Vec<(u32, u32)> = group(spans, gap.max(1)).iter().map(|cluster| (cluster.first, cluster.last)).collect();
        prop_assert_eq!(found, wanted);
    }

    /// X3: each rung holds the lines of the one below it, costs more, and is charged what the layout says of each excerpt
    /// and each mark.
    #[test]
    fn a_ladder_only_climbs(ranges in functions(), importances in proptest::collection::vec(0u8..11, 9), view in 0usize..4) {
        let (page, ranges) = page(&ranges);
        let marks = marks(&ranges, &importances);
        let view = [View::Full, View::Clusters, View::Focused, View::Skeleton][view];
        let rungs = ladder(&page, &marks, GRAIN, aim(view));
        for pair in rungs.windows(2) {
            prop_assert!(pair[0].cost < pair[1].cost && pair[0].class <= pair[1].class);
            prop_assert!(pair[0].lines.iter().all(|line| pair[1].lines.holds(line, line)));
        }
        for rung in &rungs {
            let mut charged = 0;
            for excerpt in page.excerpts(&rung.lines) {
                charged += (excerpt.first_line..).zip(excerpt.text.lines()).map(|(at, text)| Numbered.line(at, text)).sum::<u64>();
            }
            let ranges: Vec<(u32, u32)> = rung.lines.ranges().collect();
            let ends = ranges.iter().map(Some).chain([None]).skip(1);
            for (before, after) in ranges.iter().zip(ends) {
                let hidden = after.map_or(page.n_lines() + 1, |it| it.0) - before.1 - 1;
                if hidden > 0 && (before.0 < before.1 || after.is_none_or(|it| it.0 < it.1)) {
                    charged += Numbered.elision();
                    prop_assert!(hidden > 3, "{hidden} lines behind {before:?} give way to a mark");
                }
            }
            prop_assert_eq!(rung.cost, charged);
        }
        if view == View::Full {
            prop_assert_eq!(rungs.last().map(|rung| rung.view), Some(View::Full));
        }
    }

    /// S0.20 to S0.22: a named body is there before anything that nobody named.
    #[test]
    fn a_named_body_comes_first(ranges in functions(), importances in proptest::collection::vec(0u8..4, 9), named in 0usize..9) {
        let (page, ranges) = page(&ranges);
        let named = named % ranges.len();
        let mut importances = importances;
        importances[named] = NAMED;
        let (first, last) = ranges[named];
        for view in [View::Full, View::Clusters, View::Focused] {
            let rungs = ladder(&page, &marks(&ranges, &importances), GRAIN, aim(view));
            let before = rungs.iter().take_while(|rung| rung.class < Urgency::Rest).last().expect("a rung");
            prop_assert!(before.lines.holds(first, last), "{:?} {:?}", before, (first, last));
        }
    }

    /// Behind its first lines a file shows its passages in their order, and where words alone led to it, a named body only then.
    #[test]
    fn passages_keep_their_order(ranges in functions(), importances in proptest::collection::vec(0u8..11, 9), is_whole: bool) {
        let (page, ranges) = page(&ranges);
        let places = (1..).zip(&ranges).filter(|(place, _)| place % 2 == 1);
        let passages = places.map(|(place, (first, last))| Passage { first: *first, last: *last, place }).collect();
        let marks = Marks { passages, ..marks(&ranges, &importances) };
        let view = if is_whole { View::Full } else { View::Clusters };
        let rungs = ladder(&page, &marks, GRAIN, Aim { is_found: true, ..aim(view) });
        let later = rungs.iter().filter(|rung| rung.class != Urgency::Entry);
        prop_assert!(later.clone().is_sorted_by_key(|rung| (rung.class, rung.place)), "{:?}", rungs);
        for rung in later.filter(|rung| rung.place == u32::MAX) {
            let essences = marks.passages.iter().map(|it| essence(&page, it.first, it.last));
            prop_assert!(essences.flat_map(|it| it.ranges().collect::<Vec<_>>()).all(|it| rung.lines.holds(it.0, it.1)), "{:?}", rung);
        }
    }

    /// Whatever led to a file, no step of it is served before the one below: it would never be reached.
    #[test]
    fn steps_are_served_in_their_order(
        ranges in functions(), importances in proptest::collection::vec(0u8..11, 9), view in 0usize..4, bits in 0u8..16,
    ) {
        let (page, ranges) = page(&ranges);
        let places = (1..).zip(&ranges).filter(|(place, _)| place % 2 == 1);
        let passages = places.map(|(place, (first, last))| Passage { first: *first, last: *last, place }).collect();
        let marks = Marks { passages, is_given: bits & 8 > 0, ..marks(&ranges, &importances) };
        let view = [View::Full, View::Clusters, View::Focused, View::Skeleton][view];
        let led = Aim { is_found: bits & 1 > 0, is_later: bits & 2 > 0, is_input: bits & 4 > 0, ..aim(view) };
        let rungs = ladder(&page, &marks, GRAIN, led);
        let order = rungs.iter().skip(1).map(|rung| (rung.is_later, rung.class, rung.place));
        prop_assert!(order.clone().is_sorted(), "{:?} {:?}", led, order.collect::<Vec<_>>());
    }

    /// A skeleton has every signature, whatever their number.
    #[test]
    fn a_skeleton_has_all_signatures(ranges in functions()) {
        let (page, ranges) = page(&ranges);
        let rungs = ladder(&page, &Marks::default(), GRAIN, aim(View::Skeleton));
        let last = rungs.last().expect("a rung");
        prop_assert!(ranges.iter().all(|(first, _)| last.lines.holds(*first, *first)));
    }
}

fn aim(view: View) -> Aim {
    Aim {
        view,
        is_around_sites: false,
        is_bodies_only: false,
        is_brief: false,
        is_input: false,
        is_found: false,
        is_later: false,
        most: u64::MAX,
    }
}

/// S1.8: a container over most of the file does not make it one dump.
#[test]
fn an_envelope_is_no_cluster() {
    let (page, ranges) = page(&[(2, 3), (40, 3), (40, 3)]);
    let mut rows = page.definitions.clone();
    rows.insert(0, Definition { kind: DeclKind::Class, start_line: 1, end_line: page.n_lines(), ..rows[0] });
    let names = vec!["work"; rows.len()];
    let text: String = (1..=page.n_lines()).map(|line| page.line(line)).collect();
    let page = Page::new(text, rows, names, Markup::None, &Numbered);
    let mut marks = marks(&ranges, &[NAMED, 0, 0]);
    marks.spans[0].definition = Some(1);
    marks.bodies[0].definition = 1;
    marks.spans.push(Span { first: 1, last: page.n_lines(), importance: 10, definition: Some(0), is_whole: false });
    let rungs = ladder(&page, &marks, GRAIN, aim(View::Clusters));
    let shown = &rungs.last().expect("the named function").lines;
    assert!(shown.holds(ranges[0].0, ranges[0].1) && !shown.holds(ranges[1].0, ranges[1].1), "{shown:?}");
}

/// S1.6: by importance first, then by density, then by sum, then the shorter.
#[test]
fn clusters_are_chosen_by_importance_then_density() {
    let span = |first, last, importance| Span { first, last, importance, definition: None, is_whole: false };
    let mut clusters =
        group(vec![span(1, 40, 9), span(100, 104, 3), span(105, 109, 3), span(200, 220, 3), span(300, 300, 2)], 1);
    clusters.sort_by(super::clusters::Cluster::before);
    let order: Vec<u32> = clusters.iter().map(|cluster| cluster.first).collect();
    assert_eq!(order, [1, 100, 200, 300]);
}

/// S0.17: a signature begins at the name, not at its decorator.
#[test]
fn a_skeleton_shows_the_line_with_the_name() {
    let text =
        "@Throws(IOException::class)\n@Override\nfun intercept(chain: Chain): Response {\n  return a\n}\n".repeat(4);
    let row = |at: u32| Definition {
        file: cg_rules::FileId(0),
        name: 0,
        kind: DeclKind::Method,
        container: NONE,
        owner: NONE,
        at: Position { line: at + 2, column: 5 },
        start_line: at,
        end_line: at + 4,
        body_line: at + 2,
        exported: true,
        platform: Default::default(),
    };
    let rows: Vec<Definition> = [1, 6, 11, 16].map(row).to_vec();
    let page = Page::new(text, rows, vec!["intercept"; 4], Markup::None, &Numbered);
    let lines = |first: &[usize]| outline(&page, first).iter().flat_map(LineSet::iter).collect::<Vec<_>>();
    assert_eq!(lines(&[]), [3, 8, 13, 18]);
    // What matters comes first.
    assert_eq!(lines(&[3]), [18, 3, 8, 13]);
}

#[test]
fn a_long_markdown_file_is_told_by_its_highest_headings() {
    let text: String =
        (0..90).map(|at| if at % 10 == 0 { format!("# {at}\n") } else { format!("### {at}\n") }).collect();
    let page = Page::new(text, Vec::new(), Vec::new(), Markup::Markdown, &Numbered);
    let lines: Vec<u32> = outline(&page, &[]).iter().flat_map(LineSet::iter).take(12).collect();
    assert_eq!(lines, [1, 11, 21, 31, 41, 51, 61, 71, 81, 2, 3, 4]);
}

#[test]
fn a_mark_names_no_more_than_fits_in_short() {
    let names = |count: usize| (0..count).map(|at| format!("parse_part_{at}")).collect::<Vec<_>>();
    let kept = |names| {
        let elided = elided(41, 88, names);
        (elided.names.len(), elided.more)
    };
    assert_eq!(kept(Vec::new()), (0, 0));
    assert_eq!(kept(names(2)), (2, 0));
    assert_eq!(kept(names(40)), (6, 34));
    assert_eq!(kept(vec!["n".repeat(50); 3]), (1, 2));
}

/// The lines that [`Page::settle`] shows, by its definition: line by line, and hole by hole until none is left to fill.
fn settled_slowly(page: &Page<'_>, wanted: &LineSet, below: &LineSet) -> LineSet {
    let last = page.n_lines();
    let mut lines: LineSet = below.ranges().collect();
    let kept: Vec<u32> = wanted.iter().filter(|line| *line <= last && !page.is_blank(*line)).collect();
    let missing = (1..=last).filter(|line| !kept.contains(line)).count();
    if !kept.is_empty() && kept.len() as u32 * 100 > last * 80 && missing <= 40 {
        lines.add(1, last);
    }
    kept.iter().for_each(|line| lines.add(*line, *line));
    while !lines.as_slice().is_empty() {
        let before = lines.clone();
        for (first, end) in gaps(&lines, last) {
            let around = [first - 1, end + 1].map(|at| lines.ranges().find(|it| (it.0..=it.1).contains(&at)));
            let most = if Elided::has_mark(around[0], around[1]) { 3 } else { 2 };
            if end - first < most || (first..=end).all(|line| page.is_blank(line)) {
                lines.add(first, end);
                break;
            }
        }
        if lines == before {
            break;
        }
    }
    lines
}

/// The lines that others leave out, as ranges.
fn gaps(lines: &LineSet, last: u32) -> Vec<(u32, u32)> {
    let mut left = LineSet::default();
    (1..=last).filter(|line| !lines.holds(*line, *line)).for_each(|line| left.add(line, line));
    left.ranges().collect()
}

/// Some ranges of lines.
fn some_lines() -> impl Strategy<Value = LineSet> {
    let ranges = proptest::collection::vec((1u32..70, 0u32..6), 0..9);
    ranges.prop_map(|ranges| {
        let mut lines = LineSet::default();
        ranges.iter().for_each(|(first, more)| lines.add(*first, first + more));
        lines
    })
}

proptest! {
    /// Filling holes at once is filling them one by one, in whatever order.
    #[test]
    fn settling_is_a_closure(blanks in proptest::collection::vec(any::<bool>(), 1..70), wanted in some_lines(), below in some_lines()) {
        let text: String = blanks.iter().map(|is_blank| if *is_blank { " \n" } else { "text\n" }).collect();
        let page = Page::new(text, Vec::new(), Vec::new(), Markup::None, &Numbered);
        let below = page.settle(&below, &LineSet::default());
        prop_assert_eq!(page.settle(&wanted, &below), settled_slowly(&page, &wanted, &below));
    }
}
