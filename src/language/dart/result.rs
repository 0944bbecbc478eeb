//! The results of functions that state none.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::returned::{ReturnStep, agreed};
use super::path::of_value;

/// The path of the value that all of its `return`s agree on, or of the one behind `=>`.
pub fn returned(body: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let text = builder.text(body);
    // What is sent out one by one is not what a call gives.
    if text.starts_with("sync*") || text.starts_with("async*") {
        return None;
    }
    let last = body.named_child(u32::try_from(body.named_child_count().checked_sub(1)?).ok()?)?;
    let path = match last.kind() {
        "block" => agreed(last, step, |value| of_value(value, builder)),
        _ => of_value(last, builder),
    };
    path.filter(|path| !path.ends_with("[]"))
}

fn step(at: Node<'_>) -> ReturnStep<'_> {
    match at.kind() {
        "return_statement" => match at.named_child(0).filter(|value| value.kind() != "null_literal") {
            Some(value) => ReturnStep::Gives(value),
            None => ReturnStep::Passes,
        },
        kind if HOLDING.contains(&kind) => ReturnStep::Holds,
        _ => ReturnStep::Passes,
    }
}

/// The kinds of nodes in which statements may stand.
const HOLDING: &[&str] = &[
    "block",
    "catch_clause",
    "do_statement",
    "finally_clause",
    "for_statement",
    "if_statement",
    "switch_block",
    "switch_statement",
    "switch_statement_case",
    "switch_statement_default",
    "try_statement",
    "while_statement",
];
