//! Reads rows of variables: `Lid a = new(), b;`, as fields or as locals.

use tree_sitter::Node;

use super::super::builder::{Builder, line, start};
use super::super::expression::HIDING;
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::Declaration;
use super::counted_text::counted_text;
use super::generic::{result_of, type_of};
use super::holders::{self, EACH};
use super::visible::is_visible;

/// Fields are declared, each by its name; locals are bound.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let Some(around) = builder.observation().declaration(decl).container else { return };
    let field =
        builder.parent(node).filter(|parent| matches!(parent.kind(), "field_declaration" | "event_field_declaration"));
    let stated = node.field("type").filter(|of| of.kind() != "implicit_type" && builder.text(*of) != "var");
    let mut cursor = node.walk();
    let names: Vec<(Node<'_>, Node<'_>)> = node
        .named_children(&mut cursor)
        .filter(|child| child.kind() == "variable_declarator")
        .filter_map(|declarator| Some((declarator.field("name")?, declarator)))
        .collect();
    for (name, declarator) in &names {
        let (type_name, kind) = match stated {
            Some(of) => (type_of(builder.text(of)), BindingKind::Annotated),
            None => of_value(*declarator, *name, builder),
        };
        let kind = if type_name.is_some() { kind } else { BindingKind::Untyped };
        if let Some(of) = stated.or_else(|| made(*declarator)) {
            let name = builder.bound_as(around, builder.text(*name));
            holders::bind_held(around, &name, builder.text(of), builder);
        }
        builder.bind(around, builder.text(*name), type_name.as_deref(), kind);
        if let Some(result) = stated.and_then(|of| result_of(of, builder)) {
            let result = builder.expr(&result);
            builder.bind_result(around, builder.text(*name), result);
        }
    }
    let (Some(field), Some((first, _))) = (field, names.first()) else { return builder.withdraw() };
    let row = Declaration {
        name: builder.intern(builder.text(*first)),
        kind: DeclKind::Field,
        at: start(*first),
        start_line: line(field.start_position().row),
        exported: is_visible(field, builder),
        ..*builder.observation().declaration(decl)
    };
    *builder.declaration_mut(decl) = row;
    // An event answers to that of an interface, as properties do; a field hides what has its name.
    let hides = row.exported && field.kind() == "field_declaration";
    if hides {
        builder.bind(decl, HIDING, None, BindingKind::Untyped);
    }
    for (name, _) in names.iter().skip(1) {
        let other = Declaration { name: builder.intern(builder.text(*name)), at: start(*name), ..row };
        let other = builder.declare(other);
        if hides {
            builder.bind(other, HIDING, None, BindingKind::Untyped);
        }
        builder.close();
    }
}

/// The second name of `foreach (var (k, x) in a)`, and what the loop goes through: of a map, the name is one of the values.
fn value_of_map(each: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let pair = each.field("left").filter(|left| left.kind() == "tuple_pattern" && left.named_child_count() == 2)?;
    let value = pair.named_child(1).filter(|value| value.kind() == "identifier")?;
    Some((value, each.field("right")?))
}

/// The name of `foreach (var x in a)`: it is of the type that `a` holds.
pub fn read_each(node: Node<'_>, builder: &mut Builder<'_>) {
    if let Some((name, value)) = value_of_map(node) {
        if let (Some(path), BindingKind::Constructed) = of_expression(value, builder) {
            let of = format!("{path}.GetValueOrDefault()");
            builder.bind(builder.current(), builder.text(name), Some(&of), BindingKind::Copied);
        }
        return;
    }
    let is_open = node.field("type").is_some_and(|of| builder.text(of) == "var");
    let name = node.field("left").filter(|left| is_open && left.kind() == "identifier");
    let (Some(name), Some(value)) = (name, node.field("right")) else { return };
    let of = match of_expression(value, builder) {
        (Some(path), BindingKind::Constructed) if value.kind() == "invocation_expression" => format!("{path}().{EACH}"),
        (Some(path), BindingKind::Constructed) => format!("{path}.{EACH}"),
        _ => return,
    };
    builder.bind(builder.current(), builder.text(name), Some(&of), BindingKind::Constructed);
}

/// The type of a `var` by its value.
fn of_value(declarator: Node<'_>, name: Node<'_>, builder: &Builder<'_>) -> (Option<String>, BindingKind) {
    let mut cursor = declarator.walk();
    let value = declarator.named_children(&mut cursor).filter(|child| *child != name).last();
    value.map_or((None, BindingKind::Untyped), |value| of_expression(value, builder))
}

/// The type of what a declarator makes: `a = new List<A>()`.
fn made(declarator: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = declarator.walk();
    let value = declarator.named_children(&mut cursor).find(|child| child.kind() == "object_creation_expression");
    value.and_then(|value| value.field("type"))
}

/// The type of a value, or the path that makes it.
fn of_expression(mut value: Node<'_>, builder: &Builder<'_>) -> (Option<String>, BindingKind) {
    while matches!(value.kind(), "await_expression" | "parenthesized_expression") {
        let Some(inner) = value.named_child(0) else { return (None, BindingKind::Untyped) };
        value = inner;
    }
    let text = builder.text(value);
    let counted = counted_text(text.strip_prefix("global::").unwrap_or(text));
    let text = &*counted;
    let stated = |field: &'static str| value.field(field).and_then(|of| type_of(builder.text(of)));
    match value.kind() {
        "cast_expression" => (stated("type"), BindingKind::Annotated),
        "as_expression" => (stated("right"), BindingKind::Annotated),
        "object_creation_expression" => (stated("type"), BindingKind::Annotated),
        "invocation_expression" => (builder.called(text), BindingKind::Constructed),
        "identifier" | "member_access_expression" | "conditional_access_expression" | "this_expression" => {
            (builder.dotted(text), BindingKind::Constructed)
        }
        _ if text == "this" => (builder.dotted(text), BindingKind::Constructed),
        _ => (None, BindingKind::Untyped),
    }
}
