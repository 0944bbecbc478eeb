//! Words that the grammar does not read where they are: messages to the compiler between the members of a type, `await` before a condition,
//! `nonisolated(…)` before a local.

use std::ops::Range;

use memchr::memmem;
use tree_sitter::{Node, Tree};

use super::super::misread::{BlankMeaning, Misread};
use crate::base::Position;

/// The starts of lines that are a message to the compiler.
const MESSAGES: [&[u8]; 3] = [b"#error(", b"#sourceLocation(", b"#warning("];
/// The words, each with the one before it.
const WORDS: [(&[u8], &[u8]); 2] = [(b"while ", b"await "), (b"", b"nonisolated(")];

/// The words of a text that has errors.
pub fn misread(tree: &Tree, text: &[u8]) -> Vec<Misread> {
    let root = tree.root_node();
    if !root.has_error() {
        return Vec::new();
    }
    let mut start = 0;
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.split_inclusive(|byte| *byte == b'\n')) {
        let blanks = message(line).into_iter().chain(words(line));
        let blanks = blanks.map(|blank| start + blank.start..start + blank.end);
        found.extend(blanks.filter(|blank| !is_quoted(root, blank.start)).map(|blank| Misread {
            at: Position { line: number, column: 1 },
            is_lost: false,
            blank,
            has: BlankMeaning::Nothing,
            ends: Vec::new(),
            written: None,
        }));
        start += line.len();
    }
    found
}

/// The message that a line is.
fn message(line: &[u8]) -> Option<Range<usize>> {
    let message = line.trim_ascii();
    let indent = line.len() - line.trim_ascii_start().len();
    let is_message = message.ends_with(b")") && MESSAGES.iter().any(|it| message.starts_with(it));
    is_message.then(|| indent..indent + message.len())
}

/// The words in a line.
fn words(line: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (before, word) in WORDS {
        let all = [before, word].concat();
        let is_start = |at: &usize| !line.get(..*at).and_then(<[u8]>::last).is_some_and(u8::is_ascii_alphanumeric);
        let places = memmem::find_iter(line, &all).filter(is_start);
        found.extend(places.filter_map(|at| {
            let end = at + all.len();
            let is_open = word.ends_with(b"(");
            let rest = if is_open { memchr::memchr(b')', line.get(end..)?)? + 1 } else { 0 };
            Some(at + before.len()..end + rest)
        }));
    }
    found
}

/// Whether a place is in a text or a comment.
fn is_quoted(root: Node<'_>, at: usize) -> bool {
    let node = root.descendant_for_byte_range(at, at + 1);
    let is_text = |node: &Node<'_>| node.kind().ends_with("comment") || node.kind().contains("string_literal");
    std::iter::successors(node, Node::parent).any(|node| is_text(&node))
}
