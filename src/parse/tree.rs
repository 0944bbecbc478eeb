//! Parses one text into a tree, within a budget.

use std::cell::RefCell;
use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, ParseState, Parser, Point, Range, Tree, TreeCursor};

use super::limit::{CHUNK, ParseBudget, Stopped};
use crate::base::{GapKind, Position};
use crate::language::{Builder, start};

/// The most syntax errors of one file that are reported one by one.
pub const REPORTED_ERRORS: usize = 5;

/// A tree, or why there is none.
pub type Parsed = Result<Tree, Stopped>;

/// How far behind a node its `;` is looked for, in bytes.
const STATEMENT: usize = 4096;

/// The parts of a node that may be code, in the order in which they are tried, each with whether it is a statement.
pub fn embeddings(node: Node<'_>, content: &[u8], is_run: bool) -> Vec<(Vec<Range>, bool)> {
    if is_run {
        return vec![(arguments(node, content), true)];
    }
    let items = inside(node);
    let bare = items.first().map_or_else(Vec::new, |whole| without_parameters(node, *whole, content));
    let all = [(items, false), (arguments(node, content), true), (bare, false)];
    all.into_iter().filter(|(ranges, _)| !ranges.is_empty()).collect()
}

/// The items between the brackets of a node without the parameters of their functions, which a macro may write as it likes:
/// `fn f(x in 0..9) { … }`. Empty where no function has parameters.
fn without_parameters(node: Node<'_>, whole: Range, content: &[u8]) -> Vec<Range> {
    let mut cursor = node.walk();
    let parts: Vec<Node<'_>> = node.children(&mut cursor).collect();
    let is_head = |head: &[Node<'_>]| {
        head[0].kind() == "fn" && head[2].kind() == node.kind() && content.get(head[2].start_byte()) == Some(&b'(')
    };
    let heads = parts.windows(3).filter(|head| is_head(head));
    let lists: Vec<Range> = heads.flat_map(|head| inside(head[2])).collect();
    let mut ranges = Vec::new();
    let mut from = Range { end_byte: whole.start_byte, end_point: whole.start_point, ..whole };
    for list in &lists {
        (from.end_byte, from.end_point) = (list.start_byte, list.start_point);
        ranges.push(from);
        (from.start_byte, from.start_point) = (list.end_byte, list.end_point);
    }
    (from.end_byte, from.end_point) = (whole.end_byte, whole.end_point);
    if lists.is_empty() {
        return Vec::new();
    }
    ranges.push(from);
    ranges
}

/// The range between the brackets of a node; empty where nothing is between them.
fn inside(node: Node<'_>) -> Vec<Range> {
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
fn arguments(node: Node<'_>, content: &[u8]) -> Vec<Range> {
    let range = node.range();
    let text = content.get(range.start_byte..range.end_byte).unwrap_or(&[]);
    // Without brackets of their own, arguments hold no call.
    let Some((b'(' | b'[', inner)) = text.split_first() else { return Vec::new() };
    if !inner.contains(&b'(') {
        return Vec::new();
    }
    let behind = content.get(range.end_byte..).unwrap_or(&[]).iter().take(STATEMENT);
    let Some(back) = behind.clone().position(|byte| *byte == b';') else { return Vec::new() };
    let before: Vec<u8> = behind.take(back).copied().collect();
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

/// The last row that holds something of the node: some grammars end a node at the start of the next line.
pub fn end_row(node: Node<'_>) -> usize {
    let (start, end) = (node.start_position(), node.end_position());
    if end.column == 0 && end.row > start.row { end.row - 1 } else { end.row }
}

/// Parses parts of `content` as if they were all of it; `None` where they are none. The places of the tree are those of
/// the whole content.
pub fn parse_ranges(
    parser: &mut Parser,
    content: &[u8],
    ranges: &[Range],
    cost: &mut ParseBudget,
) -> Result<Option<Tree>, Stopped> {
    if ranges.iter().all(|range| range.end_byte <= range.start_byte) || parser.set_included_ranges(ranges).is_err() {
        return Ok(None);
    }
    let tree = parse(parser, content, cost)?;
    // No range stands for the whole text, which is what the next file needs.
    let is_reset = parser.set_included_ranges(&[]).is_ok();
    Ok(Some(tree).filter(|_| is_reset))
}

/// Parses `content`, which is UTF-8, within what is left of the budget. A parser that was stopped is not to be used again: it holds
/// what it was at.
pub fn parse(parser: &mut Parser, content: &[u8], cost: &mut ParseBudget) -> Parsed {
    cost.start();
    let cost = RefCell::new(cost);
    let mut stopped = None;
    let mut progress = |_: &ParseState| match cost.borrow_mut().step() {
        Some(why) => {
            stopped = Some(why);
            ControlFlow::Break(())
        }
        None => ControlFlow::Continue(()),
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    // Where no chunk is left, the text ends for a scanner that would go on and on over it.
    let mut chunk = |offset: usize, _| if cost.borrow_mut().chunk() { chunk_at(content, offset) } else { &[][..] };
    let tree = parser.parse_with_options(&mut chunk, None, Some(options));
    // The last steps are below what the parser counts by.
    match stopped.or_else(|| cost.borrow_mut().stopped()) {
        Some(why) => Err(why),
        None => tree.ok_or(Stopped::Scanner),
    }
}

/// The text from a place on, a few characters of it: none is cut, as the lexer would ask for the rest of it again.
fn chunk_at(content: &[u8], offset: usize) -> &[u8] {
    let rest = content.get(offset..).unwrap_or(&[]);
    let mut end = rest.len().min(CHUNK);
    while rest.get(end).is_some_and(|byte| byte & 0xc0 == 0x80) && end > 0 {
        end -= 1;
    }
    rest.get(..end).unwrap_or(rest)
}

/// Records where the tree has errors: the outermost ones, the first few each, the rest as a count; where none is to be
/// reported by itself, the first alone, with how many there are.
pub fn note_errors(tree: &Tree, n_reported: usize, builder: &mut Builder<'_>) {
    if !tree.root_node().has_error() {
        return;
    }
    let found = errors(tree);
    for node in found.iter().take(n_reported) {
        builder.gap(GapKind::ParseError, start(*node), error_text(*node));
    }
    let n_found = found.len();
    if n_reported == 0 {
        let others = if n_found > 1 { format!(", the first of {n_found}") } else { String::new() };
        let first = found.first().map_or_else(Position::default, |node| start(*node));
        builder.gap(GapKind::ParseError, first, format!("syntax error{others}"));
    } else if n_found > n_reported {
        let detail = format!("{} more syntax errors", n_found - n_reported);
        builder.gap(GapKind::ParseError, Position::default(), detail);
    }
}

/// The outermost errors of a tree.
pub fn errors(tree: &Tree) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let is_broken = node.is_error() || node.is_missing();
        if is_broken {
            found.push(node);
        }
        let inside = !is_broken && node.has_error() && cursor.goto_first_child();
        if !inside && !next(&mut cursor) {
            return found;
        }
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
