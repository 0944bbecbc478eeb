//! Tests of classes: `$a instanceof A`, and `assert` of one.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::tested::{self, KnownValue};
use super::name::{chain, class};

/// Reads an expression or a statement that runs a part of it by a condition.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "binary_expression" => tested::operands(node, known, builder),
        _ => tested::branches(node, known, builder),
    }
}

/// Reads `assert(…);`: what it tests is so behind it.
pub fn asserted(call: Node<'_>, builder: &mut Builder<'_>) {
    let condition = call.field("arguments").and_then(|list| list.named_child(0)?.named_child(0));
    let statement = builder.parent(call).filter(|parent| parent.kind() == "expression_statement");
    let end = builder.ancestors(call).nth(1).map(|block| block.end_byte());
    if let (Some(condition), Some(statement), Some(end)) = (condition, statement, end) {
        tested::hold(condition, true, statement.end_byte()..end, known, builder);
    }
}

fn known(condition: Node<'_>, truth: bool, builder: &mut Builder<'_>) -> Vec<KnownValue> {
    if !truth || condition.kind() != "binary_expression" {
        return Vec::new();
    }
    let is_test = condition.field("operator").is_some_and(|sign| builder.text(sign).eq_ignore_ascii_case("instanceof"));
    let (Some(left), Some(right)) = (condition.field("left").filter(|_| is_test), condition.field("right")) else {
        return Vec::new();
    };
    let (Some(value), Some((of, _))) = (chain(left, builder), class(right, builder)) else { return Vec::new() };
    vec![(builder.expr(&value), vec![builder.expr(&of)])]
}
