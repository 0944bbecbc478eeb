//! Contextual types of a function: from the call that it is an argument of, or the variable that it initialises.
//!
//! In a path, `f(1)` is what `f` takes at its second place.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::closure::bind_variable;
use super::super::fields::Fields;
use super::super::observation::Decl;
use super::expression::path;
use super::node::{first, unquoted};
use super::types::{is_in_place, literal_of, type_of};
use crate::syntax::{Expr, ExprId};

/// The methods of a container that call a function with what it holds, and for which of its parameters.
const CALLERS: &[(&str, &[usize])] = &[
    ("every", &[0]),
    ("filter", &[0]),
    ("find", &[0]),
    ("findIndex", &[0]),
    ("findLast", &[0]),
    ("flatMap", &[0]),
    ("forEach", &[0]),
    ("map", &[0]),
    ("reduce", &[1]),
    ("some", &[0]),
    ("sort", &[0, 1]),
    ("toSorted", &[0, 1]),
];

/// The types of lists that are read as such.
const MANY: &[&str] = &["Array", "Iterable", "ReadonlyArray"];

/// How deep objects in objects are looked through.
const DEEPEST: usize = 3;

/// Notes what the functions are called with that a call is given: `items.forEach(…)`, `promise.then(…)`, `f(…)`.
pub fn call(call: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(function), Some(arguments)) = (call.field("function"), call.field("arguments")) else {
        return;
    };
    let property = function.field("property").map_or("", |property| builder.text(property));
    let caller = CALLERS.iter().find(|(name, _)| *name == property).map(|(_, places)| (true, *places));
    if let Some((is_element, places)) = caller.or((property == "then").then_some((false, &[0]))) {
        let object = function.field("object").and_then(|object| path(object, builder));
        if let (Some(object), Some(callback)) = (object, first(arguments)) {
            let of = if is_element { builder.lower(Expr::Element(object)) } else { object };
            builder.hand(callback, of, Some(places));
        }
        return;
    }
    let Some(path) = path(function, builder) else { return };
    let mut cursor = arguments.walk();
    let given: Vec<Node<'_>> = arguments.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    if !given.iter().any(|argument| takes_context(*argument)) {
        return;
    }
    let values: Vec<ExprId> = given.iter().map(|argument| value(*argument, builder)).collect();
    let path = builder.with_values(path, &values);
    for (at, argument) in given.into_iter().enumerate() {
        if takes_context(argument) {
            let taken = builder.lower_parameter(path, at);
            expect(argument, taken, DEEPEST, builder);
        }
    }
}

/// An argument, as far as it is a path.
fn value(argument: Node<'_>, builder: &mut Builder<'_>) -> ExprId {
    const PATHS: &[&str] = &["call_expression", "identifier", "member_expression", "this"];
    let known = if PATHS.contains(&argument.kind()) { path(argument, builder) } else { None };
    known.unwrap_or_else(|| builder.lower(Expr::Unknown))
}

/// Whether a value may take a contextual type.
pub fn takes_context(value: Node<'_>) -> bool {
    matches!(value.kind(), "arrow_function" | "function_expression" | "object")
}

/// Notes of which type a function, or an object that holds some, is expected to be.
pub fn expect<'t>(value: Node<'_>, path: ExprId, depth: usize, builder: &mut Builder<'t>) {
    if value.kind() != "object" {
        return builder.hand(value, path, None);
    }
    let mut cursor = value.walk();
    for member in value.named_children(&mut cursor) {
        let text =
            |field: &'static str, builder: &Builder<'t>| member.field(field).map(|name| unquoted(builder.text(name)));
        match member.kind() {
            "pair" => {
                let inner = member.field("value").filter(|inner| takes_context(*inner) && depth > 0);
                if let (Some(key), Some(inner)) = (text("key", builder), inner) {
                    let member = builder.lower_member(path, key);
                    expect(inner, member, depth - 1, builder);
                }
            }
            "method_definition" => {
                if let Some(name) = text("name", builder) {
                    let of = builder.lower_member(path, name);
                    builder.hand(member, of, None);
                }
            }
            _ => {}
        }
    }
}

/// Notes what a variable's or field's annotation expects of its value.
pub fn annotated(annotation: Option<Node<'_>>, value: Option<Node<'_>>, builder: &mut Builder<'_>) {
    let Some(value) = value.filter(|value| takes_context(*value)) else { return };
    if let Some((path, _)) = annotation.and_then(|annotation| type_of(annotation, builder)) {
        expect(value, path, DEEPEST, builder);
    }
}

/// Binds what a function takes, by place: of what is itself a function, what that takes.
pub fn signature(function: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    takes(function, decl, "", 2, builder);
    variables(function, decl, builder);
}

/// Marks the places at which a function takes one of its type parameters, or a list of such.
fn variables(function: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let (Some(list), Some(own)) = (function.field("parameters"), function.field("type_parameters")) else { return };
    let mut cursor = own.walk();
    let own: Vec<&str> =
        own.named_children(&mut cursor).filter_map(|it| it.field("name")).map(|name| builder.text(name)).collect();
    let mut cursor = list.walk();
    let parameters = list.named_children(&mut cursor).filter(|child| !child.is_extra());
    for (at, parameter) in parameters.enumerate() {
        let Some(text) = parameter.field("type").and_then(first).map(|of| builder.text(of)) else { continue };
        let plain = text.strip_prefix("readonly ").unwrap_or(text);
        let of_holder = || MANY.iter().find_map(|head| plain.strip_prefix(head)?.strip_prefix('<')?.strip_suffix('>'));
        let held = plain.strip_suffix("[]").or_else(of_holder);
        if let Some(name) = own.iter().find(|name| **name == text || held == Some(**name)) {
            bind_variable(decl, &format!("({at})"), name, held.is_some(), builder);
        }
    }
}

/// The same of a type, where it is a function's.
pub fn signature_of_type(annotation: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    if let Some(function) = function_type(annotation) {
        takes(function, decl, "", 2, builder);
    }
}

pub fn function_type(annotation: Node<'_>) -> Option<Node<'_>> {
    let mut at = annotation;
    while matches!(at.kind(), "type_annotation" | "parenthesized_type" | "union_type") {
        at = first(at)?;
    }
    (at.kind() == "function_type").then_some(at)
}

/// Binds what a function or a signature takes, each under its place behind `before`.
fn takes(function: Node<'_>, decl: Decl, before: &str, depth: usize, builder: &mut Builder<'_>) {
    let Some(list) = function.field("parameters").filter(|_| depth > 0) else { return };
    let mut cursor = list.walk();
    let parameters = list.named_children(&mut cursor).filter(|child| !child.is_extra());
    for (at, parameter) in parameters.enumerate() {
        let Some(annotation) = parameter.field("type") else { continue };
        let name = format!("{before}({at})");
        if let Some(inner) = function_type(annotation) {
            takes(inner, decl, &name, depth - 1, builder);
        } else if is_in_place(annotation) {
            // Of the members of such a type nothing is bound.
        } else if let Some((of, kind)) = type_of(annotation, builder)
            && literal_of(of, builder).is_none()
        {
            builder.bind_expr(decl, &name, Some(of), kind);
        }
    }
}
