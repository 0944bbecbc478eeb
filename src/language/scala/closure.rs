//! Functions without a name: what their parameters are, by the functions that they are handed to.
//!
//! A function has several lists of parameters: the second place of the third list is `(2_1:)`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::closure::{bind_parameter, bind_variable, value_of_receiver};
use super::super::expression::{receiver, type_name};
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::plain::plain;
use crate::syntax::ExprId;

/// The types of the library that hold many of their argument.
const HOLDERS: &[&str] = &["Array", "Iterable", "Iterator", "IndexedSeq", "List", "Option", "Seq", "Set", "Vector"];

fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

fn place(list: usize, at: usize) -> String {
    if list == 0 { format!("({at})") } else { format!("({list}_{at}:)") }
}

/// Binds what a function hands to those that it takes: of `f: A => B` at its first place `A` under `(0)(0)`.
pub fn taken(function: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let parts = children(function);
    let own: Vec<&str> = parts
        .iter()
        .filter(|it| it.kind() == "type_parameters")
        .flat_map(|it| children(*it))
        .filter(|it| it.kind() == "identifier")
        .map(|name| builder.text(name))
        .collect();
    let lists = parts.iter().filter(|it| matches!(it.kind(), "class_parameters" | "parameters"));
    for (list, parameters) in lists.enumerate() {
        let each = children(*parameters).into_iter().filter(|it| matches!(it.kind(), "class_parameter" | "parameter"));
        for (at, parameter) in each.enumerate() {
            let Some(of) = parameter.field("type") else { continue };
            let place = place(list, at);
            let held = held(of, builder);
            let text = builder.text(held.unwrap_or(of));
            if own.contains(&text) {
                bind_variable(decl, &place, text, held.is_some(), builder);
            }
            for (at, of) in given(of, builder).into_iter().enumerate() {
                if let Some(of) = type_name(builder.text(of)) {
                    builder.bind(decl, &format!("{place}({at})"), Some(&of), BindingKind::Annotated);
                }
            }
        }
    }
}

/// The type of what a holder of the library holds.
fn held<'n>(of: Node<'n>, builder: &Builder<'_>) -> Option<Node<'n>> {
    let name = of.field("type").filter(|_| of.kind() == "generic_type")?;
    HOLDERS.contains(&builder.text(name)).then(|| of.field("type_arguments")?.named_child(0)).flatten()
}

/// The types that a function type takes: `(A, B) => C`, `Function1[A, B]`.
fn given<'n>(of: Node<'n>, builder: &Builder<'_>) -> Vec<Node<'n>> {
    match of.kind() {
        "function_type" => of.field("parameter_types").map_or(Vec::new(), children),
        "generic_type" if of.field("type").is_some_and(|it| builder.text(it).starts_with("Function")) => {
            let mut types = of.field("type_arguments").map_or(Vec::new(), children);
            types.pop();
            types
        }
        _ => Vec::new(),
    }
}

/// The type that a call of a value of a function type gives: `C` of `(A, B) => C`.
pub fn result_of(of: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let given = of.field("return_type").filter(|_| of.kind() == "function_type")?;
    type_name(builder.text(given)).filter(|_| matches!(given.kind(), "type_identifier" | "stable_type_identifier"))
}

/// Binds a parameter that states no type: `a` of `a => b` and of `(a, b) => c`.
pub fn read_parameter(node: Node<'_>, builder: &mut Builder<'_>) {
    bind_parameter(node, handed, builder);
}

/// Reads `_.f()` as an argument: a function of one value, which the placeholder is there.
pub fn read_placeholder(node: Node<'_>, builder: &mut Builder<'_>) {
    let around = builder.parent(node).map_or("", |outer| outer.kind());
    // A chain is read once, where it is whole.
    if !matches!(around, "arguments" | "block" | "infix_expression") {
        return;
    }
    let mut at = node;
    let mut n_taken = 0;
    loop {
        let inner = match at.kind() {
            "call_expression" => at.field("function"),
            "generic_function" => at.field("function"),
            "field_expression" => at.field("value"),
            _ => None,
        };
        // Another one in the arguments is the second value.
        n_taken += at.field("arguments").map_or(0, |list| usize::from(has_placeholder(list, builder)));
        match inner {
            Some(inner) => at = inner,
            None => break,
        }
    }
    if builder.text(at) != PLACEHOLDER || n_taken > 0 || at == node {
        return;
    }
    if let Some((function, place)) = handed(node, builder) {
        let value = builder.lower_handed(function, &place, 0);
        builder.give(PLACEHOLDER, value, node.byte_range());
    }
}

/// The name of the value that a function takes without a name for it.
const PLACEHOLDER: &str = "_";

/// Whether a list of arguments may have a placeholder.
fn has_placeholder(list: Node<'_>, builder: &Builder<'_>) -> bool {
    builder.text(list).split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == PLACEHOLDER)
}

/// The function, or the type, that a function without a name is handed to, and its place there.
fn handed(function: Node<'_>, builder: &mut Builder<'_>) -> Option<(ExprId, String)> {
    let mut above = builder.ancestors(function);
    let outer = above.next()?;
    let mut call = above.next()?;
    drop(above);
    let given = children(outer);
    let at = match outer.kind() {
        // A named argument stands where it likes.
        "arguments" if given.iter().all(|it| it.kind() != "assignment_expression") => {
            given.iter().position(|it| *it == function)?
        }
        "block" if given.len() == 1 => 0,
        _ => return None,
    };
    if call.kind() == "infix_expression" {
        let (on, name) = (call.field("left")?, call.field("operator").filter(|it| it.kind() == "identifier")?);
        let on = receiver(&plain(builder.text(on)), builder);
        return Some((value_of_receiver(on, builder.text(name), builder)?, place(0, 0)));
    }
    if call.kind() == "instance_expression" {
        let of = type_name(builder.text(call.named_child(0)?))?;
        return Some((builder.expr(&of), place(0, at)));
    }
    let mut list = 0;
    let called = loop {
        let inner = call.field("function").filter(|_| call.kind() == "call_expression")?;
        let inner = if inner.kind() == "generic_function" { inner.field("function")? } else { inner };
        if inner.kind() != "call_expression" {
            break inner;
        }
        (call, list) = (inner, list + 1);
    };
    let (function, name) = match called.kind() {
        "identifier" => (builder.lower_name(builder.text(called)), called),
        "field_expression" => {
            let name = called.field("field")?;
            let on = receiver(&plain(builder.text(called.field("value")?)), builder);
            (value_of_receiver(on, builder.text(name), builder)?, name)
        }
        _ => return None,
    };
    Some((builder.with_given(function, start(name)), place(list, at)))
}
