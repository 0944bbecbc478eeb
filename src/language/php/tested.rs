//! Tests of classes: `$a instanceof A`, and `assert` of one.

use std::ops::Range;

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
    if let (Some(condition), Some(behind)) = (given(call, 0), behind(call, builder)) {
        tested::hold(condition, true, behind, known, builder);
    }
}

/// Reads `$this->assertInstanceOf(A::class, $a);` of a test.
pub fn asserted_instance(call: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(of), Some(value)) = (given(call, 0), given(call, 1)) else { return };
    let of = Some(of).filter(|of| of.kind() == "class_constant_access_expression").and_then(|of| of.named_child(0));
    let of = of.and_then(|of| class(of, builder)).map(|(of, _)| of);
    if let (Some(of), Some(value), Some(behind)) = (of, chain(value, builder), behind(call, builder)) {
        let (value, of) = (builder.expr(&value), builder.expr(&of));
        builder.narrow(value, &[of], behind);
    }
}

/// Reads `$a = new A;`: until it is given another value, the name is of that class, whatever the function states of it.
pub fn made(assignment: Node<'_>, name: &str, builder: &mut Builder<'_>) {
    let made = assignment.field("right").filter(|right| right.kind() == "object_creation_expression");
    let of = made.and_then(|made| class(made.named_child(0)?, builder)).map(|(of, _)| of);
    if let (Some(of), Some(behind)) = (of, behind(assignment, builder)) {
        let (value, of) = (builder.expr(name), builder.expr(&of));
        builder.narrow(value, &[of], behind);
    }
}

/// An argument of a call.
fn given(call: Node<'_>, at: usize) -> Option<Node<'_>> {
    let mut cursor = call.walk();
    let list = call.field("arguments")?;
    list.named_children(&mut cursor).filter(|it| it.kind() == "argument").nth(at)?.named_child(0)
}

/// The text behind an expression that is a statement, as far as the block around goes.
fn behind(expression: Node<'_>, builder: &Builder<'_>) -> Option<Range<usize>> {
    let mut around = builder.ancestors(expression);
    let statement = around.next().filter(|parent| parent.kind() == "expression_statement")?;
    let block = around.next().filter(|block| matches!(block.kind(), "compound_statement" | "program"))?;
    Some(statement.end_byte()..block.end_byte())
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
