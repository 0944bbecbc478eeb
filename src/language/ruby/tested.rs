//! Tests of classes: `a.is_a?(A)`, `A === a`, `when A`, `in A => a`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::tested::{self, KnownValue};
use super::chain::{chain, constant};
use crate::syntax::ExprId;

/// The nodes that run a part of them by a condition, and the patterns that bind a name.
pub const TESTED: &[&str] = &[
    "as_pattern",
    "binary",
    "case",
    "case_match",
    "conditional",
    "elsif",
    "if",
    "if_modifier",
    "match_pattern",
    "rescue",
    "unless",
    "unless_modifier",
    "while",
    "while_modifier",
];

/// The methods that say whether a value is of a class.
const TESTS: &[&str] = &["instance_of?", "is_a?", "kind_of?"];

/// The methods that leave what is around, however they are called.
const LEAVING: &[&str] = &["abort", "exit", "fail", "raise", "throw"];

/// Reads an expression or a statement that runs a part of it by a condition, or a pattern that binds a name.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "binary" => tested::operands(node, known, builder),
        "case" | "case_match" => choice(node, builder),
        "match_pattern" => matched(node, builder),
        "as_pattern" => bound(node, builder),
        "rescue" => rescued(node, builder),
        _ => branches(node, builder),
    }
}

/// `if`, `unless`, `while`, their forms behind what they run, and `a ? b : c`.
fn branches(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(condition) = node.field("condition") else { return };
    let truth = !matches!(node.kind(), "unless" | "unless_modifier");
    let then = node.field("consequence").or_else(|| node.field("body"));
    if let Some(then) = then {
        tested::hold(condition, truth, then.byte_range(), known, builder);
    }
    let is_repeated = matches!(node.kind(), "while" | "while_modifier");
    match (then, node.field("alternative")) {
        (_, Some(otherwise)) => {
            tested::hold(condition, !truth, otherwise.start_byte()..node.end_byte(), known, builder);
        }
        (Some(then), None) if !is_repeated && node.kind() != "elsif" && leaves(then, builder) => {
            tested::behind(node, condition, !truth, known, builder);
        }
        _ => {}
    }
}

/// Whether what runs a node never comes to what is behind it.
fn leaves(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut cursor = node.walk();
    let last = if node.kind() == "then" { node.named_children(&mut cursor).last() } else { Some(node) };
    last.is_some_and(|last| match last.kind() {
        "return" | "next" | "break" | "redo" | "retry" => true,
        "identifier" => LEAVING.contains(&builder.text(last)),
        "call" => {
            let method = last.field("method").filter(|_| last.field("receiver").is_none());
            method.is_some_and(|method| LEAVING.contains(&builder.text(method)))
        }
        _ => false,
    })
}

/// The facts of a value that a condition states where it is true.
fn known(condition: Node<'_>, truth: bool, builder: &mut Builder<'_>) -> Vec<KnownValue> {
    let read = if truth { test(condition, builder) } else { None };
    read.into_iter().collect()
}

fn test(node: Node<'_>, builder: &mut Builder<'_>) -> Option<KnownValue> {
    match node.kind() {
        "call" => {
            node.field("method").filter(|method| TESTS.contains(&builder.text(*method)))?;
            let of = node.field("arguments")?.named_child(0)?;
            Some((place(node.field("receiver")?, builder)?, vec![class(of, builder)?]))
        }
        "binary" => {
            node.field("operator").filter(|sign| builder.text(*sign) == "===")?;
            Some((place(node.field("right")?, builder)?, vec![class(node.field("left")?, builder)?]))
        }
        "test_pattern" => Some((place(node.field("value")?, builder)?, types(node.field("pattern")?, builder)?)),
        _ => None,
    }
}

/// A value by its name: a local, a method of the object at hand, or a variable of it.
fn place(node: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let path = chain(node, builder).filter(|_| matches!(node.kind(), "identifier" | "instance_variable"))?;
    Some(builder.expr(&path))
}

fn class(node: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let path = constant(node, builder)?;
    Some(builder.expr(&path))
}

/// The classes of which a value is that a pattern matches; `None` where one of several is unknown.
fn types(pattern: Node<'_>, builder: &mut Builder<'_>) -> Option<Vec<ExprId>> {
    match pattern.kind() {
        "pattern" | "parenthesized_pattern" => types(pattern.named_child(0)?, builder),
        "as_pattern" => types(pattern.field("value")?, builder),
        "alternative_pattern" => {
            let mut cursor = pattern.walk();
            let parts: Vec<Node<'_>> = pattern.named_children(&mut cursor).collect();
            let each: Option<Vec<_>> = parts.into_iter().map(|part| types(part, builder)).collect();
            Some(each?.concat())
        }
        "hash_pattern" | "array_pattern" | "find_pattern" => Some(vec![class(pattern.field("class")?, builder)?]),
        _ => Some(vec![class(pattern, builder)?]),
    }
}

/// `case a` with `when A, B` or `in A(b:)`.
fn choice(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(value) = node.field("value").and_then(|value| place(value, builder)) else { return };
    let mut cursor = node.walk();
    for part in node.named_children(&mut cursor).filter(|part| matches!(part.kind(), "when" | "in_clause")) {
        let mut cursor = part.walk();
        let patterns: Vec<Node<'_>> = part.children_by_field_name("pattern", &mut cursor).collect();
        let Some(last) = patterns.last() else { continue };
        let behind = last.end_byte()..part.end_byte();
        let each: Option<Vec<_>> = patterns.into_iter().map(|pattern| types(pattern, builder)).collect();
        if let Some(each) = each {
            builder.narrow(value, &each.concat(), behind);
        }
    }
}

/// `a => A`: behind it, `a` is an `A`.
fn matched(node: Node<'_>, builder: &mut Builder<'_>) {
    let value = node.field("value").and_then(|value| place(value, builder));
    let types = node.field("pattern").and_then(|pattern| types(pattern, builder));
    let end = builder.parent(node).map(|block| block.end_byte());
    if let (Some(value), Some(types), Some(end)) = (value, types, end) {
        builder.narrow(value, &types, node.end_byte()..end);
    }
}

/// `A => a` in a pattern binds `a` to an `A`.
fn bound(node: Node<'_>, builder: &mut Builder<'_>) {
    const AROUND: &[&str] = &["block_body", "body_statement", "do", "else", "in_clause", "program", "then"];
    let Some(name) = node.field("name") else { return };
    builder.bind(builder.current(), builder.text(name), None, BindingKind::Untyped);
    let end = builder.ancestors(node).find(|it| AROUND.contains(&it.kind())).map(|it| it.end_byte());
    let types = node.field("value").and_then(|pattern| types(pattern, builder));
    if let (Some(value), Some(types), Some(end)) = (place(name, builder), types, end) {
        builder.narrow(value, &types, node.end_byte()..end);
    }
}

/// `rescue A, B => e`
fn rescued(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(list), Some(name), Some(body)) = (node.field("exceptions"), node.field("variable"), node.field("body"))
    else {
        return;
    };
    let mut cursor = list.walk();
    let classes: Vec<Node<'_>> = list.named_children(&mut cursor).collect();
    let types: Option<Vec<_>> = classes.into_iter().map(|of| class(of, builder)).collect();
    let value = name.named_child(0).and_then(|name| place(name, builder));
    if let (Some(value), Some(types)) = (value, types) {
        builder.narrow(value, &types, body.byte_range());
    }
}
