//! The lines of a passage that come first: what long comments say behind their beginnings waits until the passages of all files
//! are shown. Where words found a function with a page of examples above it, the function is what is read.

use super::heads::is_comment;
use super::lines::LineSet;
use super::page::Page;

/// A comment of more lines than this is long.
const LONG: u32 = 8;
/// So many lines of it are kept: what it is about.
const KEPT: u32 = 3;
/// The quotes of a text over several lines, by which a function in Python is described.
const QUOTES: [&str; 2] = ["\"\"\"", "'''"];

/// The lines of a range without the rest of the long comments in it.
pub fn essence(page: &Page<'_>, first: u32, last: u32) -> LineSet {
    let (mut lines, mut next) = (LineSet::default(), first);
    for (from, to) in comments(page, first, last).into_iter().filter(|(from, to)| to - from >= LONG) {
        lines.add(next, from + KEPT - 1);
        next = to + 1;
    }
    lines.add(next, last);
    lines
}

/// The comments in a range, in order.
fn comments(page: &Page<'_>, first: u32, last: u32) -> Vec<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    let mut line = first;
    while line <= last {
        let end = described(page, line, last).unwrap_or_else(|| run(page, line, last));
        if end >= line {
            found.push((line, end));
        }
        line = end.max(line) + 1;
    }
    found
}

/// The last line of a run of lines of comment; before `line` where that is none.
fn run(page: &Page<'_>, line: u32, last: u32) -> u32 {
    (line..=last).take_while(|line| is_comment(page.line(*line))).last().unwrap_or(line.saturating_sub(1))
}

/// The last line of the text that describes a definition whose body begins on a line.
fn described(page: &Page<'_>, line: u32, last: u32) -> Option<u32> {
    page.definitions.iter().find(|row| row.body_line == line && row.at.line < line)?;
    let text = page.line(line).trim().trim_start_matches(['r', 'R', 'u', 'U']);
    let quote = QUOTES.into_iter().find(|quote| text.starts_with(quote))?;
    let opened = text.get(quote.len()..)?;
    let is_end = |line: &u32| page.line(*line).contains(quote);
    if opened.contains(quote) { Some(line) } else { (line + 1..=last).find(is_end) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::view::laws::{page_of, row};
    use crate::facts::Definition;

    fn shown(text: &str, bodies: &[(u32, u32, u32)], first: u32, last: u32) -> Vec<(u32, u32)> {
        let rows = bodies.iter().map(|(at, body, end)| Definition { body_line: *body, ..row(*at, *end) });
        let page = page_of(text.to_owned(), rows.collect());
        essence(&page, first, last).ranges().collect()
    }

    #[test]
    fn a_long_comment_keeps_its_beginning() {
        let text = format!(
            "/// Hides it.\n{}#[inline]\nfn hide() {{\n    // short\n    done();\n}}\n",
            "/// more\n".repeat(9)
        );
        assert_eq!(shown(&text, &[(12, 12, 15)], 1, 15), [(1, 3), (11, 15)]);
        // A passage may begin inside it.
        assert_eq!(shown(&text, &[(12, 12, 15)], 2, 15), [(2, 4), (11, 15)]);
        assert_eq!(shown(&text, &[(12, 12, 15)], 4, 15), [(4, 15)]);
    }

    #[test]
    fn a_long_description_keeps_its_beginning() {
        let text =
            format!("def hide(it):\n    r\"\"\"Hides it.\n{}    \"\"\"\n    return it\n", "    more\n".repeat(9));
        assert_eq!(shown(&text, &[(1, 2, 13)], 1, 13), [(1, 4), (13, 13)]);
        // The text of a value describes nothing.
        let value = text.replace("def hide(it):", "hide = (");
        assert_eq!(shown(&value, &[(1, 1, 13)], 1, 13), [(1, 13)]);
    }
}
