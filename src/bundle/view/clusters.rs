//! Clusters: the ranges of a file that matter, those that lie near each other as one, the weightiest first (S1.6 to
//! S1.8, S0.20 to S0.22).

use super::lines::LineSet;
use super::page::Page;

/// A range that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first line.
    pub first: u32,
    /// The last line.
    pub last: u32,
    /// 10 named on the spine, 9 named, 3 connected with it, 2 a site, 1 anything else.
    pub importance: u8,
    /// The definition that it is, as a place on the page; `None` for a site.
    pub definition: Option<usize>,
    /// All of the definition is wanted, however much of the file that is.
    pub is_whole: bool,
}

impl Span {
    /// A site.
    pub fn of_line(line: u32, importance: u8) -> Self {
        Self { first: line, last: line, importance, definition: None, is_whole: false }
    }
}

/// Ranges that lie near each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cluster {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) importance: u8,
    pub(super) sum: u64,
    pub(super) spans: Vec<Span>,
}

impl Cluster {
    fn of(span: Span) -> Self {
        let Span { first, last, importance, .. } = span;
        Self { first, last, importance, sum: u64::from(importance), spans: vec![span] }
    }

    fn lines(&self) -> u64 {
        u64::from(self.last - self.first) + 1
    }

    /// The order of choice: by importance, then density, then sum; then the shorter, then the earlier.
    pub(super) fn before(&self, other: &Self) -> std::cmp::Ordering {
        let dense = |one: &Self, two: &Self| one.sum * two.lines();
        other
            .importance
            .cmp(&self.importance)
            .then_with(|| dense(other, self).cmp(&dense(self, other)))
            .then_with(|| other.sum.cmp(&self.sum))
            .then_with(|| self.lines().cmp(&other.lines()))
            .then_with(|| self.first.cmp(&other.first))
    }
}

/// Ranges as clusters, in the order of the text: two are one where at most `gap` lines lie between them.
pub(super) fn group(mut spans: Vec<Span>, gap: u32) -> Vec<Cluster> {
    spans.sort_by_key(|span| (span.first, span.last, span.importance));
    let mut clusters: Vec<Cluster> = Vec::new();
    for span in spans {
        match clusters.last_mut() {
            Some(cluster) if span.first <= cluster.last.saturating_add(gap) => {
                cluster.last = cluster.last.max(span.last);
                cluster.importance = cluster.importance.max(span.importance);
                cluster.sum += u64::from(span.importance);
                cluster.spans.push(span);
            }
            _ => clusters.push(Cluster::of(span)),
        }
    }
    clusters
}

/// A range with its context: some lines on either side, to the end of the paragraph, and none of a neighbour's. A
/// definition ends where it ends, and has the comment above it only where all of that fits.
pub(super) fn padded(page: &Page<'_>, cluster: &Cluster, context: u32) -> LineSet {
    let (first, last) = (cluster.first, cluster.last);
    let is_free = |line: u32| {
        let mut around = page.surface().filter(|(_, row)| row.start_line <= line && line <= row.end_line);
        !page.is_blank(line) && around.all(|(_, row)| row.start_line <= first && last <= row.end_line)
    };
    let is_definition = |at: u32, edge: fn(&Span) -> u32| {
        cluster.spans.iter().any(|span| edge(span) == at && span.definition.is_some())
    };
    let (mut from, mut to) = (first, last);
    while from > 1 && first - from < context && is_free(from - 1) {
        from -= 1;
    }
    if from > 1 && is_definition(first, |span| span.first) && is_free(from - 1) {
        from = first;
    }
    while to < page.n_lines() && to - last < context && is_free(to + 1) && !is_definition(last, |span| span.last) {
        to += 1;
    }
    LineSet::of(from, to)
}
