//! Tests of types: `a is A`, `a is! A`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::tested::{self, KnownValue, place};
use super::path::of_type;

/// Reads an expression or a statement that runs a part of it by a condition.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "logical_and_expression" | "logical_or_expression" => tested::operands(node, known, builder),
        "conditional_expression" => {
            if let Some(condition) = node.named_child(0) {
                let [then, otherwise] = ["consequence", "alternative"].map(|name| node.field(name));
                tested::branch(node, condition, then, otherwise, known, builder);
            }
        }
        _ => tested::branches(node, known, builder),
    }
}

fn known(condition: Node<'_>, truth: bool, builder: &mut Builder<'_>) -> Vec<KnownValue> {
    let read = if condition.kind() == "type_test_expression" { test(condition, truth, builder) } else { None };
    read.into_iter().collect()
}

fn test(node: Node<'_>, truth: bool, builder: &mut Builder<'_>) -> Option<KnownValue> {
    let mut cursor = node.walk();
    let test = node.named_children(&mut cursor).find(|child| child.kind() == "type_test")?;
    let operator = test.named_child(0).filter(|it| it.kind() == "is_operator")?;
    let is_positive = !builder.text(operator).contains('!');
    let value = place(node.named_child(0)?, builder).filter(|_| is_positive == truth)?;
    let of = of_type(test.named_child(1)?, builder)?;
    Some((value, vec![builder.expr(&of)]))
}
