//! Tests of types: `a instanceof A`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::tested::{self, KnownValue, place};
use super::expression::path;

/// Reads a statement or an expression that runs a part of it by a condition.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "binary_expression" => tested::operands(node, known, builder),
        _ => tested::branches(node, known, builder),
    }
}

fn known(condition: Node<'_>, truth: bool, builder: &mut Builder<'_>) -> Vec<KnownValue> {
    let read = if truth { instance(condition, builder) } else { None };
    read.into_iter().collect()
}

fn instance(node: Node<'_>, builder: &mut Builder<'_>) -> Option<KnownValue> {
    node.field("operator").filter(|operator| operator.kind() == "instanceof")?;
    let value = place(node.field("left")?, builder)?;
    let class = node.field("right").filter(|it| matches!(it.kind(), "identifier" | "member_expression"))?;
    let of = path(class, builder)?;
    // A name that the function binds may be any class.
    let head = builder.observation().exprs.head(of)?;
    let head = builder.observation().name(head).to_owned();
    (!builder.is_local(&head)).then_some((value, vec![of]))
}
