//! Reads properties and locals, which the grammar lists flat: names, types and values in one row.

use tree_sitter::Node;

use super::super::builder::{Builder, line, start};
use super::super::expression::{called, dotted, type_name};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::{Decl, Declaration};
use super::super::type_arguments::bind_arguments;
use super::collection::{held_type, made, stated_type};
use super::{closure, tuple};

/// A name that is bound, and what is stated of its type.
struct Bound<'t> {
    name: Node<'t>,
    type_name: Option<String>,
    kind: BindingKind,
    /// The text of the stated type.
    stated: Option<&'t str>,
}

/// Completes a property: in a type or a file each name is declared, in a function it is a local.
pub fn read(node: Node<'_>, exported: bool, builder: &mut Builder<'_>) {
    let first = *builder.observation().declaration(builder.current());
    let around = first.container.unwrap_or(Decl(0));
    let around_kind = builder.observation().declaration(around).kind;
    let is_member = around_kind.is_type() || around_kind == DeclKind::Impl;
    let bound = bound_in(node, builder);
    for bound in &bound {
        if let Some(text) = bound.stated {
            bind_arguments(around, plain(bound.name, builder), held_type(text), builder);
        }
        builder.bind(around, plain(bound.name, builder), bound.type_name.as_deref(), bound.kind);
    }
    let is_local = !(is_member || around_kind == DeclKind::File) || builder.is_local_of_closure(around, node);
    if bound.is_empty() || is_local {
        return builder.withdraw();
    }
    let kind = if is_member { DeclKind::Field } else { DeclKind::Variable };
    let mut names = bound.iter().map(|bound| bound.name);
    let Some(name) = names.next() else { return };
    let body_line = body_line(node);
    let first =
        Declaration { kind, name: builder.intern(plain(name, builder)), at: start(name), exported, body_line, ..first };
    *builder.declaration_mut(builder.current()) = first;
    for name in names {
        let name_text = builder.intern(plain(name, builder));
        let other = Declaration { name: name_text, at: start(name), ..first };
        builder.declare(other);
        builder.close();
    }
}

/// A name without the marks by which it may be that of a keyword.
fn plain<'t>(name: Node<'_>, builder: &Builder<'t>) -> &'t str {
    builder.text(name).trim_matches('`')
}

/// The names that the conditions of an `if`, `guard` or `while` bind: `if let a = b()`. Without a value the name is
/// that of what it unwraps, and has its type.
pub fn read_conditions(node: Node<'_>, builder: &mut Builder<'_>) {
    let around = builder.current();
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
    closure::conditions(&children, builder);
    for (at, name) in children.iter().enumerate() {
        let is_bound =
            at > 0 && children[at - 1].kind() == "value_binding_pattern" && name.kind() == "simple_identifier";
        if !is_bound {
            continue;
        }
        let mut rest = children[at + 1..].iter();
        // `case let a? = b` unwraps as `let a = b` does.
        let mut next = rest.next().filter(|next| next.kind() != "?").or_else(|| rest.next());
        let stated = next.filter(|next| next.kind() == "type_annotation").and_then(|next| stated(*next, builder));
        if next.is_some_and(|next| next.kind() == "type_annotation") {
            next = rest.next();
        }
        let value = rest.next().filter(|_| next.is_some_and(|next| next.kind() == "="));
        let Some(value) = value else { continue };
        let (type_name, kind) =
            stated.map_or_else(|| of_value(*value, builder), |of| (Some(of), BindingKind::Annotated));
        builder.bind(around, builder.text(*name), type_name.as_deref(), kind);
    }
}

/// `let a = b(), c: D`; `var x, y: Int`.
fn bound_in<'t>(node: Node<'t>, builder: &Builder<'t>) -> Vec<Bound<'t>> {
    let mut found: Vec<Bound<'t>> = Vec::new();
    let (mut open, mut parts) = (0, Vec::new());
    let mut cursor = node.walk();
    let mut is_value = false;
    for child in node.children(&mut cursor) {
        match child.kind() {
            "pattern" => {
                is_value = false;
                if let Some(name) = child.field("bound_identifier") {
                    found.push(Bound { name, type_name: None, kind: BindingKind::Untyped, stated: None });
                }
                parts = tuple::names(child);
            }
            "type_annotation" => {
                if let Some(name) = stated(child, builder) {
                    for bound in &mut found[open..] {
                        (bound.type_name, bound.kind) = (Some(name.clone()), BindingKind::Annotated);
                        bound.stated = Some(builder.text(child).trim_start_matches(':'));
                    }
                }
                open = found.len();
            }
            "=" => is_value = true,
            _ if is_value && child.is_named() => {
                is_value = false;
                found.extend(
                    tuple::taken(std::mem::take(&mut parts), of_value(child, builder))
                        .into_iter()
                        .map(|(name, of)| Bound { name, type_name: Some(of), kind: BindingKind::Copied, stated: None }),
                );
                if let Some(bound) = found.last_mut().filter(|bound| bound.type_name.is_none()) {
                    (bound.type_name, bound.kind) = of_value(child, builder);
                }
                open = found.len();
            }
            _ => {}
        }
    }
    found
}

/// The type of an annotation: `: Foo?`, `: some Foo`.
fn stated(annotation: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut of = annotation.named_child(u32::try_from(annotation.named_child_count().checked_sub(1)?).ok()?)?;
    while matches!(of.kind(), "optional_type" | "opaque_type" | "existential_type") {
        of = of.named_child(0)?;
    }
    let is_read = matches!(of.kind(), "user_type" | "array_type");
    is_read.then(|| stated_type(builder.text(of))).flatten()
}

/// The type of a value by its text: the callee, the name, or the target of a cast.
fn of_value(mut value: Node<'_>, builder: &Builder<'_>) -> (Option<String>, BindingKind) {
    loop {
        let inner = match value.kind() {
            "try_expression" | "await_expression" => value.field("expr"),
            "tuple_expression" if value.named_child_count() == 1 => value.named_child(0),
            "postfix_expression" if builder.text(value).ends_with('!') => value.field("target"),
            "as_expression" => {
                let mut cursor = value.walk();
                let of = value.named_children(&mut cursor).find(|child| child.kind() == "user_type");
                let name = of.and_then(|of| type_name(builder.text(of)));
                let kind = if name.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
                return (name, kind);
            }
            _ => None,
        };
        match inner {
            Some(inner) => value = inner,
            None => break,
        }
    }
    let text = builder.text(value);
    let (made, kind) = match value.kind() {
        "array_literal" => (made(value, builder), BindingKind::Annotated),
        // An element is written like a call: `a[0]`.
        "call_expression" if text.ends_with(']') => (builder.chain(text), BindingKind::Copied),
        "call_expression" | "constructor_expression" => (called(text), BindingKind::Constructed),
        "navigation_expression" | "simple_identifier" | "self_expression" => (dotted(text), BindingKind::Copied),
        _ => (None, BindingKind::Untyped),
    };
    let kind = if made.is_some() { kind } else { BindingKind::Untyped };
    (made, kind)
}

/// The line on which the body of a function or a property begins; 0 where it has none.
pub fn body_line(node: Node<'_>) -> u32 {
    const BODIES: &[&str] = &["function_body", "computed_property", "willset_didset_block"];
    let mut cursor = node.walk();
    let body = node.named_children(&mut cursor).find(|child| BODIES.contains(&child.kind()));
    body.map_or(0, |body| line(body.start_position().row))
}
