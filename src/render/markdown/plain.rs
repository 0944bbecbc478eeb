//! Text from a repository or an author as plain Markdown: nothing in it opens a heading, a fence, a comment, or a link
//! that hides what it says. What is written between backticks stays as it is.

use rustc_hash::FxHashMap;

use crate::base::{TextPart, visible, visible_lines};

/// A line: `mark` is this program's own (`- `, `### `), and all else is text.
pub fn line(mark: &str, text: &str) -> String {
    let text = visible(text);
    let indent = text.len() - text.trim_start().len();
    let (blank, rest) = text.split_at(indent);
    let escape = if opens_a_block(rest) { "\\" } else { "" };
    format!("{mark}{blank}{escape}{}", inline(rest))
}

/// Lines of text.
pub fn lines(text: &str) -> String {
    let lines: Vec<String> = visible_lines(text).lines().map(|text| line("", text)).collect();
    lines.join("\n")
}

/// A text between backticks, as many as it takes.
pub fn code(text: &str) -> String {
    let fence = "`".repeat(runs(text, 0).map(|(_, run)| run).max().unwrap_or(0) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Whether what begins a line would be more than text there. A list hides nothing by itself.
fn opens_a_block(text: &str) -> bool {
    let mut text = text;
    while let Some(item) = in_list(text) {
        text = item;
    }
    let is_rule = |mark: char| text.starts_with(mark) && text.chars().all(|it| it == mark || it == ' ' || it == '\t');
    text.starts_with(['#', '>'])
        || text.starts_with("~~~")
        || is_rule('=')
        || is_rule('-')
        || is_rule('*')
        || is_rule('_')
        || text.starts_with('[') && text.contains("]:")
}

/// The text behind the marker of a list item.
fn in_list(text: &str) -> Option<&str> {
    let behind = text.strip_prefix(['-', '+', '*']).or_else(|| {
        let digits = text.trim_start_matches(|it: char| it.is_ascii_digit());
        digits.strip_prefix(['.', ')']).filter(|_| digits.len() < text.len())
    })?;
    let item = behind.trim_start();
    // An item without text may underline the line above it.
    (item.len() < behind.len() && !item.is_empty()).then_some(item)
}

/// Text inside a line: tags and links are escaped, and so are backticks that close nowhere.
fn inline(text: &str) -> String {
    if !text.contains(['<', '`', '(']) {
        return text.to_owned();
    }
    let last = last_runs(text);
    let (mut out, mut at) = (String::with_capacity(text.len() + 8), 0);
    while let Some(letter) = text.part(at..).chars().next() {
        let rest = text.part(at..);
        let step = match letter {
            '\\' if rest.part(1..).starts_with(|it: char| it.is_ascii_punctuation()) => 2,
            '`' => {
                let run = rest.len() - rest.trim_start_matches('`').len();
                match last.get(&run) {
                    Some(last) if *last > at => closed(text, at, run) - at,
                    _ => {
                        out.push_str(&"\\`".repeat(run));
                        at += run;
                        continue;
                    }
                }
            }
            '<' if rest.part(1..).starts_with(|it: char| it.is_ascii_alphabetic() || "/!?".contains(it)) => {
                out.push('\\');
                1
            }
            '(' if text.part(..at).ends_with(']') => {
                out.push('\\');
                1
            }
            _ => letter.len_utf8(),
        };
        out.push_str(rest.part(..step));
        at += step;
    }
    out
}

/// Where the last run of backticks of each length begins.
fn last_runs(text: &str) -> FxHashMap<usize, usize> {
    runs(text, 0).map(|(at, run)| (run, at)).collect()
}

/// The runs of backticks from a place on, and their lengths.
fn runs(text: &str, from: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut at = from;
    std::iter::from_fn(move || {
        let start = at + text.part(at..).find('`')?;
        let run = text.part(start..).len() - text.part(start..).trim_start_matches('`').len();
        at = start + run;
        Some((start, run))
    })
}

/// The end of the code that a run of backticks opens; there is another run of that length behind it.
fn closed(text: &str, at: usize, run: usize) -> usize {
    let close = runs(text, at + run).find(|(_, length)| *length == run);
    close.map_or(text.len(), |(start, length)| start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_opens_nothing() {
        for (mark, text, plain) in [
            ("- ", "src/a_b.rs (3 lines)", "- src/a_b.rs (3 lines)"),
            ("- ", "# x.md", "- \\# x.md"),
            ("", "a\n## b\rc", "a␊## b␍c"),
            ("", "```js", "\\`\\`\\`js"),
            ("", "  ~~~", "  \\~~~"),
            ("", "===", "\\==="),
            ("", "- - -", "\\- - -"),
            ("", "- a", "- a"),
            ("", "- ", "\\- "),
            ("", "1. - # a", "\\1. - # a"),
            ("", "> # a", "\\> # a"),
            ("", "a <!-- b --> Vec<T> 1 < 2", "a \\<!-- b --> Vec\\<T> 1 < 2"),
            ("", "[safe](evil) f[0](x)", "[safe]\\(evil) f[0]\\(x)"),
            ("", "`f[0](x) <!--` and `` a ` b ``", "`f[0](x) <!--` and `` a ` b ``"),
            ("", "\\`<!--` and \\<a", "\\`\\<!--\\` and \\<a"),
            ("", "[a]: /b", "\\[a]: /b"),
            ("### ", "pages/[id].tsx — `", "### pages/[id].tsx — \\`"),
        ] {
            assert_eq!(line(mark, text), plain);
        }
        assert_eq!(lines("a\n# b\n\n- c\n"), "a\n\\# b\n\n- c");
    }
}
