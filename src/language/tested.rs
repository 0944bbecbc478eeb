//! Where tests hold: the parts of a text that run only if a value is of a type.

use std::ops::Range;

use tree_sitter::Node;

use super::builder::Builder;
use super::fields::Fields;
use crate::syntax::{Expr, ExprId};

/// How deep `not`, `and` and `or` are followed in a condition.
const DEEPEST: usize = 16;

/// A value, with the types of which it is one where a test holds.
pub type KnownValue = (ExprId, Vec<ExprId>);

/// Reads a condition that joins no others: what is known of values where it is true, or where it is false.
pub type ReadTest = fn(Node<'_>, bool, &mut Builder<'_>) -> Vec<KnownValue>;

/// Reads a node that runs one part of it by a condition, in a grammar with the usual names of fields: `if`, `while`, `a ? b : c`.
pub fn branches(node: Node<'_>, test: ReadTest, builder: &mut Builder<'_>) {
    let Some(condition) = node.field("condition") else { return };
    let then = node.field("consequence").or_else(|| node.field("body"));
    let is_repeated = node.kind().contains("while");
    branch(node, condition, then, node.field("alternative").filter(|_| !is_repeated), test, builder);
}

/// Reads the parts that a condition chooses from: one where it is true, one where it is false. Where there is no other, and the
/// first leaves what is around, it is false behind the node.
pub fn branch(
    node: Node<'_>,
    condition: Node<'_>,
    then: Option<Node<'_>>,
    otherwise: Option<Node<'_>>,
    test: ReadTest,
    builder: &mut Builder<'_>,
) {
    if let Some(then) = then {
        hold(condition, true, then.byte_range(), test, builder);
    }
    match (then, otherwise) {
        (_, Some(otherwise)) => hold(condition, false, otherwise.start_byte()..node.end_byte(), test, builder),
        (Some(then), None) if leaves(then) => behind(node, condition, false, test, builder),
        _ => {}
    }
}

/// Reads a condition that decides whether what is behind a node in the same block is run.
pub fn behind(node: Node<'_>, condition: Node<'_>, truth: bool, test: ReadTest, builder: &mut Builder<'_>) {
    let Some(end) = builder.parent(node).map(|block| block.end_byte()) else { return };
    hold(condition, truth, node.end_byte()..end, test, builder);
}

/// Reads `a && b`: the second is run where the first is true; of `a || b`, where it is false.
pub fn operands(node: Node<'_>, test: ReadTest, builder: &mut Builder<'_>) {
    let (is_and, parts) = match logic(node) {
        Some(Logic::And(parts)) => (true, parts),
        Some(Logic::Or(parts)) => (false, parts),
        _ => return,
    };
    for (at, part) in parts.iter().enumerate() {
        if parts.len() > at + 1 {
            hold(*part, is_and, part.end_byte()..node.end_byte(), test, builder);
        }
    }
}

/// Narrows the values of a condition in some bytes, where it is true there, or false.
pub fn hold(condition: Node<'_>, truth: bool, within: Range<usize>, test: ReadTest, builder: &mut Builder<'_>) {
    for (value, types) in known(condition, truth, test, builder, 0) {
        builder.narrow(value, &types, within.clone());
    }
}

fn known(condition: Node<'_>, truth: bool, test: ReadTest, builder: &mut Builder<'_>, depth: usize) -> Vec<KnownValue> {
    if depth > DEEPEST {
        return Vec::new();
    }
    match logic(condition) {
        Some(Logic::Same(inner)) => known(inner, truth, test, builder, depth + 1),
        Some(Logic::Not(inner)) => known(inner, !truth, test, builder, depth + 1),
        Some(Logic::And(parts)) if truth => all(&parts, truth, test, builder, depth),
        Some(Logic::Or(parts)) if !truth => all(&parts, truth, test, builder, depth),
        Some(Logic::And(parts) | Logic::Or(parts)) => either(&parts, truth, test, builder, depth),
        None => test(condition, truth, builder),
    }
}

fn all(parts: &[Node<'_>], truth: bool, test: ReadTest, builder: &mut Builder<'_>, depth: usize) -> Vec<KnownValue> {
    parts.iter().flat_map(|part| known(*part, truth, test, builder, depth + 1)).collect()
}

/// The values of which every part says something.
fn either(parts: &[Node<'_>], truth: bool, test: ReadTest, builder: &mut Builder<'_>, depth: usize) -> Vec<KnownValue> {
    let mut each = parts.iter().map(|part| known(*part, truth, test, builder, depth + 1));
    let mut joined = each.next().unwrap_or_default();
    for part in each {
        joined.retain_mut(|(value, types)| {
            let other = part.iter().find(|(other, _)| other == value);
            types.extend(other.into_iter().flat_map(|(_, types)| types));
            other.is_some()
        });
    }
    joined
}

/// How a condition is made of others.
enum Logic<'n> {
    Same(Node<'n>),
    Not(Node<'n>),
    And(Vec<Node<'n>>),
    Or(Vec<Node<'n>>),
}

fn logic(node: Node<'_>) -> Option<Logic<'_>> {
    let mut cursor = node.walk();
    // Some grammars name the sign so, others what it joins.
    let is_sign = |it: &Node<'_>| it.kind().ends_with("_operator") && it.named_child_count() == 0;
    let is_operand = |it: &Node<'_>| !it.is_extra() && !is_sign(it);
    let named = || -> Vec<Node<'_>> { node.named_children(&mut node.walk()).filter(is_operand).collect() };
    for (at, child) in node.children(&mut cursor).enumerate() {
        return match child.kind() {
            "(" if at == 0 => match named().as_slice() {
                [inner] => Some(Logic::Same(*inner)),
                _ => None,
            },
            "!" | "not" | "negation_operator" if at == 0 => named().pop().map(Logic::Not),
            "&&" | "and" | "logical_and_operator" => Some(Logic::And(named())),
            "||" | "or" | "logical_or_operator" => Some(Logic::Or(named())),
            _ => continue,
        };
    }
    None
}

/// The value that an expression names: a name, the object at hand, or a member of such a value.
pub fn place(node: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    place_within(node, builder, 0)
}

fn place_within(node: Node<'_>, builder: &mut Builder<'_>, depth: usize) -> Option<ExprId> {
    let kind = node.kind();
    if depth > DEEPEST {
        return None;
    }
    match kind {
        "this" | "this_expression" | "self_expression" if node.named_child_count() == 0 => {
            Some(builder.lower(Expr::This))
        }
        _ if kind.ends_with("identifier") && node.named_child_count() == 0 => {
            let text = builder.text(node);
            (!text.is_empty()).then(|| builder.lower_name(text))
        }
        "attribute" | "field_access" | "member_expression" | "member_access_expression" | "navigation_expression" => {
            let mut cursor = node.walk();
            let parts: Vec<Node<'_>> = node.children(&mut cursor).filter(Node::is_named).collect();
            let (on, last) = (parts.first()?, parts.last()?);
            let name = if last.kind() == "navigation_suffix" { last.named_child(0)? } else { *last };
            let on = place_within(*on, builder, depth + 1)?;
            let text = builder.text(name);
            name.kind().ends_with("identifier").then(|| builder.lower_member(on, text))
        }
        "parenthesized_expression" => place_within(node.named_child(0)?, builder, depth + 1),
        _ => None,
    }
}

/// Whether what runs a node never comes to what is behind it.
pub fn leaves(node: Node<'_>) -> bool {
    let mut at = node;
    for _ in 0..DEEPEST {
        let kind = at.kind();
        if ["return", "throw", "raise", "continue", "break", "jump"].iter().any(|word| kind.starts_with(word)) {
            return true;
        }
        let is_block = ["block", "body", "statements", "statement_list"].iter().any(|word| kind.ends_with(word));
        if !is_block && !matches!(kind, "compound_statement" | "expression_statement") {
            return false;
        }
        let mut cursor = at.walk();
        let Some(last) = at.named_children(&mut cursor).filter(|child| !child.is_extra()).last() else { return false };
        at = last;
    }
    false
}
