//! The block around a line, by the indentation of the text: a test without a name of its own, a case, a loop.

use super::page::Page;

/// The most lines of a block; of a longer one those around the line.
const MOST: u32 = 40;
/// So many lines on each side of a line that no block holds, or one that is too long.
const AROUND: u32 = 6;

/// The first and the last line of the innermost block that holds a line: the line that opens it, what is indented below it, and
/// the line that closes it.
pub fn block_around(page: &Page<'_>, line: u32) -> (u32, u32) {
    let (n_lines, line) = (page.n_lines(), line.min(page.n_lines()));
    let near = |first: u32, last: u32| (line.saturating_sub(AROUND).max(first), (line + AROUND).min(last));
    let Some(depth) = indent(page, line) else { return near(1, n_lines) };
    let is_outside = |line: &u32| indent(page, *line).is_some_and(|it| it < depth);
    let Some(first) = (1..line).rev().find(is_outside) else { return near(1, n_lines) };
    let below = (line + 1..=n_lines).find(is_outside).unwrap_or(n_lines + 1);
    let last = if closes(page, below, first) { below } else { below - 1 };
    if last - first < MOST { (first, last) } else { near(first, last) }
}

/// Whether a line ends the block that another opens: it is as deep, and begins nothing.
fn closes(page: &Page<'_>, line: u32, opening: u32) -> bool {
    let text = page.line(line).trim();
    let is_end =
        text.starts_with(['}', ')', ']']) || text.split(|it: char| !it.is_alphanumeric()).next() == Some("end");
    is_end && indent(page, line) == indent(page, opening)
}

/// The bytes before the text of a line; `None` where it is blank, or there is none.
fn indent(page: &Page<'_>, line: u32) -> Option<usize> {
    let text = page.line(line);
    let inside = text.trim_start();
    (!inside.is_empty()).then(|| text.len() - inside.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::view::laws::page_of;

    fn block(text: &str, line: u32) -> (u32, u32) {
        block_around(&page_of(text.to_owned(), Vec::new()), line)
    }

    #[test]
    fn a_test_without_a_name_is_a_block() {
        let ruby = "class RouteTest\n  it \"matches\" do\n    app {\n      get\n    }\n\n    assert ok?\n  end\n\n  it \"is next\" do\n  end\nend\n";
        assert_eq!(block(ruby, 7), (2, 8));
        assert_eq!(block(ruby, 4), (3, 5));
        let python = "for it in all:\n    one(it)\n    two(it)\n\nthree()\n";
        assert_eq!(block(python, 2), (1, 4));
        // A line that no block holds, and one past the end.
        assert_eq!((block(python, 5), block(python, 50)), ((1, 5), (1, 5)));
    }

    #[test]
    fn of_a_long_block_those_around_the_line() {
        let text = format!("test(() => {{\n{}}})\n", "  step()\n".repeat(60));
        assert_eq!(block(&text, 30), (24, 36));
    }
}
