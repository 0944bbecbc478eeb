//! Calls of functions by their name between two values: `a near b`.

use tree_sitter::Node;

use super::super::arguments::{UNKNOWN, argument};
use super::super::builder::{Builder, start};
use super::super::expression::receiver;
use super::super::kind::CallKind;
use super::super::observation::Receiver;
use super::misread::KEYWORDS;
use crate::syntax::Expr;

/// The kinds of values of which the text says what they are.
const READ: &[&str] = &[
    "call_expression",
    "indexing_expression",
    "navigation_expression",
    "parenthesized_expression",
    "simple_identifier",
    "string_literal",
    "super_expression",
    "this_expression",
];

/// The names of operators on numbers: a function of the repository that has one is seldom meant by them.
const OPERATORS: &[&str] = &["and", "or", "shl", "shr", "ushr", "xor"];

/// How many calls between values are followed to the first value: each reads its own.
const DEEPEST: usize = 8;

/// Reads a call: the value on the left is what it is called on, that on the right its argument.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let parts: Vec<Node<'_>> = node.named_children(&mut cursor).filter(|it| !it.is_extra()).collect();
    let [on, name, given] = parts.as_slice() else { return };
    let callee = builder.text(*name).trim_matches('`');
    let is_name = name.kind() == "simple_identifier" && !KEYWORDS.contains(&callee.as_bytes());
    if !is_name || OPERATORS.contains(&callee) {
        return;
    }
    let on = value_between(*on, builder, DEEPEST);
    builder.call(CallKind::Infix, callee, on, start(*name));
    let given = argument(builder.text(*given), builder);
    builder.arguments(given.as_deref().unwrap_or(UNKNOWN));
}

/// The value that a call is on: `a near b` in `a near b far c` is what the call gives.
fn value_between(node: Node<'_>, builder: &mut Builder<'_>, deepest: usize) -> Receiver {
    let Some(deeper) = deepest.checked_sub(1) else { return Receiver::Opaque };
    if READ.contains(&node.kind()) {
        return receiver(builder.text(node), builder);
    }
    let (Some(on), Some(name)) = (node.named_child(0), node.named_child(1)) else { return Receiver::Opaque };
    if node.kind() != "infix_expression" || name.kind() != "simple_identifier" {
        return Receiver::Opaque;
    }
    let on = match value_between(on, builder, deeper) {
        Receiver::Path(path) | Receiver::Value(path) | Receiver::Result(path) => path,
        Receiver::This => builder.lower(Expr::This),
        _ => return Receiver::Opaque,
    };
    let callee = builder.text(name).trim_matches('`');
    let called = builder.lower_member(on, callee);
    Receiver::Result(builder.lower(Expr::Call(called)))
}
