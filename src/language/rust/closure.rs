//! Closures: what their parameters are, by the functions that they are handed to.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::closure::{bind_variable, value_of_receiver};
use super::super::expression::{dotted, made_by, receiver, without_generics};
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::{Decl, Receiver};
use super::value::result_name;
use super::{parameters, value};
use crate::syntax::{Expr, ExprId};

/// The calls of the library that give the closure that they are given, or hold it.
const WRAPPERS: &[&str] = &["Arc::new", "Box::new", "Rc::new", "Some"];
/// How many types around the type of a function are looked through.
const DEEPEST: usize = 8;

fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

/// Binds what a function hands to the closures that it takes: of `impl Fn(A, B)` at its first place `A` under `(0)(0)`.
pub fn taken(function: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let Some(list) = function.field("parameters") else { return };
    let own = variables(function, builder);
    let parameters = children(list).into_iter().filter(|child| child.kind() == "parameter");
    for (at, parameter) in parameters.enumerate() {
        let Some(of) = parameter.field("type") else { continue };
        let place = format!("({at})");
        if let Some(text) = value::stated(builder.text(of), builder).filter(|_| !own.is_empty()) {
            let plain = text.strip_suffix("[]").unwrap_or(&text);
            if own.contains(&plain) {
                bind_variable(decl, &place, plain, plain != text, builder);
            }
        }
        let Some(taken) = function_type(of, function, builder, DEEPEST) else { continue };
        let name = parameter.field("pattern").filter(|name| name.kind() == "identifier");
        let given = taken.field("return_type").and_then(|of| value::stated(builder.text(of), builder));
        if let Some((name, of)) = name.zip(given.filter(|of| !of.ends_with("[]"))) {
            builder.bind(decl, &result_name(builder.text(name)), Some(&of), BindingKind::Returns);
        }
        let types = taken.field("parameters").map_or(Vec::new(), children);
        for (at, of) in types.into_iter().enumerate() {
            if let Some(of) = value::stated(builder.text(of), builder) {
                builder.bind(decl, &format!("{place}({at})"), Some(&of), BindingKind::Annotated);
            }
        }
    }
}

/// The names of the type parameters of a function.
fn variables<'t>(function: Node<'_>, builder: &Builder<'t>) -> Vec<&'t str> {
    let each = function.field("type_parameters").map_or(Vec::new(), children);
    each.into_iter().filter_map(|it| it.field("name")).map(|name| builder.text(name)).collect()
}

/// The type of functions that a type is, or points at, or that bounds it.
fn function_type<'n>(of: Node<'n>, function: Node<'n>, builder: &Builder<'_>, deepest: usize) -> Option<Node<'n>> {
    let deeper = deepest.checked_sub(1)?;
    let inner = |of: Node<'n>| function_type(of, function, builder, deeper);
    match of.kind() {
        "function_type" => Some(of),
        "reference_type" | "higher_ranked_trait_bound" => inner(of.field("type")?),
        "dynamic_type" | "abstract_type" => inner(of.field("trait")?),
        "bounded_type" | "trait_bounds" | "tuple_type" => children(of).into_iter().find_map(inner),
        "generic_type" => {
            let name = builder.text(of.field("type")?);
            matches!(name, "Arc" | "Box" | "Option" | "Rc").then_some(())?;
            children(of.field("type_arguments")?).into_iter().find_map(inner)
        }
        "type_identifier" => bounds(builder.text(of), function, builder).into_iter().find_map(inner),
        _ => None,
    }
}

/// The bounds that a function states of one of its type parameters.
fn bounds<'n>(name: &str, function: Node<'n>, builder: &Builder<'_>) -> Vec<Node<'n>> {
    let clauses = children(function).into_iter().filter(|it| it.kind() == "where_clause").flat_map(children);
    let stated = function.field("type_parameters").map_or(Vec::new(), children);
    let of = |it: Node<'n>| it.field("name").or_else(|| it.field("left"));
    let all = stated.into_iter().chain(clauses);
    all.filter(|it| of(*it).is_some_and(|of| builder.text(of) == name)).filter_map(|it| it.field("bounds")).collect()
}

/// Binds the parameters of a closure: each of the type that it states, or of the one that the called function states for it.
pub fn read_parameters(list: Node<'_>, builder: &mut Builder<'_>) {
    parameters::stated(list, builder.current(), builder);
    if let Some(closure) = builder.parent(list) {
        bind_result(closure, builder);
    }
    let handed = builder.parent(list).and_then(|closure| handed(closure, builder));
    let mut cursor = list.walk();
    let mut at = 0;
    for part in list.children(&mut cursor) {
        // `_` has no name in the grammar.
        at += usize::from(part.kind() == ",");
        if part.kind() == "tuple_pattern" {
            if let Some((function, place)) = &handed {
                parts_of_pair(part, *function, &format!("{place}({at})"), builder);
            }
            continue;
        }
        if part.kind() != "identifier" {
            continue;
        }
        let value = handed.as_ref().map(|(function, place)| builder.lower_handed(*function, place, at));
        let kind = if value.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
        builder.bind_expr(builder.current(), builder.text(part), value, kind);
    }
}

/// Binds what a call of a variable gives that holds a closure: the type that the closure states, or else its one value, unless that begins
/// with a parameter of its own.
fn bind_result(closure: Node<'_>, builder: &mut Builder<'_>) {
    let variable = builder.parent(closure).filter(|it| it.kind() == "let_declaration");
    let Some(name) = variable.and_then(|it| it.field("pattern")).filter(|it| it.kind() == "identifier") else { return };
    let of = match closure.field("return_type") {
        Some(of) => value::stated(builder.text(of), builder),
        None => value_given(closure, builder),
    };
    if let Some(of) = of.filter(|of| !of.ends_with("[]")) {
        let scope = builder.current();
        let name = builder.bound_as(scope, builder.text(name));
        builder.bind(scope, &result_name(&name), Some(&of), BindingKind::Returns);
    }
}

/// The path of the one value of a closure.
fn value_given(closure: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    const MADE: &[&str] = &["call_expression", "field_expression", "struct_expression"];
    let body = closure.field("body")?;
    let inside = if body.kind() == "block" { children(body) } else { vec![body] };
    let [value] = inside.as_slice() else { return None };
    let text = value::text(*value, builder);
    let path = made_by(&text).filter(|_| MADE.contains(&value.kind()))?;
    let head = path.split(['.', '(', '[']).next()?;
    let own = closure.field("parameters").map_or(Vec::new(), children);
    let is_own = own.iter().any(|it| builder.text(it.field("pattern").unwrap_or(*it)) == head);
    (!is_own).then(|| if text.ends_with(')') { path + "()" } else { path })
}

/// Binds the names of a pair that a closure takes to the parts of what it is handed.
fn parts_of_pair(pattern: Node<'_>, function: ExprId, place: &str, builder: &mut Builder<'_>) {
    let mut cursor = pattern.walk();
    let mut at = 0;
    for part in pattern.children(&mut cursor) {
        // `_` has no name in the grammar.
        at += usize::from(part.kind() == ",");
        if part.kind() == "identifier" {
            let value = builder.lower_handed(function, place, at);
            builder.bind_expr(builder.current(), builder.text(part), Some(value), BindingKind::Copied);
        }
    }
}

/// The function that a closure is handed to, and its place there.
fn handed(closure: Node<'_>, builder: &mut Builder<'_>) -> Option<(ExprId, String)> {
    let mut argument = closure;
    let mut above = builder.ancestors(closure);
    let (list, call) = loop {
        let outer = above.next()?;
        match outer.kind() {
            "reference_expression" | "parenthesized_expression" => argument = outer,
            "arguments" => {
                let call = above.next().filter(|call| call.kind() == "call_expression")?;
                if !call.field("function").is_some_and(|it| WRAPPERS.contains(&builder.text(it))) {
                    break (outer, call);
                }
                argument = call;
            }
            _ => return None,
        }
    };
    drop(above);
    let given = children(list);
    let at = given.iter().position(|it| *it == argument)?;
    let function = function_of(call, builder)?;
    let values: Vec<ExprId> = given.into_iter().map(|it| value_of(it, builder)).collect();
    Some((builder.with_values(function, &values), format!("({at})")))
}

/// The path of what is called.
fn function_of(call: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let function = call.field("function")?;
    let function = if function.kind() == "generic_function" { function.field("function")? } else { function };
    match function.kind() {
        "identifier" => Some(builder.lower_name(builder.text(function))),
        "scoped_identifier" => {
            let path = dotted(&without_generics(builder.text(function)))?;
            Some(builder.expr(&path))
        }
        "field_expression" => {
            let on = receiver(&value::text(function.field("value")?, builder), builder);
            value_of_receiver(on, builder.text(function.field("field")?), builder)
        }
        _ => None,
    }
}

/// An argument, as far as it is a path.
fn value_of(argument: Node<'_>, builder: &mut Builder<'_>) -> ExprId {
    const PATHS: &[&str] = &["call_expression", "field_expression", "identifier", "reference_expression", "self"];
    let on = match PATHS.contains(&argument.kind()) {
        true => receiver(&value::text(argument, builder), builder),
        false => Receiver::Opaque,
    };
    match builder.receiver_here(on) {
        Receiver::Path(path) | Receiver::Value(path) | Receiver::Result(path) => path,
        Receiver::This => builder.lower(Expr::This),
        _ => builder.lower(Expr::Unknown),
    }
}
