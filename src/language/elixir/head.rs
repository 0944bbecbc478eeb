//! The names that definitions and specifications are of: the grammar takes `f(a)` of `def f(a)` and of `@spec f(a) :: b` for a call.

use tree_sitter::Node;

use super::super::fields::Fields;
use super::word::{PRIVATE, PUBLIC, STATED};

/// The name that a clause of a function defines, or a specification states the type of.
pub fn name<'t>(node: Node<'t>, text: &[u8]) -> Option<Node<'t>> {
    let call = match node.kind() {
        "call" => node,
        "unary_operator" => node.field("operand").filter(|operand| operand.kind() == "call")?,
        _ => return None,
    };
    let target = call.field("target").filter(|target| target.kind() == "identifier")?;
    let word = std::str::from_utf8(text.get(target.byte_range())?).ok()?;
    let is_head = match node.kind() {
        "call" => PUBLIC.contains(&word) || PRIVATE.contains(&word),
        _ => STATED.contains(&word) && node.field("operator").is_some_and(|operator| operator.kind() == "@"),
    };
    let mut cursor = call.walk();
    let list = call.named_children(&mut cursor).find(|child| is_head && child.kind() == "arguments")?;
    named(list.named_child(0)?)
}

/// The name at the head of what is defined: `f` of `f(a) when a > 1`, of `f(a) :: b when a: term`, of `f`.
fn named(mut at: Node<'_>) -> Option<Node<'_>> {
    loop {
        at = match at.kind() {
            "binary_operator" => match at.field("operator").map(|operator| operator.kind()) {
                Some("when" | "::") => at.field("left")?,
                _ => return None,
            },
            "call" => at.field("target")?,
            "identifier" => return Some(at),
            _ => return None,
        };
    }
}
