//! Chunks: the ranges of lines that a text is searched by. A function is one, so is what a type or a file holds beside its
//! functions; a document is divided at its headings. Long ones are split.

use crate::base::path;
use crate::facts::Definition;
use crate::language::DeclKind;

/// The most lines of a chunk.
const LONGEST: u32 = 80;

/// LineRange from the first to the last, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineRange {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

/// The chunks of a source file: each line that is not blank is in one. `rows` are its definitions.
pub(super) fn of_source(rows: &[Definition], lines: &[&str]) -> Vec<LineRange> {
    let n_lines = count(lines);
    // The owner of each line: the outermost function around it, else the innermost type.
    let mut owner = vec![0_usize; lines.len()];
    let mut ranked: Vec<(usize, &Definition)> = rows.iter().enumerate().filter(|(_, row)| owns(row.kind)).collect();
    // Types from the outside in, and functions over them from the inside out: the last to write a line owns it.
    ranked.sort_by_key(|(at, row)| {
        let length = i64::from(row.end_line) - i64::from(row.start_line);
        (row.kind.is_callable(), if row.kind.is_callable() { length } else { -length }, *at)
    });
    for (at, row) in ranked {
        let (first, last) = (lead(row.start_line.max(1), lines), row.end_line.min(n_lines));
        for line in first..=last {
            owner[line as usize - 1] = at + 1;
        }
    }
    let mut chunks = Vec::new();
    let mut first = 1;
    for line in 1..=n_lines {
        if line == n_lines || owner[line as usize] != owner[line as usize - 1] {
            divide(first, line, lines, &mut chunks);
            first = line + 1;
        }
    }
    chunks
}

/// The first line of the comment right above a line, or the line itself: the words that explain a definition are found with
/// its code.
fn lead(line: u32, lines: &[&str]) -> u32 {
    const MARKS: [&str; 6] = ["//", "/*", "*", "#", "--", ";"];
    let is_comment = |line: &u32| {
        let text = lines.get(*line as usize - 1).map_or("", |text| text.trim_start());
        MARKS.iter().any(|mark| text.starts_with(mark))
    };
    (line.saturating_sub(LONGEST).max(1)..line).rev().take_while(is_comment).last().unwrap_or(line)
}

/// The chunks of any other text: of a document from heading to heading, of the rest by length.
pub(super) fn of_text(file: &str, lines: &[&str]) -> Vec<LineRange> {
    let is_heading: fn(&[&str], usize) -> bool = match path::extension(file) {
        "md" | "markdown" | "mdx" => |lines, at| lines[at].starts_with('#'),
        "rst" | "txt" | "adoc" => |lines, at| lines.get(at + 1).is_some_and(|next| is_rule(next, lines[at])),
        _ => |_, _| false,
    };
    let (mut chunks, mut first) = (Vec::new(), 1);
    for line in 1..=count(lines) {
        if line == count(lines) || is_heading(lines, line as usize) {
            divide(first, line, lines, &mut chunks);
            first = line + 1;
        }
    }
    chunks
}

/// Whether a line underlines the one above as a heading.
fn is_rule(line: &str, above: &str) -> bool {
    let mark = line.chars().next().unwrap_or(' ');
    "=-~^\"'*+#".contains(mark) && line.len() >= 3 && line.trim_end().chars().all(|it| it == mark) && !above.is_empty()
}

fn owns(kind: DeclKind) -> bool {
    kind.is_callable() || kind.is_type() || kind == DeclKind::Impl
}

fn count(lines: &[&str]) -> u32 {
    u32::try_from(lines.len()).unwrap_or(u32::MAX)
}

/// Enters a range in parts where it is long, each without its blank ends: an answer cites where a part begins.
fn divide(first: u32, last: u32, lines: &[&str], chunks: &mut Vec<LineRange>) {
    let Some(LineRange { first, last }) = filled(first, last, lines) else { return };
    let n_parts = (last - first) / LONGEST + 1;
    let length = (last - first) / n_parts + 1;
    let mut start = first;
    while start <= last {
        let end = (start + length - 1).min(last);
        chunks.extend(filled(start, end, lines));
        start = end + 1;
    }
}

/// A range without its blank ends; `None` where all of it is blank.
fn filled(first: u32, last: u32, lines: &[&str]) -> Option<LineRange> {
    let is_filled = |line: &u32| !lines[*line as usize - 1].trim().is_empty();
    let (first, last) = ((first..=last).find(is_filled)?, (first..=last).rev().find(is_filled)?);
    Some(LineRange { first, last })
}

/// A chunk with its score among the chunks of all files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScoredChunk {
    /// The chunk.
    pub chunk: usize,
    /// The sum of its nearness and its BM25, each as a share of the greatest, and of the names that it declares.
    pub score: f64,
}

#[cfg(test)]
mod tests {
    use super::{lead, of_text};

    #[test]
    fn a_comment_right_above_a_definition_belongs_to_it() {
        let lines = ["use a;", "// apart", "", "/// Reports an option", "/// that is unknown.", "fn report() {}"];
        assert_eq!((lead(6, &lines), lead(1, &lines), lead(3, &lines)), (4, 1, 2));
        assert_eq!(lead(4, &["/**", " * Ends", " */", "end() {}"]), 1);
    }

    #[test]
    fn a_part_of_a_long_chunk_has_no_blank_ends() {
        let mut lines = vec!["text"; 100];
        lines[49..52].fill("");
        let parts: Vec<(u32, u32)> = of_text("a.json", &lines).iter().map(|it| (it.first, it.last)).collect();
        assert_eq!(parts, [(1, 49), (53, 100)]);
    }
}
