//! Properties: the types that their initializers state, and the parameters that they hide.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{dotted, made_or_member};
use super::super::holders::held_name;
use super::super::java;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::super::type_arguments::bind_arguments;
use super::lambda::{function_type, result_of};
use super::node::child;

/// Functions of the library that make a holder of what their type arguments state, and the type that they give.
const MAKERS: &[(&str, &str)] = &[
    ("arrayListOf", "MutableList"),
    ("arrayOf", "Array"),
    ("arrayOfNulls", "Array"),
    ("emptyList", "List"),
    ("emptyMap", "Map"),
    ("emptySequence", "Sequence"),
    ("emptySet", "Set"),
    ("hashMapOf", "MutableMap"),
    ("hashSetOf", "MutableSet"),
    ("linkedMapOf", "MutableMap"),
    ("linkedSetOf", "MutableSet"),
    ("listOf", "List"),
    ("listOfNotNull", "List"),
    ("mapOf", "Map"),
    ("mutableListOf", "MutableList"),
    ("mutableMapOf", "MutableMap"),
    ("mutableSetOf", "MutableSet"),
    ("sequenceOf", "Sequence"),
    ("setOf", "Set"),
    ("sortedMapOf", "SortedMap"),
    ("sortedSetOf", "SortedSet"),
];

/// Reads `val a = mutableListOf<B>()`, whose elements are of the type that the call states.
pub fn read_made(suffix: Node<'_>, builder: &mut Builder<'_>) {
    let mut around = builder.ancestors(suffix);
    let call = around.next().filter(|call| call.kind() == "call_expression");
    let property = around.next().filter(|it| it.kind() == "property_declaration");
    let (Some(call), Some(property)) = (call, property) else { return };
    drop(around);
    let Some(variable) = child(property, &["variable_declaration"]).filter(|it| it.named_child_count() == 1) else {
        return;
    };
    let name = child(variable, &["simple_identifier"]).map_or("", |name| builder.text(name));
    let callee = call.named_child(0).filter(|callee| callee.kind() == "simple_identifier");
    let callee = callee.map_or("", |callee| builder.text(callee));
    let made = MAKERS.iter().find(|(maker, _)| *maker == callee).map_or(callee, |(_, made)| made);
    let Some(arguments) = child(suffix, &["type_arguments"]).map(|list| builder.text(list)) else { return };
    let text = format!("{made}{arguments}");
    if let Some((place, held)) = java::HOLDERS.held(&text) {
        let scope = scope_of(name, builder);
        bind_arguments(scope, name, &text, builder);
        let name = builder.bound_as(scope, name);
        builder.bind(scope, &held_name(&name, place), Some(&held), BindingKind::Returns);
    }
}

/// Reads what a property without a stated type is computed by: `val a by lazy { B() }`, `val a get() = this`. Of one of a function type
/// what a call of it gives is bound.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(variable) = child(node, &["variable_declaration"]).filter(|_| child(node, &["receiver_type"]).is_none())
    else {
        return;
    };
    let name = child(variable, &["simple_identifier"]).map_or("", |name| builder.text(name));
    let scope = scope_of(name, builder);
    if variable.named_child_count() > 1 {
        if let Some(of) = function_type(variable).and_then(|of| result_of(of, builder)) {
            let of = builder.expr(&of);
            builder.bind_result(scope, name, of);
        }
        return;
    }
    let Some(value) = lazy_value(node, builder).or_else(|| computed(node)) else { return };
    match value.kind() {
        "this_expression" if builder.text(value) == "this" => {
            builder.bind(scope, name, Some("this"), BindingKind::Copied);
        }
        "call_expression" => {
            if let Some(made) = made_or_member(builder.text(value)) {
                builder.bind(scope, name, Some(&made), BindingKind::Constructed);
            }
        }
        "navigation_expression" | "simple_identifier" => {
            if let Some(path) = dotted(builder.text(value)) {
                builder.bind(scope, name, Some(&path), BindingKind::Copied);
            }
        }
        _ => {}
    }
}

/// The value of `by lazy { … }`: the last in the braces. Names that are bound there mean nothing outside.
fn lazy_value<'n>(property: Node<'n>, builder: &Builder<'_>) -> Option<Node<'n>> {
    let call = child(child(property, &["property_delegate"])?, &["call_expression"])?;
    call.named_child(0).filter(|callee| builder.text(*callee) == "lazy")?;
    let suffix = child(call, &["call_suffix"])?;
    let statements = child(child(child(suffix, &["annotated_lambda"])?, &["lambda_literal"])?, &["statements"])?;
    let mut cursor = statements.walk();
    let all: Vec<Node<'_>> = statements.named_children(&mut cursor).filter(|it| !it.is_extra()).collect();
    let is_plain = |value: Node<'_>| {
        value.kind() == "call_expression" && value.named_child(0).is_some_and(|it| it.kind() == "simple_identifier")
    };
    let last = all.last().copied()?;
    (all.len() == 1 || is_plain(last)).then_some(last)
}

/// The first and the last accessor of a property on lines of their own, which the grammar puts behind it.
pub fn accessors(property: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let is_accessor = |node: &Node<'_>| matches!(node.kind(), "getter" | "setter");
    let first =
        property.next_named_sibling().filter(is_accessor).filter(|_| property.kind() == "property_declaration")?;
    let second = first.next_named_sibling().filter(is_accessor);
    Some((first, second.unwrap_or(first)))
}

/// The value of `get() = …`.
fn computed(property: Node<'_>) -> Option<Node<'_>> {
    let body = child(child(property, &["getter"])?, &["function_body"])?;
    body.child(0).filter(|sign| sign.kind() == "=")?;
    body.named_child(0)
}

/// The declaration that binds the name of a property: what is around it, where the property is itself a declaration.
fn scope_of(name: &str, builder: &Builder<'_>) -> Decl {
    let (current, observation) = (builder.current(), builder.observation());
    let row = observation.declaration(current);
    let is_own = row.kind.is_value() && observation.name(row.name) == name;
    row.container.filter(|_| is_own).unwrap_or(current)
}

/// Whether a parameter of a class is none of its properties, and one of its properties has the name: `class A(b: B) { val b = C(b) }`. The
/// parameter is seen by the initializers alone.
pub fn is_hidden(parameter: Node<'_>, builder: &Builder<'_>) -> bool {
    if parameter.kind() != "class_parameter" || child(parameter, &["binding_pattern_kind"]).is_some() {
        return false;
    }
    let name = child(parameter, &["simple_identifier"]).map(|name| builder.text(name));
    let Some(body) = builder.ancestors(parameter).nth(1).and_then(|class| child(class, &["class_body"])) else {
        return false;
    };
    let states = |property: Node<'_>| {
        let variable = child(property, &["variable_declaration"])?;
        let own = child(variable, &["simple_identifier"]).map(|name| builder.text(name));
        let is_typed = variable.named_child_count() > 1 || child(property, &["call_expression"]).is_some();
        (own == name && is_typed).then_some(())
    };
    let mut cursor = body.walk();
    body.named_children(&mut cursor).filter(|it| it.kind() == "property_declaration").any(|it| states(it).is_some())
}
