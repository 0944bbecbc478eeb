//! Functions without a name that are handed to a call: what is at hand in them, and what their parameters are.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::closure::{FUNCTION_TYPE, LAST, OBJECT, bind_given, bind_variable, value_of};
use super::super::expression::type_name;
use super::super::holders::ELEMENTS;
use super::super::java;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::super::type_arguments::bind_arguments;
use super::node::child;
use crate::syntax::{Expr, ExprId};

/// Functions of the library that hand their receiver on.
const GIVE: &[&str] = &["also", "let", "takeIf", "takeUnless", "use"];
/// Functions of the library that run with their receiver at hand.
const RUN: &[&str] = &["apply", "run"];

/// Types of the library that are no function's other name, and that most parameters have.
const KOTLIN_TYPES: &[&str] =
    &["Any", "Boolean", "Byte", "Char", "Double", "Float", "Int", "List", "Long", "Map", "Set", "Short", "String"];

/// Binds what a function hands to those that it takes: of `block: A.(B) -> C` at its second place `A` under `(1)(this)`, and
/// `B` under `(1)(0)`.
pub fn taken(list: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let mut cursor = list.walk();
    let parameters: Vec<Node<'_>> = list.named_children(&mut cursor).filter(|it| it.kind() == "parameter").collect();
    let around = builder.parent(list);
    let own: Vec<&str> = around.map_or(Vec::new(), |of| variables(of, builder));
    if let Some(on) = around.and_then(|of| of.child_by_field_name("receiver")) {
        bind_of_variable(builder.text(on), OBJECT, &own, decl, builder);
    }
    for (at, parameter) in parameters.iter().enumerate() {
        let is_last = at + 1 == parameters.len();
        let Some(function) = function_type(*parameter) else {
            if let Some(of) = child(*parameter, &["user_type", "nullable_type"]) {
                bind_of_variable(builder.text(of), &format!("({at})"), &own, decl, builder);
            }
            if is_last {
                bind_named(*parameter, at, decl, builder);
            }
            continue;
        };
        builder.bind(decl, &format!("({at}){FUNCTION_TYPE}"), None, BindingKind::Untyped);
        if let Some((name, of)) = child(*parameter, &["simple_identifier"]).zip(result_of(function, builder)) {
            let of = builder.expr(&of);
            builder.bind_result(decl, builder.text(name), of);
        }
        let given = given(function, builder);
        bind_given(decl, at, is_last, &given, builder);
    }
}

/// The type parameters of a function.
fn variables<'t>(function: Node<'_>, builder: &Builder<'t>) -> Vec<&'t str> {
    let Some(list) = child(function, &["type_parameters"]) else { return Vec::new() };
    let mut cursor = list.walk();
    let each = list.named_children(&mut cursor).filter_map(|it| child(it, &["type_identifier"]));
    each.map(|name| builder.text(name)).collect()
}

/// Marks a place at which a function takes its type parameter, or a holder of that.
fn bind_of_variable(text: &str, place: &str, own: &[&str], decl: Decl, builder: &mut Builder<'_>) {
    if own.is_empty() {
        return;
    }
    let text = text.trim().trim_end_matches('?');
    let held = java::HOLDERS.held(text).filter(|(place, _)| *place == ELEMENTS).map(|(_, held)| held);
    if let Some(name) = own.iter().find(|name| **name == text || held.as_deref() == Some(**name)) {
        bind_variable(decl, place, name, *name != text, builder);
    }
}

/// Binds the type of a last parameter by its name, which may be that of a function type.
fn bind_named(parameter: Node<'_>, at: usize, decl: Decl, builder: &mut Builder<'_>) {
    let of = child(parameter, &["user_type", "nullable_type"]).and_then(|of| type_name(builder.text(of)));
    let Some(of) = of.filter(|of| !KOTLIN_TYPES.contains(&of.as_str())) else { return };
    let text = child(parameter, &["user_type", "nullable_type"]).map_or("", |of| builder.text(of));
    for place in [format!("({at})"), LAST.to_owned()] {
        builder.bind(decl, &place, Some(&of), BindingKind::Annotated);
        bind_arguments(decl, &place, text, builder);
    }
}

/// Binds the values that a function type gives under its other name: `typealias Block = A.(B) -> C` binds `A` under `(this)`.
pub fn named(alias: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let Some(function) = child(alias, &["function_type"]) else { return };
    for (place, of) in given(function, builder) {
        builder.bind(decl, &place, Some(&of), BindingKind::Annotated);
    }
}

/// The type that a call of a value of a function type gives.
pub fn result_of(function: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let of = function.named_child(u32::try_from(function.named_child_count().checked_sub(1)?).ok()?)?;
    matches!(of.kind(), "user_type" | "nullable_type").then(|| type_name(builder.text(of))).flatten()
}

/// The function type of a parameter or a property.
pub fn function_type(parameter: Node<'_>) -> Option<Node<'_>> {
    let mut at = parameter;
    while at.kind() != "function_type" {
        at = child(at, &["function_type", "parenthesized_type", "nullable_type"])?;
    }
    Some(at)
}

/// The values that a function of a type is handed: the object at hand, and its parameters by their places.
fn given(function: Node<'_>, builder: &Builder<'_>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let object = child(function, &["receiver_type"]).and_then(|of| type_name(builder.text(of)));
    found.extend(object.map(|of| (OBJECT.to_owned(), of)));
    let Some(list) = child(function, &["function_type_parameters"]) else { return found };
    let mut cursor = list.walk();
    for (at, part) in list.named_children(&mut cursor).filter(|it| !it.is_extra()).enumerate() {
        let of = if part.kind() == "parameter" { child(part, &["user_type", "nullable_type"]) } else { Some(part) };
        let of = of.filter(|of| matches!(of.kind(), "user_type" | "nullable_type"));
        found.extend(of.and_then(|of| type_name(builder.text(of))).map(|of| (format!("({at})"), of)));
    }
    found
}

/// Reads a function without a name: it is known by the call that it is handed to.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(body) = child(node, &["statements"]).map(|body| body.byte_range()) else { return };
    let Some((call, place)) = call_of(node, builder) else { return };
    let Some(callee) = call.named_child(0) else { return };
    let (on, name) = match callee.kind() {
        "simple_identifier" => (None, Some(callee)),
        "navigation_expression" => {
            let suffix = child(callee, &["navigation_suffix"]);
            (callee.named_child(0), suffix.and_then(|suffix| suffix.named_child(0)))
        }
        _ => return,
    };
    let called = name.filter(|name| name.kind() == "simple_identifier");
    let Some(name) = called.map(|name| builder.text(name)) else { return };
    let value = on.and_then(|on| value_of(on, builder));
    match on {
        Some(_) if GIVE.contains(&name) => {
            if let (Some(value), Some(parameter)) = (value, parameters(node, builder).into_iter().next().flatten()) {
                builder.give(parameter, value, body);
            }
        }
        Some(_) if RUN.contains(&name) => {
            if let Some(value) = value {
                builder.imply(value, body);
            }
        }
        None if name == "with" => {
            let first = child(call, &["call_suffix"]).and_then(|it| child(it, &["value_arguments"]));
            let first = first.and_then(|list| list.named_child(0)).and_then(|first| first.named_child(0));
            if let Some(value) = first.and_then(|first| value_of(first, builder)) {
                builder.imply(value, body);
            }
        }
        _ => {
            if let Some(map) = value.filter(|_| java::HOLDERS.hand_on.contains(&name)) {
                give_value_of_map(node, map, body.clone(), builder);
            }
            let function = match (on, value) {
                (None, _) => builder.lower_name(name),
                (Some(_), Some(value)) => builder.lower_member(value, name),
                (Some(_), None) => return,
            };
            let function = match called {
                Some(called) => builder.with_given(function, start(called)),
                None => function,
            };
            handed(node, function, &place, body, builder);
        }
    }
}

/// Gives the parameters of a function what the called one states that it hands there.
fn handed(node: Node<'_>, function: ExprId, place: &str, body: std::ops::Range<usize>, builder: &mut Builder<'_>) {
    let taken = |name: &str, builder: &mut Builder<'_>| {
        let name = builder.intern(&format!("{place}{name}"));
        builder.lower(Expr::Parameter(function, name))
    };
    for (at, parameter) in parameters(node, builder).into_iter().enumerate() {
        if let Some(parameter) = parameter {
            let value = taken(&format!("({at})"), builder);
            builder.give(parameter, value, body.clone());
        }
    }
    let object = taken(OBJECT, builder);
    builder.imply_if_stated(object, body);
}

/// Gives the second name of a pair that a function takes, `{ (k, v) -> … }`, the values of the map that hands it its entries.
fn give_value_of_map(node: Node<'_>, map: ExprId, body: std::ops::Range<usize>, builder: &mut Builder<'_>) {
    let pair = child(node, &["lambda_parameters"]).and_then(|list| child(list, &["multi_variable_declaration"]));
    let mut cursor = node.walk();
    let names: Vec<Node<'_>> = pair.map_or_else(Vec::new, |pair| {
        pair.named_children(&mut cursor).filter(|it| it.kind() == "variable_declaration").collect()
    });
    if let [_, second] = names.as_slice()
        && let Some(name) = second.named_child(0).filter(|_| second.named_child_count() == 1)
    {
        let value = builder.lower_member(map, "getValue");
        let value = builder.lower(Expr::Call(value));
        builder.give(builder.text(name), value, body);
    }
}

/// The elements of a loop over a value: those that `forEach` gives to a function.
pub fn handed_by_loop(all: ExprId, builder: &mut Builder<'_>) -> ExprId {
    let function = builder.lower_member(all, "forEach");
    let place = builder.intern(&format!("{LAST}(0)"));
    builder.lower(Expr::Parameter(function, place))
}

/// The second of the two names of a loop over a map, which is a value of that, or over numbered elements, which is one of them.
pub fn second_of_loop(names: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let is_loop = builder.parent(names).is_some_and(|around| around.kind() == "for_statement");
    let all = names.next_named_sibling().filter(|_| is_loop && names.kind() == "multi_variable_declaration")?;
    let all = value_of(all, builder)?;
    if let Expr::Call(called) = builder.observation().expr(all)
        && let Expr::Member(on, name) = builder.observation().expr(called)
        && builder.observation().name(name) == "withIndex"
    {
        return Some(handed_by_loop(on, builder));
    }
    let value = builder.lower_member(all, "getValue");
    Some(builder.lower(Expr::Call(value)))
}

/// The call that a function is handed to, and its place there.
fn call_of<'n>(node: Node<'n>, builder: &Builder<'n>) -> Option<(Node<'n>, String)> {
    let mut above = builder.ancestors(node);
    let outer = above.next()?;
    let (suffix, place) = match outer.kind() {
        "annotated_lambda" => (above.next()?, LAST.to_owned()),
        "value_argument" => {
            let list = above.next()?;
            let mut cursor = list.walk();
            // A named argument stands where it likes.
            let at =
                list.named_children(&mut cursor).position(|it| it == outer).filter(|_| outer.child_count() == 1)?;
            (above.next()?, format!("({at})"))
        }
        _ => return None,
    };
    let call = above.next().filter(|call| call.kind() == "call_expression" && suffix.kind() == "call_suffix")?;
    Some((call, place))
}

/// The names of the parameters, where they state no type; `it` where there are none.
fn parameters<'t>(node: Node<'_>, builder: &Builder<'t>) -> Vec<Option<&'t str>> {
    let Some(list) = child(node, &["lambda_parameters"]) else { return vec![Some("it")] };
    let mut cursor = list.walk();
    let each = list.named_children(&mut cursor).filter(|it| !it.is_extra());
    each.map(|one| {
        let name = one.named_child(0).filter(|_| one.kind() == "variable_declaration" && one.named_child_count() == 1);
        name.map(|name| builder.text(name))
    })
    .collect()
}
