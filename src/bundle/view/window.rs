//! A window: what is shown of a body that is too long to be shown whole.

use super::lines::LineSet;
use super::page::Page;
use crate::facts::Definition;

/// The most lines of a signature, with its decorators.
const SIGNATURE: u32 = 5;
/// The most lines that a window is drawn around.
const SITES: usize = 6;

/// `before` and, of the definition, its signature and as much around the sites inside it as the cap allows; without
/// sites, as much of its beginning. `None` where not even the signature fits.
pub fn window(page: &Page<'_>, before: &LineSet, row: &Definition, sites: &[u32], cap: u64) -> Option<LineSet> {
    let first = row.start_line.max(row.at.line.saturating_sub(SIGNATURE - 1)).min(row.at.line);
    let last = page.signature_end(row).min(first + SIGNATURE - 1).max(row.at.line);
    let head = before.with(&LineSet::of(first, last));
    let fits = |lines: &LineSet| page.cost(&page.settle(lines)) <= cap;
    if !fits(&head) {
        return None;
    }
    let inside: Vec<u32> =
        sites.iter().copied().filter(|line| last < *line && *line <= row.end_line).take(SITES).collect();
    if inside.is_empty() {
        return Some(beginning(head, last + 1, row.end_line, fits));
    }
    let around = |context: u32| {
        let mut lines = head.clone();
        for line in &inside {
            lines.add(line.saturating_sub(context).max(row.start_line), (line + context).min(row.end_line));
        }
        lines
    };
    // The widest context that fits; then as many of the sites as do.
    if let Some(lines) = [12, 6, 3, 1, 0].into_iter().map(around).find(|lines| fits(lines)) {
        return Some(lines);
    }
    let mut lines = head;
    for line in inside {
        let mut more = lines.clone();
        more.add(line, line);
        if fits(&more) {
            lines = more;
        }
    }
    Some(lines)
}

/// As many lines from `first` on as fit, by halving.
fn beginning(head: LineSet, first: u32, last: u32, fits: impl Fn(&LineSet) -> bool) -> LineSet {
    let upto = |end: u32| head.with(&LineSet::of(first, end));
    let (mut low, mut high) = (first.saturating_sub(1), last);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if fits(&upto(middle)) { low = middle } else { high = middle - 1 }
    }
    upto(low)
}
