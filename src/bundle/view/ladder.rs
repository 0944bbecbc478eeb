//! A ladder: the views of one file from a few lines to everything that is wanted. Each rung holds all lines of the one
//! below it and costs more, and no rung depends on a budget, so a larger budget never hides a line (X3).

use super::clusters::{Cluster, Span, group, padded};
use super::lines::LineSet;
use super::marks::{Body, Grain, Marks};
use super::markup::Markup;
use super::page::Page;
use super::passage::essence;
use super::skeleton::{around, brief, head, outline};
use crate::bundle::extent::View;
use crate::primitive::Passage;

/// The first rung packs about this many characters: below, a file says less than its entry in a list (S1.19).
const ENTRY: u64 = 500;
/// A further rung packs about this many, or this share of the rung below it: the room that one step may leave unused.
const STEP: u64 = 1_200;
const STEP_SHARE: u64 = 16;
/// A step above this size (one line may be a whole file) waits until everything else is served.
const OVERSIZE: u64 = 6_000;
/// So many of the lines that reasons cite are served one by one.
const FIRST_SITES: usize = 8;
/// A container over more than this share of the file is an envelope: it says nothing about where to look (S1.8).
const ENVELOPE_PERCENT: u32 = 50;

/// The place of what is behind the passages of all files.
const BEHIND: u32 = u32::MAX;

/// The urgency of a rung: a lower class is served first, over all files of a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// The smallest excerpt.
    Entry,
    /// Cited lines, bodies that are named or on the spine, signatures.
    Named,
    /// Everything else that is wanted.
    Rest,
    /// A step too large to hold back the others.
    Oversize,
}

/// One view of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The view.
    pub view: View,
    /// Its lines.
    pub lines: LineSet,
    /// The characters of its lines and marks.
    pub cost: u64,
    /// Its urgency.
    pub class: Urgency,
    /// Its place among the passages of all files; 0 for what is no passage.
    pub place: u32,
    /// Whether only a query of a lower band wants what it adds.
    pub is_later: bool,
}

/// Lines that belong together, in the order in which they are added.
struct Part {
    class: Urgency,
    view: View,
    lines: LineSet,
    place: u32,
    is_later: bool,
}

/// A request for a ladder.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// The view that is wanted.
    pub view: View,
    /// Restricts a skeleton to the definitions around sites.
    pub is_around_sites: bool,
    /// Restricts a focused file to named bodies beside the signatures.
    pub is_bodies_only: bool,
    /// Restricts signatures of what is not marked to one line, and to types and callables.
    pub is_brief: bool,
    /// Puts a whole file before the passages of others: it is what the request is about.
    pub is_input: bool,
    /// Puts all but passages and the first lines behind the passages of all files: words led here, and nobody named a symbol.
    pub is_found: bool,
    /// Puts passages behind all else: a query of a lower band found them.
    pub is_later: bool,
    /// The ladder may end behind the first rung that costs more.
    pub most: u64,
}

/// Leaves the rungs that a bound allows; whether it holds any back.
pub fn retain(rungs: &mut Vec<Rung>, allows: impl Fn(&Rung) -> bool) -> bool {
    let n_rungs = rungs.len();
    rungs.retain(allows);
    rungs.len() < n_rungs
}

/// The rungs of a file up to the view that is wanted.
pub fn ladder(page: &Page<'_>, marks: &Marks, grain: Grain, aim: Aim) -> Vec<Rung> {
    let mut climb =
        Climb { page, rungs: Vec::new(), shown: LineSet::default(), added: 0, most: aim.most, is_full: false };
    let parts = parts(page, marks, grain, aim);
    for (at, part) in parts.iter().enumerate() {
        for chunk in climb.chunks(&part.lines) {
            climb.take(part, &chunk);
            if climb.is_full {
                return climb.rungs;
            }
        }
        let kind = |part: &Part| (part.class, part.place, part.is_later);
        let ends = parts.get(at + 1).is_none_or(|next| kind(next) != kind(part));
        if ends {
            climb.emit(part);
        }
    }
    climb.rungs
}

/// The state of a ladder that is being built.
struct Climb<'p, 'a> {
    page: &'p Page<'a>,
    rungs: Vec<Rung>,
    shown: LineSet,
    /// The characters of lines since the last rung.
    added: u64,
    most: u64,
    is_full: bool,
}

impl Climb<'_, '_> {
    /// Lines in pieces of about one step, the first of a file in one of an entry.
    fn chunks(&self, lines: &LineSet) -> Vec<LineSet> {
        let mut chunks = vec![LineSet::default()];
        let mut size = 0;
        for line in lines.iter().take_while(|line| *line <= self.page.n_lines()) {
            let cost = self.page.line_cost(line);
            let step = if self.rungs.is_empty() && chunks.len() == 1 { ENTRY } else { STEP };
            if size > 0 && size + cost > step {
                chunks.push(LineSet::default());
                size = 0;
            }
            size += cost;
            if let Some(chunk) = chunks.last_mut() {
                chunk.add(line, line);
            }
        }
        chunks
    }

    fn take(&mut self, part: &Part, chunk: &LineSet) {
        for (first, last) in chunk.ranges() {
            self.added += self.page.range_cost(first, last) - self.shown_cost(first, last);
            self.shown.add(first, last);
        }
        let step = self.rungs.last().map_or(ENTRY, |rung| STEP.max(rung.cost / STEP_SHARE));
        if self.added >= step {
            self.emit(part);
        }
    }

    /// The characters of those lines of a range that are shown.
    fn shown_cost(&self, first: u32, last: u32) -> u64 {
        let known = self.shown.within(first, last);
        known.map(|(from, to)| self.page.range_cost(from, to)).sum()
    }

    /// Ends a rung with all lines that were taken.
    fn emit(&mut self, part: &Part) {
        let Part { class, view, place, is_later, .. } = *part;
        // The first lines are those by which the file is there.
        let is_later = is_later && !self.rungs.is_empty();
        if self.added == 0 {
            return;
        }
        self.added = 0;
        let none = LineSet::default();
        let below = self.rungs.last().map_or(0, |rung| rung.cost);
        let lines = self.page.settle(&self.shown, self.rungs.last().map_or(&none, |rung| &rung.lines));
        let cost = self.page.cost(&lines);
        let view = if lines == self.page.all() { View::Full } else { view };
        let before = self.rungs.last().filter(|rung| rung.is_later == is_later);
        let floor = before.map_or(Urgency::Entry, |rung| rung.class);
        let class = match self.rungs.is_empty() {
            _ if cost > below + OVERSIZE.max(below / 4) => Urgency::Oversize,
            true => Urgency::Entry,
            false => class.max(Urgency::Named).max(floor),
        };
        if cost <= below {
            // Closing a hole may cost nothing: the lines come with the rung below.
            if let Some(rung) = self.rungs.last_mut() {
                (rung.lines, rung.view) = (lines, view);
                rung.cost = cost;
            }
            return;
        }
        self.is_full = cost > self.most;
        self.rungs.push(Rung { view, lines, cost, class, place, is_later });
    }
}

/// Everything that a wanted view shows, in the order in which it is served: a part that is served behind a later one would never
/// be reached.
fn parts(page: &Page<'_>, marks: &Marks, grain: Grain, aim: Aim) -> Vec<Part> {
    let mut parts = wanted(page, marks, grain, aim);
    parts.sort_by_key(|part| (part.is_later, part.class, part.place));
    parts
}

/// Everything that a wanted view shows, the most urgent first among what has one class and one place.
fn wanted(page: &Page<'_>, marks: &Marks, grain: Grain, aim: Aim) -> Vec<Part> {
    let (wanted, mut parts) = (aim.view, Vec::new());
    if wanted == View::Listed {
        return parts;
    }
    let mut part = |class, view, lines| parts.push(Part { class, view, lines, place: 0, is_later: false });
    let sites = if aim.is_around_sites { &[&*marks.sites, &marks.cited].concat() } else { &marks.cited };
    let start = if wanted == View::Clusters { View::Clusters } else { View::Skeleton };
    if !aim.is_around_sites {
        heads(page, marks).for_each(|lines| part(Urgency::Entry, start, lines));
    }
    // One by one, so that the first lines of a file are as few as say anything.
    let (first, others) = sites.split_at(sites.len().min(FIRST_SITES));
    for sites in first.chunks(1).chain([others]) {
        part(Urgency::Entry, start, around(page, sites));
    }
    if aim.is_around_sites {
        return parts;
    }
    // The head of a page says what it is where nothing else does.
    if page.surface().next().is_none() && page.markup == Markup::None && sites.is_empty() {
        part(Urgency::Entry, View::Skeleton, head(page));
    }
    let first: Vec<usize> = marks.bodies.iter().map(|body| body.definition).collect();
    let is_by_passages = !marks.passages.is_empty();
    match wanted {
        View::Clusters => {
            parts.extend(by_clusters(page, marks, grain, aim));
            return parts;
        }
        View::Full if is_by_passages && !aim.is_input => {
            parts.extend(passages(page, marks));
            let (class, view) = (Urgency::Rest, View::Full);
            parts.push(Part { class, view, lines: page.all(), place: BEHIND, is_later: false });
            return parts;
        }
        _ => {}
    }
    let place = if aim.is_found { BEHIND } else { 0 };
    let mut part = |class, view, lines| parts.push(Part { class, view, lines, place, is_later: false });
    let mut signatures = outline(page, &first);
    let mut rest = signatures.split_off(first.len().min(signatures.len()));
    if aim.is_brief && page.surface().next().is_some() {
        rest = brief(page, &first, &named(page, marks));
    }
    signatures.into_iter().for_each(|lines| part(Urgency::Entry, View::Skeleton, lines));
    if wanted == View::Skeleton {
        rest.into_iter().for_each(|lines| part(Urgency::Named, View::Skeleton, lines));
        return parts;
    }
    let n_bodies = marks.bodies.len();
    bodies(page, marks).for_each(|lines| part(Urgency::Named, View::Focused, lines));
    let is_named = |it: &Cluster| marks.is_given && it.importance >= super::NAMED && !aim.is_bodies_only;
    let (named, others): (Vec<Cluster>, Vec<Cluster>) = chosen(page, marks, grain).into_iter().partition(is_named);
    for cluster in named {
        part(Urgency::Named, View::Focused, padded(page, &cluster, grain.context));
    }
    let view = if n_bodies == 0 { View::Skeleton } else { View::Focused };
    rest.into_iter().for_each(|lines| part(Urgency::Named, view, lines));
    if aim.is_bodies_only {
        return parts;
    }
    if wanted == View::Focused {
        parts.extend(passages(page, marks).map(|it| Part { is_later: aim.is_later, ..it }));
    }
    let mut part = |class, view, lines| parts.push(Part { class, view, lines, place, is_later: false });
    let is_document = page.markup != Markup::None && page.surface().next().is_none();
    let is_urgent = wanted == View::Full && (aim.is_input || is_document);
    let class = if is_urgent { Urgency::Named } else { Urgency::Rest };
    for cluster in others {
        part(class, View::Focused, padded(page, &cluster, grain.context));
    }
    if wanted == View::Full {
        for (_, row) in page.surface() {
            part(class, View::Focused, LineSet::of(page.start(row), row.end_line));
        }
        part(class, View::Focused, page.all());
    }
    parts
}

/// The extents of what the request names in a file.
fn named(page: &Page<'_>, marks: &Marks) -> Vec<(u32, u32)> {
    let spans = marks.spans.iter().filter(|span| marks.is_given && span.importance >= super::NAMED);
    let of_bodies = marks.bodies.iter().map(|body| body.definition).filter(|_| marks.is_given);
    spans.filter_map(|span| span.definition).chain(of_bodies).filter_map(|at| page.extent(at)).collect()
}

/// The bodies, the passages and the clusters of a file that is not drawn around its outline.
fn by_clusters(page: &Page<'_>, marks: &Marks, grain: Grain, aim: Aim) -> Vec<Part> {
    let part = |class, lines, place| Part { class, view: View::Clusters, lines, place, is_later: false };
    let of_bodies = |place| bodies(page, marks).map(move |lines| part(Urgency::Named, lines, place));
    let of_clusters = |place| {
        let clusters = chosen(page, marks, grain).into_iter();
        clusters.map(move |cluster| {
            let class = if cluster.importance >= super::NAMED { Urgency::Named } else { Urgency::Rest };
            part(class, padded(page, &cluster, grain.context), place)
        })
    };
    let passages = passages(page, marks);
    if marks.passages.is_empty() {
        let place = if aim.is_found { BEHIND } else { 0 };
        of_bodies(place).chain(of_clusters(place)).collect()
    } else if aim.is_later {
        let passages = passages.map(|it| Part { is_later: true, ..it });
        of_bodies(0).chain(of_clusters(0)).chain(passages).collect()
    } else if aim.is_found {
        passages.chain(of_bodies(BEHIND)).chain(of_clusters(BEHIND)).collect()
    } else {
        // What facts lead to comes before what has the words.
        let (near, behind): (Vec<Part>, Vec<Part>) = chosen(page, marks, grain)
            .into_iter()
            .map(|cluster| {
                let is_near = cluster.importance >= super::CONNECTED;
                let class = if is_near { Urgency::Named } else { Urgency::Rest };
                part(class, padded(page, &cluster, grain.context), if is_near { 0 } else { BEHIND })
            })
            .partition(|part| part.place == 0);
        of_bodies(0).chain(near).chain(passages).chain(behind).collect()
    }
}

/// The lines of a passage around those that hold a name of the text, with the signatures around them: where it has no room as a whole,
/// it is these for which it was chosen.
fn near_names(page: &Page<'_>, marks: &Marks, passage: &Passage) -> LineSet {
    const AROUND: u32 = 3;
    let (first, last) = (passage.first, passage.last);
    let held: Vec<u32> = marks.named_lines.iter().copied().filter(|line| (first..=last).contains(line)).collect();
    let mut lines = around(page, &held);
    held.iter().for_each(|line| lines.add(line.saturating_sub(AROUND).max(first), (line + AROUND).min(last)));
    lines
}

/// The passages that words found. What their long comments go on to say comes behind the passages of all files.
fn passages<'p>(page: &'p Page<'_>, marks: &'p Marks) -> impl Iterator<Item = Part> + 'p {
    let passages = || marks.passages.iter().filter(|it| it.last <= page.n_lines());
    let named = passages().map(|it| (near_names(page, marks, it), it.place));
    let first = passages().map(|it| (essence(page, it.first, it.last), it.place));
    let whole = passages().map(|it| (LineSet::of(it.first, it.last), BEHIND));
    let part = |(lines, place)| Part { class: Urgency::Named, view: View::Clusters, lines, place, is_later: false };
    named.chain(first).chain(whole).map(part)
}

/// The signatures of what the request names, by tier.
fn heads<'p>(page: &'p Page<'_>, marks: &'p Marks) -> impl Iterator<Item = LineSet> + 'p {
    let mut bodies: Vec<Body> = marks.bodies.iter().filter(|body| marks.is_given && !body.is_passed).copied().collect();
    bodies.sort_by_key(|body| body.tier);
    bodies.into_iter().map(|body| {
        let row = &page.definitions[body.definition];
        LineSet::of(row.at.line, page.signature_end(row))
    })
}

/// The bodies that matter, by tier; inside one the order of the flow holds. Of a body longer than a step, the lines
/// around its sites come first.
fn bodies<'p>(page: &'p Page<'_>, marks: &'p Marks) -> impl Iterator<Item = LineSet> + 'p {
    let mut bodies = marks.bodies.clone();
    bodies.sort_by_key(|body| body.tier);
    bodies.into_iter().filter(|body| !body.is_passed).flat_map(move |body| {
        const AROUND: u32 = 3;
        let row = &page.definitions[body.definition];
        let mut near = LineSet::of(row.at.line, page.signature_end(row));
        let inside = marks.sites.iter().filter(|line| (row.start_line..=row.end_line).contains(*line));
        for line in inside {
            near.add(line.saturating_sub(AROUND).max(row.start_line), (line + AROUND).min(row.end_line));
        }
        [near, LineSet::of(page.start(row), row.end_line)]
    })
}

/// The ranges that matter as clusters, the weightiest first.
fn chosen(page: &Page<'_>, marks: &Marks, grain: Grain) -> Vec<Cluster> {
    let n_lines = page.n_lines();
    let is_envelope = |span: &Span| {
        let is_container = span.definition.is_some_and(|at| !page.definitions[at].kind.is_callable());
        !span.is_whole && is_container && (span.last - span.first + 1) * 100 > n_lines * ENVELOPE_PERCENT
    };
    let inside = marks.spans.iter().filter(|span| span.first <= span.last && span.last <= n_lines);
    let mut clusters = group(inside.filter(|span| !is_envelope(span)).copied().collect(), grain.gap);
    clusters.sort_by(Cluster::before);
    clusters
}
