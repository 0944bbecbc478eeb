//! Messages to the compiler, which the grammar reads among statements alone: between the members of a type they make all of it an error.

use tree_sitter::Tree;

use super::super::misread::{BlankMeaning, Misread};
use crate::base::Position;

/// The starts of lines that are such a message.
const MESSAGES: [&[u8]; 3] = [b"#error(", b"#sourceLocation(", b"#warning("];

/// The messages of a text that has errors.
pub fn misread(tree: &Tree, text: &[u8]) -> Vec<Misread> {
    if !tree.root_node().has_error() {
        return Vec::new();
    }
    let mut start = 0;
    let lines = text.split_inclusive(|byte| *byte == b'\n').map(|line| {
        start += line.len();
        (start - line.len(), line)
    });
    let messages = (1..).zip(lines).filter_map(|(number, (start, line))| {
        let message = line.trim_ascii();
        let indent = line.len() - line.trim_ascii_start().len();
        let is_message = message.ends_with(b")") && MESSAGES.iter().any(|it| message.starts_with(it));
        is_message.then(|| Misread {
            at: Position { line: number, column: 1 },
            is_lost: false,
            blank: start + indent..start + indent + message.len(),
            has: BlankMeaning::Nothing,
            ends: Vec::new(),
        })
    });
    messages.collect()
}
