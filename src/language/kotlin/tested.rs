//! Tests of types: `a is A`, `a !is A`, and `is A ->` of `when (a)`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::tested::{self, KnownValue, place};
use super::node::{child, has_word};
use crate::syntax::ExprId;

/// Reads an expression or a statement that runs a part of it by a condition.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "conjunction_expression" | "disjunction_expression" => tested::operands(node, known, builder),
        "when_expression" => choice(node, builder),
        "while_statement" => {
            if let (Some(condition), Some(body)) = (node.named_child(0), child(node, &["control_structure_body"])) {
                tested::hold(condition, true, body.byte_range(), known, builder);
            }
        }
        _ => tested::branches(node, known, builder),
    }
}

fn known(condition: Node<'_>, truth: bool, builder: &mut Builder<'_>) -> Vec<KnownValue> {
    if condition.kind() != "check_expression" || is_positive(condition) != Some(truth) {
        return Vec::new();
    }
    let value = condition.named_child(0).and_then(|value| place(value, builder));
    value.zip(stated(condition, builder)).map(|(value, of)| (value, vec![of])).into_iter().collect()
}

/// Whether a test asks for a type, or for any other; `None` for a test of something else.
fn is_positive(test: Node<'_>) -> Option<bool> {
    has_word(test, "is").then(|| !has_word(test, "!"))
}

/// The type that a test names.
fn stated(test: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let mut cursor = test.walk();
    let of = test.named_children(&mut cursor).last().filter(|of| of.kind() == "user_type")?;
    type_name(builder.text(of)).map(|of| builder.expr(&of))
}

/// `when (a) { is A, is B -> … }` and `when { a is A -> … }`.
fn choice(node: Node<'_>, builder: &mut Builder<'_>) {
    let subject = child(node, &["when_subject"]);
    let value = subject.and_then(|subject| {
        let named = child(subject, &["variable_declaration"]).and_then(|it| it.named_child(0));
        place(named.or_else(|| subject.named_child(0))?, builder)
    });
    let mut cursor = node.walk();
    for entry in node.named_children(&mut cursor).filter(|child| child.kind() == "when_entry") {
        let mut cursor = entry.walk();
        let conditions: Vec<Node<'_>> =
            entry.named_children(&mut cursor).filter(|child| child.kind() == "when_condition").collect();
        let Some(last) = conditions.last() else { continue };
        let behind = last.end_byte()..entry.end_byte();
        match (subject, value) {
            (Some(_), Some(value)) => {
                let types = conditions.iter().map(|condition| tested_type(*condition, builder));
                if let Some(types) = types.collect::<Option<Vec<_>>>() {
                    builder.narrow(value, &types, behind);
                }
            }
            (None, _) if conditions.len() == 1 => {
                if let Some(condition) = last.named_child(0) {
                    tested::hold(condition, true, behind, known, builder);
                    tested::hold(condition, false, entry.end_byte()..node.end_byte(), known, builder);
                }
            }
            _ => {}
        }
    }
}

fn tested_type(condition: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let test = child(condition, &["type_test"]).filter(|test| is_positive(*test) == Some(true))?;
    stated(test, builder)
}
