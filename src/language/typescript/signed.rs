//! Lowers what overloads are chosen by: the parameters of signatures, and the arguments of calls.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::signed::{ALIASED, FUNCTION_OF, MANY_ARGUMENTS, argument_place};
use super::expression::{inner, path};
use super::node::{first, unquoted};
use super::types::{self, literal_of, type_of};
use crate::syntax::{Expr, ExprId, GivenArgument, Literal};

/// The most arguments, and parameters, that are read.
const MOST: usize = 16;
/// The longest text that is kept as an argument, in bytes: the name of an event, of a tag.
const LONGEST: usize = 32;
/// The type of all functions.
const FUNCTION: &str = "Function";

/// States what a signature takes: how many arguments, and of which types.
pub fn signature(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(list) = node.field("parameters") else { return };
    let (mut least, mut n, mut is_open) = (0, 0, false);
    let mut taken = Vec::new();
    let mut cursor = list.walk();
    for parameter in list.named_children(&mut cursor) {
        let Some(pattern) = parameter.field("pattern").filter(|pattern| pattern.kind() != "this") else { continue };
        let annotation = parameter.field("type");
        if pattern.kind() == "rest_pattern" {
            is_open = true;
            let element = annotation.and_then(first).filter(|of| of.kind() == "array_type").and_then(first);
            taken.push((MANY_ARGUMENTS.to_owned(), element));
        } else {
            taken.push((argument_place(n), annotation));
            n += 1;
            least += usize::from(parameter.kind() == "required_parameter" && parameter.field("value").is_none());
        }
    }
    if n > MOST {
        return;
    }
    builder.parameters(least, if is_open { usize::MAX } else { n });
    for (place, annotation) in taken {
        let types = annotation.map_or_else(Vec::new, |annotation| alternatives(annotation, builder));
        builder.takes(&place, &types);
    }
}

/// Binds the types that an alias means.
pub fn alias(of: Node<'_>, builder: &mut Builder<'_>) {
    let types = alternatives(of, builder);
    builder.takes(ALIASED, &types);
}

/// The types of which an argument has to be one; none where it may be anything, so far as is known.
fn alternatives(annotation: Node<'_>, builder: &mut Builder<'_>) -> Vec<ExprId> {
    let mut open = vec![annotation];
    let mut found = Vec::new();
    while let Some(at) = open.pop() {
        match at.kind() {
            "type_annotation" | "parenthesized_type" | "readonly_type" => open.extend(first(at)),
            "union_type" => {
                let mut cursor = at.walk();
                open.extend(at.named_children(&mut cursor));
            }
            _ => match lowered_type(at, builder) {
                Some(of) => found.push(of),
                None => return Vec::new(),
            },
        }
    }
    found.reverse();
    found
}

/// One type; `None` where nothing is known of what fits it.
fn lowered_type(of: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    match of.kind() {
        "literal_type" => {
            let value = first(of)?;
            match value.kind() {
                "string" => Some(text(value, builder)),
                "null" | "undefined" => Some(literal(Literal::Null, builder)),
                _ => {
                    Some(types::sort(of, builder)).filter(|sort| *sort != Literal::Other).map(|it| literal(it, builder))
                }
            }
        }
        "array_type" | "tuple_type" => Some(many(builder)),
        "object_type" => {
            let mut cursor = of.walk();
            let is_called = of.named_children(&mut cursor).any(|member| member.kind() == "call_signature");
            (!is_called).then(|| builder.lower(Expr::Object))
        }
        "predefined_type" if matches!(builder.text(of), "undefined" | "null" | "void") => {
            Some(literal(Literal::Null, builder))
        }
        "predefined_type" | "template_literal_type" => {
            Some(types::sort(of, builder)).filter(|sort| *sort != Literal::Other).map(|sort| literal(sort, builder))
        }
        "function_type" => Some(taken_function(of, builder)),
        "type_identifier" if builder.text(of) == FUNCTION => Some(function_of(u8::MAX, builder)),
        "generic_type" if matches!(builder.text(of.field("name")?), "Array" | "ReadonlyArray") => Some(many(builder)),
        "type_identifier" | "nested_type_identifier" | "generic_type" => match type_of(of, builder)? {
            (path, BindingKind::Annotated) => Some(path),
            _ => None,
        },
        _ => None,
    }
}

/// The arguments of a call, where their number is known.
pub fn arguments(list: Node<'_>, builder: &mut Builder<'_>) -> Option<Vec<GivenArgument>> {
    let mut cursor = list.walk();
    let given: Vec<Node<'_>> = list.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    let is_known = list.kind() == "arguments" && given.len() <= MOST;
    if !is_known || given.iter().any(|it| it.kind() == "spread_element") {
        return None;
    }
    let lowered = given.into_iter().map(|value| {
        let value = argument(value, builder).unwrap_or_else(|| builder.lower(Expr::Unknown));
        GivenArgument { label: None, value }
    });
    Some(lowered.collect())
}

/// A value as an argument; `None` where nothing is known of its type.
fn argument(value: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let at = inner(value);
    let operator = at.field("operator").map_or("", |operator| operator.kind());
    match (at.kind(), operator) {
        ("string", _) => Some(text(at, builder)),
        ("template_string", _) | ("unary_expression", "typeof") => Some(literal(Literal::Text, builder)),
        ("number", _) => Some(literal(Literal::Integer, builder)),
        ("unary_expression", "-" | "+") => argument(at.field("argument")?, builder)
            .filter(|of| builder.observation().expr(*of) == Expr::Literal(Literal::Integer)),
        ("true" | "false", _)
        | ("unary_expression", "!")
        | ("binary_expression", "==" | "===" | "!=" | "!==" | "<" | ">" | "<=" | ">=" | "in" | "instanceof") => {
            Some(literal(Literal::Boolean, builder))
        }
        ("null", _) => Some(literal(Literal::Null, builder)),
        ("arrow_function" | "function_expression" | "generator_function", _) => Some(given_function(at, builder)),
        ("class", _) => Some(literal(Literal::Class, builder)),
        ("object", _) => Some(builder.lower(Expr::Object)),
        ("array", _) => Some(many(builder)),
        ("regex", _) => {
            let of = builder.lower_name("RegExp");
            Some(builder.lower(Expr::Made(of)))
        }
        ("new_expression", _) => {
            let of = path(at.field("constructor")?, builder)?;
            Some(builder.lower(Expr::Made(of)))
        }
        ("as_expression", _) => match type_of(at.named_child(1)?, builder)? {
            (of, BindingKind::Annotated) => Some(builder.lower(Expr::Made(of))),
            (of, _) => literal_of(of, builder).map(|sort| literal(sort, builder)),
        },
        ("satisfies_expression", _) => argument(at.named_child(0)?, builder),
        ("identifier" | "this" | "member_expression" | "subscript_expression" | "call_expression", _) => {
            path(at, builder)
        }
        _ => None,
    }
}

/// A text that a type can demand by its letters, or any text.
fn text(string: Node<'_>, builder: &mut Builder<'_>) -> ExprId {
    let inside = unquoted(builder.text(string));
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':');
    if inside.is_empty() || inside.len() > LONGEST || !inside.bytes().all(is_word) {
        return literal(Literal::Text, builder);
    }
    let quoted = format!("'{inside}'");
    builder.lower_name(&quoted)
}

/// A function as an argument: by its number of parameters, where it takes what is expected of it.
fn given_function(function: Node<'_>, builder: &mut Builder<'_>) -> ExprId {
    let Some(list) = function.field("parameters") else { return function_of(1, builder) };
    let mut cursor = list.walk();
    let parameters: Vec<Node<'_>> = list.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    let is_stated = parameters.iter().any(|it| it.field("type").is_some());
    if is_stated || function.field("return_type").is_some() {
        return literal(Literal::Function, builder);
    }
    let is_open = |it: &Node<'_>| {
        let pattern = it.field("pattern").unwrap_or(*it);
        it.kind() == "optional_parameter" || it.field("value").is_some() || pattern.kind() == "rest_pattern"
    };
    let n_needed = parameters.iter().filter(|it| !is_open(it)).count();
    function_of(u8::try_from(n_needed).unwrap_or(u8::MAX), builder)
}

/// The type of a function that is taken: by its number of parameters, where it may give anything.
fn taken_function(of: Node<'_>, builder: &mut Builder<'_>) -> ExprId {
    let gives = of.field("return_type").map_or("", |returned| builder.text(returned));
    let Some(list) = of.field("parameters").filter(|_| matches!(gives, "void" | "any" | "unknown")) else {
        return literal(Literal::Function, builder);
    };
    let mut cursor = list.walk();
    let patterns: Vec<Node<'_>> = list.named_children(&mut cursor).filter_map(|it| it.field("pattern")).collect();
    let is_open = patterns.iter().any(|pattern| pattern.kind() == "rest_pattern");
    let n = patterns.iter().filter(|pattern| pattern.kind() != "this").count();
    function_of(if is_open { u8::MAX } else { u8::try_from(n).unwrap_or(u8::MAX) }, builder)
}

fn function_of(n_parameters: u8, builder: &mut Builder<'_>) -> ExprId {
    let name = format!("{FUNCTION_OF}{n_parameters}");
    builder.lower_name(&name)
}

fn literal(sort: Literal, builder: &mut Builder<'_>) -> ExprId {
    builder.lower(Expr::Literal(sort))
}

/// A list of whatever elements.
fn many(builder: &mut Builder<'_>) -> ExprId {
    let of = builder.lower(Expr::Unknown);
    builder.lower(Expr::List(of))
}
