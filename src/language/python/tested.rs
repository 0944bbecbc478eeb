//! Tests of types: `isinstance(a, A)`, `type(a) is A`, and `case A():`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::dotted;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::tested::{self, KnownValue};
use super::{binding, value};
use crate::syntax::ExprId;

/// Whether a node runs a part of it by a condition.
pub fn is_test(node: Node<'_>) -> bool {
    let kind = node.kind();
    matches!(kind, "assert_statement" | "boolean_operator" | "case_clause" | "elif_clause" | "generator_expression")
        || matches!(kind, "if_statement" | "while_statement" | "conditional_expression")
        || kind.ends_with("_comprehension")
}

/// Reads a statement or an expression that runs a part of it by a condition.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "boolean_operator" => tested::operands(node, known, builder),
        "assert_statement" => {
            if let Some(condition) = node.named_child(0) {
                tested::behind(node, condition, true, known, builder);
            }
        }
        "conditional_expression" => {
            let parts = (node.named_child(0), node.named_child(1), node.named_child(2));
            if let (then, Some(condition), otherwise) = parts {
                tested::branch(node, condition, then, otherwise, known, builder);
            }
        }
        "elif_clause" => chained(node, builder),
        "case_clause" => case(node, builder),
        kind if kind.ends_with("_comprehension") || kind == "generator_expression" => filtered(node, builder),
        _ => tested::branches(node, known, builder),
    }
}

/// Reads an `elif`: the rest of its chain is run where its condition is false.
fn chained(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(condition) = node.field("condition") else { return };
    if let Some(then) = node.field("consequence") {
        tested::hold(condition, true, then.byte_range(), known, builder);
    }
    let end = builder.parent(node).map_or(node.end_byte(), |chain| chain.end_byte());
    tested::hold(condition, false, node.end_byte()..end, known, builder);
}

/// `[a.f() for a in all if isinstance(a, A)]`: what the loop gives is made where the condition is true, and is written before it, and
/// before the clause that binds `a` for the whole comprehension.
fn filtered(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let loops: Vec<Node<'_>> = node.named_children(&mut cursor).filter(|it| it.kind() == "for_in_clause").collect();
    loops.into_iter().for_each(|each| binding::read(each, builder));
    let clauses = node.named_children(&mut cursor).filter(|child| child.kind() == "if_clause");
    let conditions: Vec<Node<'_>> = clauses.filter_map(|clause| clause.named_child(0)).collect();
    if let Some(body) = node.field("body") {
        conditions.into_iter().for_each(|it| tested::hold(it, true, body.byte_range(), known, builder));
    }
}

fn known(condition: Node<'_>, truth: bool, builder: &mut Builder<'_>) -> Vec<KnownValue> {
    let read = match condition.kind() {
        "call" if truth => instance(condition, builder),
        "comparison_operator" if truth => exact(condition, builder),
        _ => None,
    };
    read.into_iter().collect()
}

/// `isinstance(a, A)`, `isinstance(a, (A, B))`
fn instance(call: Node<'_>, builder: &mut Builder<'_>) -> Option<KnownValue> {
    let list = call.field("arguments").filter(|_| is_named(call.field("function"), "isinstance", builder))?;
    Some((value_of(list.named_child(0)?, builder)?, types(list.named_child(1)?, builder)?))
}

/// `type(a) is A`, `type(a) == A`
fn exact(node: Node<'_>, builder: &mut Builder<'_>) -> Option<KnownValue> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| matches!(child.kind(), "is" | "=="))?;
    let call = node.named_child(0).filter(|call| call.kind() == "call")?;
    let list = call.field("arguments").filter(|_| is_named(call.field("function"), "type", builder))?;
    Some((value_of(list.named_child(0)?, builder)?, vec![class(node.named_child(1)?, builder)?]))
}

fn is_named(node: Option<Node<'_>>, name: &str, builder: &Builder<'_>) -> bool {
    node.is_some_and(|node| builder.text(node) == name)
}

fn value_of(node: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let node = if node.kind() == "named_expression" { node.field("name")? } else { node };
    let is_place = matches!(node.kind(), "identifier" | "attribute");
    let path = value::path(node, builder).filter(|path| is_place && !path.contains("()"))?;
    Some(builder.expr(&path))
}

/// The classes of a test: of several, none may be unknown.
fn types(node: Node<'_>, builder: &mut Builder<'_>) -> Option<Vec<ExprId>> {
    match node.kind() {
        "tuple" | "union_pattern" => {
            let mut cursor = node.walk();
            node.named_children(&mut cursor).map(|part| class(part, builder)).collect()
        }
        _ => Some(vec![class(node, builder)?]),
    }
}

/// A class that is named; a name that the function binds may be any.
fn class(node: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let path =
        dotted(builder.text(node)).filter(|_| matches!(node.kind(), "identifier" | "attribute" | "dotted_name"))?;
    let head = path.split('.').next().unwrap_or(&path);
    let is_bound = matches!(head, "this" | "cls") || builder.is_local(head);
    (!is_bound).then(|| builder.expr(&path))
}

/// `case A():` of `match a:`, and what its pattern binds: `case A(b=c)`, `case A() as d`.
fn case(node: Node<'_>, builder: &mut Builder<'_>) {
    let subject = builder.ancestors(node).find(|above| above.kind() == "match_statement");
    let subject = subject.and_then(|subject| subject.field("subject"));
    let Some(pattern) = node.named_child(0).filter(|pattern| pattern.kind() == "case_pattern") else { return };
    let Some(inner) = pattern.named_child(0) else { return };
    let types = pattern_types(inner, builder);
    if let (Some(value), Some(types)) = (subject.and_then(|subject| value_of(subject, builder)), &types) {
        builder.narrow(value, types, pattern.end_byte()..node.end_byte());
    }
    take_apart(inner, builder);
}

fn pattern_types(pattern: Node<'_>, builder: &mut Builder<'_>) -> Option<Vec<ExprId>> {
    match pattern.kind() {
        "class_pattern" => Some(vec![class(pattern.named_child(0)?, builder)?]),
        "as_pattern" | "case_pattern" => pattern_types(pattern.named_child(0)?, builder),
        "union_pattern" => {
            let mut cursor = pattern.walk();
            let each = pattern.named_children(&mut cursor).map(|part| pattern_types(part, builder));
            Some(each.collect::<Option<Vec<_>>>()?.concat())
        }
        _ => None,
    }
}

/// Binds the names of a pattern: of a class by its attributes, all others to what is not known.
fn take_apart(pattern: Node<'_>, builder: &mut Builder<'_>) {
    let scope = builder.current();
    let mut open = vec![(pattern, None::<String>)];
    while let Some((at, path)) = open.pop() {
        let parts = || -> Vec<Node<'_>> { at.named_children(&mut at.walk()).collect() };
        match at.kind() {
            "as_pattern" => {
                let named = at.named_child(1).filter(|name| name.kind() == "identifier");
                let inner = at.named_child(0);
                if let (Some(name), Some(inner)) = (named, inner) {
                    let of = pattern_types(inner, builder).filter(|types| types.len() == 1);
                    match of.and_then(|types| types.into_iter().next()) {
                        Some(of) => builder.bind_expr(scope, builder.text(name), Some(of), BindingKind::Annotated),
                        None => builder.bind(scope, builder.text(name), None, BindingKind::Untyped),
                    }
                }
                open.extend(inner.map(|inner| (inner, path)));
            }
            "class_pattern" => {
                let class = at.named_child(0).and_then(|class| dotted(builder.text(class)));
                for part in parts().into_iter().skip(1) {
                    let keyed = if part.kind() == "case_pattern" { part.named_child(0) } else { Some(part) };
                    let keyed = keyed.filter(|keyed| keyed.kind() == "keyword_pattern");
                    let key = keyed.and_then(|keyed| keyed.named_child(0));
                    let member = class.as_ref().zip(key).map(|(class, key)| format!("{class}.{}", builder.text(key)));
                    open.push((keyed.and_then(|keyed| keyed.named_child(1)).unwrap_or(part), member));
                }
            }
            "dotted_name" if at.named_child_count() == 1 => {
                let kind = if path.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
                builder.bind(scope, builder.text(at), path.as_deref(), kind);
            }
            "case_pattern" => open.extend(at.named_child(0).map(|inner| (inner, path))),
            "tuple_pattern" | "list_pattern" | "union_pattern" => {
                open.extend(parts().into_iter().map(|part| (part, None)));
            }
            _ => {}
        }
    }
}
