//! Lowers values, from their nodes: enough of their form to look up their types.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::returned::{ReturnStep, agreed};
use super::expression::{LITERAL, inner, path};
use super::node::first;
use super::types::{Stated, holding, type_of};
use crate::syntax::{Expr, ExprId};

/// The maker of a value: the class of `new A()`, the type of `x as A`, the path of anything else.
pub fn made_by(value: Node<'_>, builder: &mut Builder<'_>) -> Option<Stated> {
    let at = inner(value);
    match at.kind() {
        "as_expression" | "satisfies_expression" | "type_assertion" => asserted(at, builder),
        "new_expression" => constructed(at, builder),
        "array" if at.named_child_count() > 0 => {
            Some(made_list(at, builder).unwrap_or_else(|| (builder.lower(LITERAL), BindingKind::Copied)))
        }
        "string" | "template_string" | "number" | "array" | "regex" | "true" | "false" | "binary_expression"
        | "unary_expression" | "update_expression" => {
            is_literal(at).then(|| (builder.lower(LITERAL), BindingKind::Copied))
        }
        "object" => Some((builder.lower(Expr::Object), BindingKind::Copied)),
        "null" | "undefined" => None,
        "call_expression" => match hook(at, builder) {
            Some(stated) => Some(stated),
            None => Some((path(at, builder)?, BindingKind::Copied)),
        },
        _ => Some((path(at, builder)?, BindingKind::Copied)),
    }
}

/// The most values that an expression is one of.
const MOST_VALUES: usize = 8;

/// The values of which an expression is one: both sides of `a ?? b` and of `a || b`, both branches of `c ? a : b`, without `null`
/// and `undefined`; any other expression itself. None where there are too many.
pub fn values(value: Node<'_>) -> Vec<Node<'_>> {
    let mut open = vec![value];
    let mut found = Vec::new();
    while let Some(at) = open.pop().filter(|_| found.len() <= MOST_VALUES) {
        let at = inner(at);
        let operator = at.field("operator").map_or("", |operator| operator.kind());
        match (at.kind(), operator) {
            ("binary_expression", "??" | "||") => {
                open.extend([at.field("right"), at.field("left")].into_iter().flatten());
            }
            ("ternary_expression", _) => {
                open.extend([at.field("alternative"), at.field("consequence")].into_iter().flatten());
            }
            ("null" | "undefined", _) => {}
            _ => found.push(at),
        }
    }
    if found.len() > MOST_VALUES { Vec::new() } else { found }
}

/// Whether an operator makes a primitive value of whatever it is given.
fn is_literal(node: Node<'_>) -> bool {
    let operator = node.field("operator").map_or("", |operator| operator.kind());
    node.kind() != "binary_expression" || !matches!(operator, "||" | "&&" | "??")
}

/// React's holders of a value say of which type it is: `useRef<A>()`, `createContext<A>()`, `useContext(a)`.
fn hook(call: Node<'_>, builder: &mut Builder<'_>) -> Option<Stated> {
    let function = call.field("function")?;
    let name = function.field("property").unwrap_or(function);
    match builder.text(name) {
        "useContext" => {
            let context = path(first(call.field("arguments")?)?, builder)?;
            Some((builder.lower(Expr::Element(context)), BindingKind::Copied))
        }
        "useRef" | "createRef" | "createContext" => holding(Expr::Map, first(call.field("type_arguments")?)?, builder),
        "useState" => holding(Expr::List, first(call.field("type_arguments")?)?, builder),
        _ => None,
    }
}

fn constructed(node: Node<'_>, builder: &mut Builder<'_>) -> Option<Stated> {
    let constructor = node.field("constructor")?;
    let made = path(constructor, builder)?;
    // `new Map<K, V>()`
    let arguments = node.field("type_arguments");
    let name = builder.observation().exprs.name(made);
    let name = name.map_or("", |name| builder.observation().name(name)).to_owned();
    match (name.as_str(), arguments) {
        ("Map" | "WeakMap", Some(arguments)) => holding(Expr::Map, arguments.named_child(1)?, builder),
        ("Set" | "WeakSet" | "Array", Some(arguments)) => holding(Expr::List, first(arguments)?, builder),
        ("Map" | "WeakMap" | "Set" | "WeakSet" | "Array", None) => Some((builder.lower(LITERAL), BindingKind::Copied)),
        _ => Some((made, BindingKind::Constructed)),
    }
}

/// A list all of whose elements are made by one class: `[new A(), new A()]`.
fn made_list<'n>(list: Node<'n>, builder: &mut Builder<'_>) -> Option<Stated> {
    let mut cursor = list.walk();
    let elements: Vec<Node<'n>> = list.named_children(&mut cursor).filter(|it| it.kind() != "comment").collect();
    let class = |it: &Node<'n>| it.field("constructor").filter(|_| it.kind() == "new_expression");
    let first = elements.first().filter(|it| it.field("type_arguments").is_none())?;
    let name = builder.text(class(first)?);
    if !elements.iter().all(|it| class(it).is_some_and(|of| builder.text(of) == name)) {
        return None;
    }
    match constructed(*first, builder)? {
        (made, BindingKind::Constructed) => Some((builder.lower(Expr::List(made)), BindingKind::Copied)),
        _ => None,
    }
}

/// `x as A`, `<A>x`
fn asserted(node: Node<'_>, builder: &mut Builder<'_>) -> Option<Stated> {
    if node.kind() == "type_assertion" {
        return type_of(first(node.named_child(0)?)?, builder);
    }
    let stated = node.named_child(1);
    if node.kind() == "satisfies_expression" || stated.is_none_or(|it| it.kind() == "const") {
        return made_by(node.named_child(0)?, builder);
    }
    type_of(stated?, builder)
}

/// The result of a function without a stated one.
pub fn returned(body: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let mut of = |value| made_by(value, builder).map(|(path, _)| path);
    if body.kind() != "statement_block" {
        return of(body);
    }
    agreed(body, step, of)
}

fn step(at: Node<'_>) -> ReturnStep<'_> {
    match at.kind() {
        "return_statement" => match first(at).filter(|value| !matches!(value.kind(), "null" | "undefined")) {
            Some(value) => ReturnStep::Gives(value),
            None => ReturnStep::Passes,
        },
        kind if holds_statements(kind) => ReturnStep::Holds,
        _ => ReturnStep::Passes,
    }
}

fn holds_statements(kind: &str) -> bool {
    matches!(
        kind,
        "statement_block"
            | "if_statement"
            | "else_clause"
            | "for_statement"
            | "for_in_statement"
            | "while_statement"
            | "do_statement"
            | "try_statement"
            | "catch_clause"
            | "finally_clause"
            | "switch_statement"
            | "switch_body"
            | "switch_case"
            | "switch_default"
            | "labeled_statement"
    )
}
