//! One file: its heading, and its excerpts with their line numbers.

use std::fmt::Write;

use super::{map, plain};
use crate::base::visible_lines;
use crate::bundle::{Elided, Excerpt, Item};

/// Writes a file that is shown.
pub fn write_item(out: &mut String, item: &Item) {
    line!(out, "{}", heading(item));
    let text: String = item.excerpts.iter().map(|excerpt| excerpt.text.as_str()).collect();
    let fence = fence_for(&text);
    line!(out, "{fence}");
    for (at, excerpt) in item.excerpts.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| item.excerpts.get(at));
        if Elided::has_mark(before.map(lines), Some(lines(excerpt)))
            && !before.is_some_and(|it| is_outline(it, excerpt))
        {
            line!(out, "{MARK}");
        }
        write_excerpt(out, excerpt);
    }
    // The map says of which files the text is all there.
    let last = item.excerpts.last().map_or(0, |excerpt| excerpt.last_line);
    if item.map_place.is_none() && item.elided.last().is_some_and(|it| it.first_line > last) {
        line!(out, "{MARK}");
    }
    line!(out, "{fence}");
}

/// Whether one of two excerpts is a single line, as the lines of an outline are, and the second goes on no deeper than the
/// first ends: then it cannot be read as what the first opens.
fn is_outline(before: &Excerpt, after: &Excerpt) -> bool {
    let is_single = |(first, last): (u32, u32)| first == last;
    let indent = |line: Option<&str>| line.map_or(0, |text| text.len() - text.trim_start().len());
    let (above, below) = (indent(before.text.lines().last()), indent(after.text.lines().next()));
    (is_single(lines(before)) || is_single(lines(after))) && below <= above
}

fn write_excerpt(out: &mut String, excerpt: &Excerpt) {
    for (number, text) in (excerpt.first_line..).zip(excerpt.text.lines()) {
        line!(out, "{number}\t{}", visible_lines(text));
    }
}

/// The heading of an item that is shown: its path, and its reason where it has no line of the map.
pub fn heading(item: &Item) -> String {
    let text = if item.map_place.is_some() { item.path.clone() } else { map::with_reason(item) };
    plain::line("### ", &text)
}

/// The first and the last line of an excerpt.
fn lines(excerpt: &Excerpt) -> (u32, u32) {
    (excerpt.first_line, excerpt.last_line)
}

/// The mark for lines that are left out. It is of no language; the numbers on either side say which lines.
pub const MARK: &str = "⋯";

/// A fence longer than any run of backticks inside.
pub fn fence_for(text: &str) -> String {
    let (mut longest, mut run, mut next) = (2, 0, 0);
    for at in memchr::memchr_iter(b'`', text.as_bytes()) {
        run = if at == next { run + 1 } else { 1 };
        longest = longest.max(run);
        next = at + 1;
    }
    "`".repeat(longest + 1)
}
