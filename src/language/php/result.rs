//! The results of functions that state none: the value that all of their `return`s agree on.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::names::ANONYMOUS;
use super::super::returned::{ReturnStep, agreed};
use super::name::{CONSTRUCT, chain};

/// The path of the value that a function gives back; of what is made there, that of its class.
pub fn returned(function: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let body = function.field("body")?;
    // What is sent out one by one is not what a call gives.
    if builder.text(body).contains("yield") {
        return None;
    }
    let path = agreed(body, step, |value| chain(value, builder).filter(|path| !path.contains(ANONYMOUS)))?;
    let made = path.strip_suffix("()").and_then(|path| path.strip_suffix(CONSTRUCT)?.strip_suffix('.'));
    let class = made.filter(|class| class.starts_with('\\') && !class.contains(['.', '(']));
    Some(class.map_or(path.clone(), str::to_owned))
}

fn step(at: Node<'_>) -> ReturnStep<'_> {
    match at.kind() {
        "return_statement" => match at.named_child(0).filter(|value| value.kind() != "null") {
            Some(value) => ReturnStep::Gives(value),
            None => ReturnStep::Passes,
        },
        kind if HOLDING.contains(&kind) => ReturnStep::Holds,
        _ => ReturnStep::Passes,
    }
}

/// The kinds of nodes in which statements may stand.
const HOLDING: &[&str] = &[
    "case_statement",
    "catch_clause",
    "colon_block",
    "compound_statement",
    "default_statement",
    "do_statement",
    "else_clause",
    "else_if_clause",
    "finally_clause",
    "for_statement",
    "foreach_statement",
    "if_statement",
    "switch_block",
    "switch_statement",
    "try_statement",
    "while_statement",
];
