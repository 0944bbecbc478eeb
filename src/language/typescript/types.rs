//! Lowers types, from their nodes, to the expressions by which their members are looked up.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::expression::{UNKNOWN, path};
use super::node::{first, unquoted};
use crate::syntax::{Expr, ExprId, Literal};

/// A stated type, and how to read it.
pub type Stated = (ExprId, BindingKind);

/// A type that holds others.
pub type Holder = fn(ExprId) -> Expr;

/// Types that only wrap another, as far as its members are concerned.
const WRAPPERS: &[&str] = &[
    "Awaited",
    "InstanceType",
    "Mutable",
    "NonNullable",
    "Omit",
    "Partial",
    "Pick",
    "Promise",
    "PromiseLike",
    "Readonly",
    "Required",
];
/// Types whose values are gone through one by one.
const LISTS: &[&str] =
    &["Array", "AsyncIterable", "Iterable", "IterableIterator", "ReadonlyArray", "ReadonlySet", "Set", "WeakSet"];
/// Types whose values are looked up by a key.
const MAPS: &[&str] = &["Map", "ReadonlyMap", "Record", "WeakMap"];

/// The one type that a type names.
pub fn type_of(node: Node<'_>, builder: &mut Builder<'_>) -> Option<Stated> {
    let mut at = node;
    for _ in 0..8 {
        at = match at.kind() {
            "type_annotation" | "parenthesized_type" | "readonly_type" => first(at)?,
            "type_identifier" | "nested_type_identifier" | "identifier" => {
                return Some((name(at, builder)?, BindingKind::Annotated));
            }
            "this_type" | "this" => return Some((builder.lower(Expr::This), BindingKind::Annotated)),
            "array_type" => return holding(Expr::List, first(at)?, builder),
            "predefined_type" if matches!(builder.text(at), "any" | "unknown" | "object" | "never" | "void") => {
                return None;
            }
            "predefined_type" | "literal_type" | "template_literal_type" | "tuple_type" | "function_type" => {
                return Some((builder.lower(Expr::Literal(sort(at, builder))), BindingKind::Copied));
            }
            "lookup_type" => return member(at, builder),
            "type_query" => return Some((path(first(at)?, builder)?, BindingKind::Copied)),
            "generic_type" => match generic(at, builder)? {
                Generic::Wraps(inner) => inner,
                Generic::Is(stated) => return Some(stated),
            },
            "union_type" => only_member(at, builder)?,
            _ => return None,
        };
    }
    None
}

/// The generic type, or the construction of one, that others wrap or hold.
pub fn innermost<'n>(node: Node<'n>, builder: &Builder<'_>) -> Option<Node<'n>> {
    let mut at = node;
    for _ in 0..8 {
        at = match at.kind() {
            "type_annotation" | "parenthesized_type" | "readonly_type" | "array_type" => first(at)?,
            "union_type" => only_member(at, builder)?,
            "generic_type" => {
                let (name, arguments) = (builder.text(at.field("name")?), at.field("type_arguments")?);
                match name {
                    _ if WRAPPERS.contains(&name) || LISTS.contains(&name) => first(arguments)?,
                    _ if MAPS.contains(&name) => arguments.named_child(1)?,
                    _ => return Some(at),
                }
            }
            "new_expression" => return Some(at),
            _ => return None,
        };
    }
    None
}

/// The sort of the values of a type that no project declares.
pub fn sort(of: Node<'_>, builder: &Builder<'_>) -> Literal {
    let value =
        if of.kind() == "literal_type" { of.named_child(0).map_or("", |value| value.kind()) } else { of.kind() };
    match (value, builder.text(of)) {
        ("predefined_type", "string") | ("string" | "template_literal_type", _) => Literal::Text,
        ("predefined_type", "number") | ("number" | "unary_expression", _) => Literal::Integer,
        ("predefined_type", "boolean") | ("true" | "false", _) => Literal::Boolean,
        ("function_type", _) => Literal::Function,
        _ => Literal::Other,
    }
}

/// The sort of a value or a type that no project declares; `None` for any other.
pub fn literal_of(of: ExprId, builder: &Builder<'_>) -> Option<Literal> {
    match builder.observation().expr(of) {
        Expr::Literal(sort) => Some(sort),
        _ => None,
    }
}

/// The reduction of a generic type.
enum Generic<'n> {
    Wraps(Node<'n>),
    Is(Stated),
}

/// The name of a type, with those of the namespaces around it.
fn name(node: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let (on, last) = match node.kind() {
        "nested_type_identifier" => (Some(path(node.field("module")?, builder)?), node.field("name")?),
        _ => (None, node),
    };
    let text = builder.text(last);
    match on {
        Some(on) => Some(builder.lower_member(on, text)),
        None => (!text.is_empty()).then(|| builder.lower_name(text)),
    }
}

fn generic<'n>(node: Node<'n>, builder: &mut Builder<'_>) -> Option<Generic<'n>> {
    let name = node.field("name")?;
    let text = builder.text(name);
    let arguments = || node.field("type_arguments");
    if WRAPPERS.contains(&text) {
        return Some(Generic::Wraps(first(arguments()?)?));
    }
    let is = if LISTS.contains(&text) {
        holding(Expr::List, first(arguments()?)?, builder)?
    } else if MAPS.contains(&text) {
        holding(Expr::Map, arguments()?.named_child(1)?, builder)?
    } else if text == "ReturnType" {
        let (path, kind) = type_of(first(arguments()?)?, builder)?;
        let kind = (kind == BindingKind::Copied).then_some(kind)?;
        (builder.lower(Expr::Call(path)), kind)
    } else {
        (self::name(name, builder)?, BindingKind::Annotated)
    };
    Some(Generic::Is(is))
}

/// A type that holds others. Of what it holds nothing may be known.
pub fn holding(holder: Holder, inner: Node<'_>, builder: &mut Builder<'_>) -> Option<Stated> {
    let of = type_of(inner, builder).map(|(of, _)| of);
    let of = of.unwrap_or_else(|| builder.lower_name(UNKNOWN));
    Some((builder.lower(holder(of)), BindingKind::Copied))
}

/// `A["b"]`
fn member(node: Node<'_>, builder: &mut Builder<'_>) -> Option<Stated> {
    let (of, _) = type_of(node.named_child(0)?, builder)?;
    let key = node.named_child(1).filter(|key| key.kind() == "literal_type")?;
    let key = unquoted(builder.text(key));
    // Of a list, a call or a number in brackets nothing is known under a name.
    let is_called = |id: ExprId| matches!(builder.observation().expr(id), Expr::Call(_) | Expr::List(_) | Expr::Map(_));
    let exprs = &builder.observation().exprs;
    let is_path = !std::iter::successors(Some(of), |id| exprs.inner(*id)).any(is_called);
    let is_name = key.starts_with(|head: char| head.is_alphabetic() || matches!(head, '_' | '$'))
        && key.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$'));
    (is_path && is_name).then(|| (builder.lower_member(of, key), BindingKind::Copied))
}

/// The member of a union beside `null` and `undefined`, if there is but one.
fn only_member<'n>(union: Node<'n>, builder: &Builder<'_>) -> Option<Node<'n>> {
    let mut open = vec![union];
    let mut only = None;
    while let Some(at) = open.pop() {
        if at.kind() == "union_type" {
            let mut cursor = at.walk();
            open.extend(at.named_children(&mut cursor));
        } else if !matches!(builder.text(at), "null" | "undefined" | "void" | "false") && only.replace(at).is_some() {
            return None;
        }
    }
    only
}

/// The types that an intersection joins: the value has the members of all.
pub fn joined(node: Node<'_>, builder: &mut Builder<'_>) -> Vec<ExprId> {
    let mut open = vec![node];
    let mut found = Vec::new();
    while let Some(at) = open.pop() {
        match at.kind() {
            "intersection_type" | "parenthesized_type" => {
                let mut cursor = at.walk();
                open.extend(at.named_children(&mut cursor));
            }
            "object_type" => {}
            _ => found.extend(type_of(at, builder)),
        }
    }
    found.into_iter().rev().map(|(path, _)| path).collect()
}

/// The types of which the values of a union are one, without those of which no value is a function or an object; none
/// where one of them has no name.
pub fn united(node: Node<'_>, builder: &mut Builder<'_>) -> Vec<ExprId> {
    let mut open = vec![node];
    let mut found = Vec::new();
    while let Some(at) = open.pop() {
        match at.kind() {
            "union_type" | "parenthesized_type" => {
                let mut cursor = at.walk();
                open.extend(at.named_children(&mut cursor));
            }
            "literal_type" | "predefined_type" => {}
            _ => match type_of(at, builder) {
                Some((path, BindingKind::Annotated)) => found.push(path),
                _ => return Vec::new(),
            },
        }
    }
    found.reverse();
    found
}

/// A type without its brackets and modifiers.
fn bare(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    while let ("type_annotation" | "parenthesized_type" | "readonly_type", Some(inner)) = (at.kind(), first(at)) {
        at = inner;
    }
    at
}

/// Whether a type is written in place: `{ a: A }`.
pub fn is_in_place(node: Node<'_>) -> bool {
    bare(node).kind() == "object_type"
}

/// The annotation of a member of a type that is written in place.
pub fn property<'n>(node: Node<'n>, name: &str, builder: &Builder<'_>) -> Option<Node<'n>> {
    let at = bare(node);
    let mut cursor = at.walk();
    let signature = at.named_children(&mut cursor).find(|child| {
        let key = child.field("name");
        child.kind() == "property_signature" && key.is_some_and(|key| unquoted(builder.text(key)) == name)
    });
    signature?.field("type")
}
