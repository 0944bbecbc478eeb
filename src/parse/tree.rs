//! Parses one text into a tree, within a work limit.

use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, Parser, Point, Range, Tree, TreeCursor};

use crate::base::{GapKind, Position};
use crate::language::{Builder, start};

/// The work a file may cost, in the parser's own steps of 100 operations: a floor, and more for each KiB.
/// Ordinary code takes about 15 a KiB; the worst seen in public repositories takes 60.
const STEPS: usize = 20_000;
const STEPS_PER_KIB: usize = 2_000;
/// The most syntax errors of one file that are reported one by one.
pub const TOLD_ERRORS: usize = 5;

/// Parses `content`. Syntax errors (the first `n_reported` one by one) and the work limit become gaps.
pub fn parse(parser: &mut Parser, content: &[u8], told: usize, builder: &mut Builder<'_>) -> Option<Tree> {
    let limit = limit(content.len());
    let Some(tree) = run(parser, content, limit) else {
        let detail = format!("parsing was given up after {limit} steps");
        builder.gap(GapKind::WorkLimit, Position::default(), detail);
        return None;
    };
    if tree.root_node().has_error() {
        errors(&tree, told, builder);
    }
    Some(tree)
}

/// How far behind a node its `;` is looked for, in bytes.
const STATEMENT: usize = 4096;

/// The range between the brackets of a node; empty where nothing is between them.
pub fn inside(node: Node<'_>) -> Vec<Range> {
    let mut range = node.range();
    if range.end_byte - range.start_byte <= 2 || range.end_point.column == 0 {
        return Vec::new();
    }
    range.start_byte += 1;
    range.start_point.column += 1;
    range.end_byte -= 1;
    range.end_point.column -= 1;
    vec![range]
}

/// Arguments with their brackets, which is a tuple or list, and the `;` behind them that makes it a statement. Braces
/// hold what a macro alone understands.
pub fn arguments(node: Node<'_>, content: &[u8]) -> Vec<Range> {
    let range = node.range();
    let text = content.get(range.start_byte..range.end_byte).unwrap_or(&[]);
    // Without brackets of their own, arguments hold no call.
    if !matches!(text.first(), Some(b'(' | b'[')) || !text[1..].contains(&b'(') {
        return Vec::new();
    }
    let behind = &content[range.end_byte..content.len().min(range.end_byte + STATEMENT)];
    let Some(back) = behind.iter().position(|byte| *byte == b';') else { return Vec::new() };
    let before = &behind[..back];
    let mut point = range.end_point;
    match before.iter().rposition(|byte| *byte == b'\n') {
        Some(line) => {
            point.row += before.iter().filter(|byte| **byte == b'\n').count();
            point.column = back - line - 1;
        }
        None => point.column += back,
    }
    let start_byte = range.end_byte + back;
    let end_point = Point { column: point.column + 1, ..point };
    vec![range, Range { start_byte, end_byte: start_byte + 1, start_point: point, end_point }]
}

/// Parses parts of `content` as if they were all of it; `None` where they are none, or have a syntax error. The places
/// of the tree are those of the whole content.
pub fn parse_ranges(parser: &mut Parser, content: &[u8], ranges: &[Range]) -> Option<Tree> {
    let len = ranges.iter().map(|range| range.end_byte - range.start_byte).sum();
    if len == 0 {
        return None;
    }
    parser.set_included_ranges(ranges).ok()?;
    let tree = run(parser, content, limit(len));
    // No range stands for the whole text, which is what the next file needs.
    parser.set_included_ranges(&[]).ok()?;
    tree.filter(|tree| !tree.root_node().has_error())
}

fn limit(len: usize) -> usize {
    STEPS + len / 1024 * STEPS_PER_KIB
}

/// Parses within `limit` steps.
fn run(parser: &mut Parser, content: &[u8], limit: usize) -> Option<Tree> {
    let mut steps = 0usize;
    let mut progress = |_: &tree_sitter::ParseState| {
        steps += 1;
        if steps > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let mut chunk = |offset: usize, _| content.get(offset..).unwrap_or(&[]);
    let tree = parser.parse_with_options(&mut chunk, None, Some(options));
    if tree.is_none() {
        parser.reset();
    }
    tree
}

/// Records where the tree has errors: the outermost ones, the first few each, the rest as a count; where none is to be
/// reported by itself, the first alone, with how many there are.
fn errors(tree: &Tree, told: usize, builder: &mut Builder<'_>) {
    let mut found = 0;
    let mut first = Position::default();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let broken = node.is_error() || node.is_missing();
        if broken {
            found += 1;
            if found == 1 {
                first = start(node);
            }
            if found <= told {
                builder.gap(GapKind::ParseError, start(node), error_text(node));
            }
        }
        let inside = !broken && node.has_error() && cursor.goto_first_child();
        if !inside && !next(&mut cursor) {
            break;
        }
    }
    if told == 0 {
        let others = if found > 1 { format!(", the first of {found}") } else { String::new() };
        builder.gap(GapKind::ParseError, first, format!("syntax error{others}"));
    } else if found > told {
        let detail = format!("{} more syntax errors", found - told);
        builder.gap(GapKind::ParseError, Position::default(), detail);
    }
}

fn error_text(node: Node<'_>) -> String {
    if node.is_missing() { format!("missing `{}`", node.kind()) } else { "syntax error".to_owned() }
}

/// Goes to the next node that is not below this one.
pub fn next(cursor: &mut TreeCursor<'_>) -> bool {
    loop {
        if cursor.goto_next_sibling() {
            return true;
        }
        if !cursor.goto_parent() {
            return false;
        }
    }
}
