//! Reads what Go's statements bind: `x, err := f()`, `var x = f()`, `for i, x := range xs`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{made_by, type_name};
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::narrowed::KnownPart;
use super::super::seen::seen_in;
use super::signature::result_place;
use super::{anonymous, channel};
use crate::syntax::{Expr, ExprId};

/// The names of `a, b := f(), g()`. Of one call's results, the first has the type that the function states first.
pub fn short(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(left), Some(right)) = (node.field("left"), node.field("right")) else {
        return;
    };
    let mut cursor = left.walk();
    let names: Vec<Node<'_>> = left.named_children(&mut cursor).collect();
    let parts = copied_parts(&names, right, builder);
    bind(&names, right, builder);
    anonymous::values(&names, Some(right), node, builder);
    if let (Some(parts), [name]) = (parts, names.as_slice()) {
        know_parts(*name, parts, node, builder);
    }
}

/// The parts that are known of a value that one name is assigned: `a := b`.
fn copied_parts(names: &[Node<'_>], right: Node<'_>, builder: &mut Builder<'_>) -> Option<Vec<KnownPart>> {
    let value = right.named_child(0).filter(|value| names.len() == 1 && value.kind() == "identifier")?;
    let of = builder.lower_name(builder.text(value));
    Some(builder.known_parts(of)).filter(|parts| !parts.is_empty())
}

/// States the same parts of a name that a node binds.
fn know_parts(name: Node<'_>, parts: Vec<KnownPart>, node: Node<'_>, builder: &mut Builder<'_>) {
    let within = seen_in(node, builder.ancestors(node)).seen;
    let on = builder.lower_name(builder.text(name));
    builder.know_parts(on, parts, within);
}

/// The names of `var a, b = f(), g()`.
pub fn spec(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(right) = node.field("value") else { return };
    let mut cursor = node.walk();
    let names: Vec<Node<'_>> = node.children_by_field_name("name", &mut cursor).collect();
    bind(&names, right, builder);
}

fn bind(names: &[Node<'_>], right: Node<'_>, builder: &mut Builder<'_>) {
    let scope = builder.current();
    let mut values = right.walk();
    let mut values = right.named_children(&mut values);
    let called = right.named_child(0).filter(|_| names.len() > 1 && right.named_child_count() == 1);
    let called = called.and_then(|called| function(called, builder));
    for (at, name) in names.iter().enumerate() {
        let value = values.next();
        if name.kind() != "identifier" {
            continue;
        }
        let text = builder.text(*name);
        if let Some(function) = called.filter(|_| at > 0) {
            let place = builder.intern(&result_place(at));
            let of = builder.lower(Expr::Parameter(function, place));
            builder.bind_expr(scope, text, Some(of), BindingKind::Copied);
            continue;
        }
        if let Some(value) = value {
            channel::made(text, builder.text(value), builder);
        }
        let made = value.and_then(|value| of_value(value, builder));
        match made {
            Some((of, kind)) => builder.bind(scope, text, Some(&of), kind),
            None => builder.bind(scope, text, None, BindingKind::Untyped),
        }
    }
}

/// The function that a value is the result of.
fn function(value: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let of = value.field("function").filter(|_| value.kind() == "call_expression")?;
    let is_path = matches!(of.kind(), "identifier" | "selector_expression");
    let path = made_by(builder.text(value)).filter(|_| is_path)?;
    Some(builder.expr(&path))
}

/// The name `c` of `case c := <-all`: of the type that the channel holds.
pub fn received(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(left), Some(right)) = (node.field("left"), node.field("right")) else { return };
    let mut cursor = left.walk();
    for (at, name) in left.named_children(&mut cursor).enumerate().filter(|(_, name)| name.kind() == "identifier") {
        let of = of_value(right, builder).filter(|_| at == 0);
        let kind = of.as_ref().map_or(BindingKind::Untyped, |(_, kind)| *kind);
        builder.bind(builder.current(), builder.text(name), of.as_ref().map(|(of, _)| of.as_str()), kind);
    }
}

/// The type or maker of a value. A generic type counts without its arguments: `T[int]{…}` makes a `T`.
fn of_value(value: Node<'_>, builder: &Builder<'_>) -> Option<(String, BindingKind)> {
    if value.child(0).is_some_and(|sign| sign.kind() == "<-") {
        let of = made_by(&format!("{}[0]", builder.text(value.field("operand")?)))?;
        return Some((of, BindingKind::Copied));
    }
    let literal = value.field("operand").filter(|_| value.kind() == "unary_expression").unwrap_or(value);
    let generic =
        literal.field("type").filter(|of| literal.kind() == "composite_literal" && of.kind() == "generic_type");
    if let Some(of) = generic.and_then(|of| of.field("type")) {
        return Some((made_by(builder.text(of))?, BindingKind::Constructed));
    }
    let text = builder.text(value);
    let is_made = text.ends_with([')', '}']);
    let kind = if is_made { BindingKind::Constructed } else { BindingKind::Copied };
    stated(text).or_else(|| Some((made_by(text)?, kind)))
}

/// The names of `for i, x := range xs`: the second is an element.
pub fn range(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(left), Some(right)) = (node.field("left"), node.field("right")) else {
        return;
    };
    let of = made_by(&format!("{}[0]", builder.text(right)));
    let parts = of.as_deref().map(|of| builder.expr(of)).map_or(Vec::new(), |of| builder.known_parts(of));
    let scope = builder.current();
    let mut cursor = left.walk();
    let is_alone = left.named_child_count() == 1;
    for (at, name) in left.named_children(&mut cursor).enumerate().filter(|(_, name)| name.kind() == "identifier") {
        if let Some(of) = Some(right).filter(|_| is_alone).and_then(|of| channel::each(builder.text(of), builder)) {
            builder.bind_expr(scope, builder.text(name), Some(of), BindingKind::Copied);
            continue;
        }
        match of.as_deref().filter(|_| at == 1) {
            Some(of) => builder.bind(scope, builder.text(name), Some(of), BindingKind::Copied),
            None => builder.bind(scope, builder.text(name), None, BindingKind::Untyped),
        }
        if at == 1 && !parts.is_empty() {
            know_parts(name, parts.clone(), node, builder);
        }
    }
}

/// The type that a value itself states: `[]T{…}`, `map[K]T{…}`, `make([]T, n)`, `new(T)`.
fn stated(value: &str) -> Option<(String, BindingKind)> {
    let literal = value.strip_suffix('}').filter(|value| value.starts_with('[') || value.starts_with("map["));
    let of = match literal {
        Some(literal) => literal.split_once('{')?.0,
        None => {
            let made = value.strip_prefix("make(").or_else(|| value.strip_prefix("new("))?.strip_suffix(')')?;
            made.split(',').next().unwrap_or(made)
        }
    };
    Some((type_name(of)?, BindingKind::Annotated))
}

/// The parameter of `f(xs ...T)`, which is a slice.
pub fn variadic(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name").filter(|_| !anonymous::is_in_type(node, builder)) else { return };
    let of = node.field("type").and_then(|of| type_name(&format!("[]{}", builder.text(of))));
    let kind = if of.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    builder.bind(builder.current(), builder.text(name), of.as_deref(), kind);
}
