//! The symbols of a file that it is shown for, and those that stand for it where nothing is named.

use rustc_hash::FxHashSet;

use super::view::{Marks, Page, Span};

/// The callables that other files can name.
pub fn exported(page: &Page<'_>) -> Vec<Span> {
    let surface = page.surface().filter(|(_, row)| row.exported && row.kind.is_callable());
    let spans = surface.map(|(at, row)| Span {
        first: page.start(row),
        last: row.end_line,
        importance: 2,
        definition: Some(at),
        is_whole: false,
    });
    spans.collect()
}

/// The names of what a file is shown for, the weightiest first.
pub fn symbols(page: &Page<'_>, marks: &Marks) -> Vec<String> {
    let mut spans: Vec<_> = marks.spans.iter().filter(|span| span.importance > 1).collect();
    spans.sort_by_key(|span| (std::cmp::Reverse(span.importance), span.first));
    let (mut names, mut known) = (Vec::new(), FxHashSet::default());
    for name in spans.iter().filter_map(|span| span.definition).map(|at| page.name(at)) {
        if !name.is_empty() && known.insert(name) {
            names.push(name.to_owned());
        }
    }
    names
}
