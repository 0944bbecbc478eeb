//! Functions without a name: what their parameters are, by the methods that they are handed to.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::closure::{bind_parameter, bind_variable, value_of_receiver};
use super::super::expression::SIGNATURE;
use super::super::fields::Fields;
use super::super::holders::{ELEMENTS, arguments};
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::super::type_arguments::bind_arguments_as;
use super::callee::{called_name, receiver_of};
use super::generic::type_of;
use super::holders::HOLDERS;
use crate::syntax::ExprId;

/// The delegates of the library with the type arguments that their parameters are of; of the others all are, or all but the last.
const DELEGATES: &[(&str, &[usize])] = &[("Comparison", &[0, 0]), ("Converter", &[0]), ("Predicate", &[0])];

/// Types of the library that are no delegate, and that many parameters have.
const TYPES: &[&str] = &[
    "CancellationToken",
    "DateTime",
    "DateTimeOffset",
    "Exception",
    "Guid",
    "Object",
    "String",
    "Task",
    "TimeSpan",
    "Type",
];

/// How many arguments in the place of one parameter are known.
const MOST_OF_REST: usize = 4;

/// Binds what a method hands to the functions that it takes: of `Action<A, B>` at its first place `A` under `(0)(0)`, of what may be a
/// delegate of the repository its name under `(0)`.
pub fn taken(list: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let own = builder.parent(list).map_or(Vec::new(), |of| variables(of, builder));
    for (at, parameter) in children(list, "parameter").into_iter().enumerate() {
        let Some(of) = parameter.field("type") else { continue };
        let (text, place) = (builder.text(of).trim_end_matches('?'), format!("({at})"));
        let held = HOLDERS.held_text(text).filter(|(place, _)| *place == ELEMENTS).map(|(_, held)| held);
        if let Some(name) = own.iter().find(|name| **name == text || held == Some(**name)) {
            bind_variable(decl, &place, name, *name != text, builder);
        }
        match given(text) {
            Some(given) => {
                for (place, of) in given {
                    bind_type(decl, &format!("({at}){place}"), of, builder);
                }
            }
            None if held.is_none() && may_be_delegate(of, builder) => {
                bind_type(decl, &place, text, builder);
                bind_arguments_as(decl, &place, text, &|text, _| type_of(text), builder);
            }
            None => {}
        }
    }
    taken_by_rest(list, decl, builder);
}

/// Binds what a method hands to the delegates of `params Action<A>[] all`, each of which is an argument of its own: the grammar lists the
/// parts of such a parameter flat.
fn taken_by_rest(list: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let of = list.field("type").filter(|of| of.kind() == "array_type").and_then(|of| of.field("type"));
    let Some(given) = of.and_then(|of| given(builder.text(of))) else { return };
    let first = children(list, "parameter").len();
    for at in first..first + MOST_OF_REST {
        for (place, of) in &given {
            bind_type(decl, &format!("({at}){place}"), of, builder);
        }
    }
}

/// Binds what a delegate takes.
pub fn delegated(list: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    for (at, parameter) in children(list, "parameter").into_iter().enumerate() {
        if let Some(of) = parameter.field("type") {
            bind_type(decl, &format!("({at})"), builder.text(of), builder);
        }
    }
    if let Some(of) = builder.parent(list).and_then(|delegate| delegate.field("type")) {
        bind_type(decl, SIGNATURE, builder.text(of), builder);
    }
}

/// Binds a type under a name; one of many values is none of theirs.
fn bind_type(decl: Decl, name: &str, text: &str, builder: &mut Builder<'_>) {
    if let Some(of) = type_of(text.trim_end_matches('?')).filter(|of| !of.ends_with("[]")) {
        builder.bind(decl, name, Some(&of), BindingKind::Annotated);
    }
}

/// The types of the values that a delegate of the library is called with, by their places.
fn given(text: &str) -> Option<Vec<(String, &str)>> {
    let (head, inside) = text.strip_suffix('>')?.split_once('<')?;
    let head = head.rsplit('.').next().unwrap_or(head).trim();
    if head == "Expression" {
        return given(inside.trim());
    }
    let inside = arguments(inside);
    let places: Vec<usize> = match DELEGATES.iter().find(|(name, _)| *name == head) {
        Some((_, places)) => places.to_vec(),
        None if head == "Action" => (0..inside.len()).collect(),
        None if head == "Func" => (0..inside.len().saturating_sub(1)).collect(),
        None => return None,
    };
    let typed = places.into_iter().enumerate();
    Some(typed.filter_map(|(at, place)| Some((format!("({at})"), *inside.get(place)?))).collect())
}

/// Whether a type may be a delegate of the repository, by the form of its name.
fn may_be_delegate(of: Node<'_>, builder: &Builder<'_>) -> bool {
    let text = builder.text(of);
    let is_interface = text.strip_prefix('I').is_some_and(|rest| rest.starts_with(char::is_uppercase));
    let is_named = matches!(of.kind(), "identifier" | "generic_name" | "nullable_type" | "qualified_name");
    is_named && !is_interface && text.len() > 1 && text.starts_with(char::is_uppercase) && !TYPES.contains(&text)
}

/// The type parameters of a function.
fn variables<'t>(function: Node<'_>, builder: &Builder<'t>) -> Vec<&'t str> {
    let list = children(function, "type_parameter_list").into_iter().next();
    let each = list.map_or(Vec::new(), |list| children(list, "type_parameter"));
    each.into_iter().filter_map(|it| it.field("name")).map(|name| builder.text(name)).collect()
}

fn children<'t>(node: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() == kind).collect()
}

/// Binds a parameter that states no type: `a` of `a => b` and of `(a, b) => c`.
pub fn read_parameter(node: Node<'_>, builder: &mut Builder<'_>) {
    bind_parameter(node, handed, builder);
}

/// The method, or the type, that a function is handed to, and its place there.
fn handed(function: Node<'_>, builder: &mut Builder<'_>) -> Option<(ExprId, String)> {
    let mut above = builder.ancestors(function);
    let argument = above.next().filter(|it| it.kind() == "argument")?;
    let list = above.next().filter(|it| it.kind() == "argument_list")?;
    let call = above.next()?;
    drop(above);
    let given = children(list, "argument");
    // A named argument stands where it likes.
    if given.iter().any(|it| it.field("name").is_some()) {
        return None;
    }
    let at = given.iter().position(|it| *it == argument)?;
    let called = match call.kind() {
        "object_creation_expression" => builder.expr(&type_of(builder.text(call.field("type")?))?),
        "invocation_expression" => {
            let function = call.field("function")?;
            let name = called_name(function)?;
            let name = if name.kind() == "generic_name" { name.named_child(0)? } else { name };
            let on = receiver_of(function, name, builder);
            let called = value_of_receiver(on, builder.text(name), builder)?;
            builder.with_given(called, start(name))
        }
        _ => return None,
    };
    Some((called, format!("({at})")))
}
