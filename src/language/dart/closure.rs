//! Functions without a name: what their parameters are, by the functions that they are handed to.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::closure::bind_variable;
use super::super::expression::SIGNATURE;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::path::{self, of_type, of_value};
use crate::syntax::{Expr, ExprId};

/// Types of the library that are no other name of a function type, and that many parameters have.
const TYPES: &[&str] = &[
    "BuildContext",
    "DateTime",
    "Duration",
    "Function",
    "Key",
    "Object",
    "String",
    "Uri",
    "Widget",
    "bool",
    "double",
    "dynamic",
    "int",
    "num",
];

fn children<'t>(node: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() == kind).collect()
}

fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    children(node, kind).into_iter().next()
}

/// The parameters of a list, each with the place at which it is given: by its number, or by its name.
fn parameters<'t>(list: Node<'t>, builder: &Builder<'_>) -> Vec<(Node<'t>, String)> {
    let mut places = children(list, "formal_parameter");
    let n_required = places.len();
    let optional = child(list, "optional_formal_parameters");
    let is_named = optional.is_some_and(|it| builder.text(it).starts_with('{'));
    places.extend(optional.map_or(Vec::new(), |it| children(it, "formal_parameter")));
    let place = |(at, parameter): (usize, Node<'t>)| {
        let own = child(parameter, "field_formal_parameter").or_else(|| child(parameter, "super_formal_parameter"));
        let name = own.unwrap_or(parameter).field("name").map_or("", |name| builder.text(name));
        (parameter, if is_named && at >= n_required { format!("({name}:)") } else { format!("({at})") })
    };
    places.into_iter().enumerate().map(place).collect()
}

/// Binds what a function hands to those that it takes: of `void Function(A)` at its first place `A` under `(0)(0)`, of another type
/// its name under `(0)`.
pub fn taken(signature: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let Some(list) = child(signature, "formal_parameter_list") else { return };
    let own: Vec<Node<'_>> =
        child(signature, "type_parameters").map_or(Vec::new(), |it| children(it, "type_parameter"));
    let own: Vec<&str> = own.into_iter().filter_map(|it| it.field("name")).map(|name| builder.text(name)).collect();
    for (parameter, place) in parameters(list, builder) {
        let stated = child(parameter, "type");
        let text = stated.and_then(|stated| of_type(stated, builder));
        if let Some(text) = text.as_deref().filter(|_| !own.is_empty()) {
            let plain = text.strip_suffix("[]").unwrap_or(text);
            if own.contains(&plain) {
                bind_variable(decl, &place, plain, plain != text, builder);
            }
        }
        match given(parameter, builder) {
            Some(given) => bind(decl, &place, given, builder),
            None => {
                let named = text.filter(|text| !text.ends_with("[]") && !TYPES.contains(&text.as_str()));
                if let Some(of) = named {
                    builder.bind(decl, &place, Some(&of), BindingKind::Annotated);
                }
            }
        }
    }
}

/// Binds what a function type takes under its other name: `typedef F = void Function(A)`, `typedef void F(A a)`.
pub fn named(alias: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let list = child(alias, "formal_parameter_list").map(|list| of_list(list, builder));
    let of_type = || children(alias, "type").into_iter().find_map(|of| of_function(of, builder));
    if let Some(given) = list.or_else(of_type) {
        bind(decl, "", given, builder);
    }
    if let Some(of) = given_by(alias, builder) {
        builder.bind(decl, SIGNATURE, Some(&of), BindingKind::Annotated);
    }
}

/// The type that a call of a function type gives which an alias names: `typedef F = A Function(B)`, `typedef A F(B b)`.
fn given_by(alias: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let stated = child(alias, "type")?;
    let of = match child(stated, "function_type") {
        Some(function) if children(function, "parameter_type_list").len() == 1 => child(function, "type")?,
        None if child(alias, "formal_parameter_list").is_some() => stated,
        _ => return None,
    };
    of_type(of, builder).filter(|of| !of.ends_with("[]"))
}

fn bind(decl: Decl, place: &str, given: Vec<Option<String>>, builder: &mut Builder<'_>) {
    for (at, of) in given.into_iter().enumerate() {
        if let Some(of) = of {
            builder.bind(decl, &format!("{place}({at})"), Some(&of), BindingKind::Annotated);
        }
    }
}

/// The types of what a parameter is called with, where it is a function.
fn given(parameter: Node<'_>, builder: &Builder<'_>) -> Option<Vec<Option<String>>> {
    match child(parameter, "formal_parameter_list") {
        Some(list) => Some(of_list(list, builder)),
        None => of_function(child(parameter, "type")?, builder),
    }
}

fn of_list(list: Node<'_>, builder: &Builder<'_>) -> Vec<Option<String>> {
    let each = parameters(list, builder).into_iter().filter(|(_, place)| !place.ends_with(":)"));
    each.map(|(parameter, _)| of_type(child(parameter, "type")?, builder)).collect()
}

fn of_function(stated: Node<'_>, builder: &Builder<'_>) -> Option<Vec<Option<String>>> {
    // Of a function that gives another, the last list is that of the inner one.
    let function = child(stated, "function_type")?;
    let lists = children(function, "parameter_type_list");
    let [list] = lists.as_slice() else { return None };
    let each = children(*list, "normal_parameter_type");
    Some(
        each.into_iter()
            .map(|it| of_type(child(it, "type").or_else(|| child(it, "typed_identifier")?.field("type"))?, builder))
            .collect(),
    )
}

/// The value of a parameter that states no type, by the function that its function is handed to.
pub fn handed(parameter: Node<'_>, list: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let at = children(list, "formal_parameter").iter().position(|it| *it == parameter)?;
    let mut above = builder.ancestors(list);
    let function = above.next().filter(|function| function.kind() == "function_expression")?;
    let outer = above.next()?;
    let (argument, arguments) = match outer.kind() {
        "named_argument" => (outer, above.next().filter(|it| it.kind() == "arguments")?),
        "arguments" => (function, outer),
        _ => return None,
    };
    let call = above.next()?;
    drop(above);
    let mut cursor = arguments.walk();
    let all: Vec<Node<'_>> = arguments.named_children(&mut cursor).filter(|it| !it.is_extra()).collect();
    let given: Vec<Node<'_>> = all.iter().copied().filter(|it| it.kind() != "named_argument").collect();
    let place = match child(argument, "label").filter(|_| argument.kind() == "named_argument") {
        Some(label) => format!("({}:)", builder.text(label).trim_end_matches(':').trim()),
        None => format!("({})", given.iter().position(|it| *it == argument)?),
    };
    let called = match call.kind() {
        "call_expression" => path::called(call.field("function")?, builder)?,
        "new_expression" | "const_object_expression" => path::made(call, builder)?,
        _ => return None,
    };
    let called = builder.expr(&called);
    let values: Vec<ExprId> = given.into_iter().map(|it| value(it, builder)).collect();
    let called = builder.with_values(called, &values);
    Some(builder.lower_handed(called, &place, at))
}

fn value(argument: Node<'_>, builder: &mut Builder<'_>) -> ExprId {
    match of_value(argument, builder) {
        Some(path) => builder.expr(&path),
        None => builder.lower(Expr::Unknown),
    }
}
