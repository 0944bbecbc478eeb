//! Type parameters and type arguments by their places, and the parameters of lambdas.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::super::type_arguments::{MOST_ARGUMENTS, argument_name, bind_parameter};
use super::{generic, head, types, value};
use crate::syntax::ExprId;

/// The supertypes that state the type parameters of a class.
const GENERIC: &[&str] = &["Generic", "Protocol"];

/// Binds the type arguments that an annotation states of a name.
pub fn bind_arguments(scope: Decl, name: &str, annotation: &str, builder: &mut Builder<'_>) {
    let all = types::stated_arguments(annotation);
    for (place, of) in all.iter().enumerate().take(MOST_ARGUMENTS).filter(|(_, of)| !of.is_empty()) {
        let (path, _) = head::stated((of.clone(), BindingKind::Annotated), scope, builder);
        builder.bind(scope, &argument_name(name, place), Some(&path), BindingKind::Returns);
    }
}

/// Binds the type arguments of a field that is a parameter of the method at hand as it is.
pub fn bind_kept(class: Decl, name: &str, parameter: &str, builder: &mut Builder<'_>) {
    for place in 0..MOST_ARGUMENTS {
        let kept = argument_name(parameter, place);
        let (current, observation) = (builder.current(), builder.observation());
        let mut bindings = observation.bindings.iter().rev().take_while(|it| it.scope == current);
        let Some(of) = bindings.find(|it| observation.name(it.name) == kept).and_then(|it| it.of) else { return };
        builder.bind_expr(class, &argument_name(name, place), Some(of), BindingKind::Returns);
    }
}

/// Binds the type parameters of a class, or of a function, by their places: `class A[T]`, `class A(Generic[T])`.
pub fn declared(node: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let names: Vec<&str> = match node.field("type_parameters") {
        Some(list) => {
            let mut cursor = list.walk();
            let own = list.named_children(&mut cursor).map(|it| builder.text(it));
            own.map(|text| text.split([':', '=']).next().unwrap_or(text).trim()).collect()
        }
        None => bases(node, builder),
    };
    for (place, name) in names.into_iter().enumerate() {
        bind_parameter(decl, name, place, builder);
    }
}

/// The type variables among the arguments of what a class extends, in order; those of `Generic` alone, where that is there.
fn bases<'t>(class: Node<'_>, builder: &Builder<'t>) -> Vec<&'t str> {
    let Some(list) = class.field("superclasses") else { return Vec::new() };
    let mut cursor = list.walk();
    let bases: Vec<&'t str> =
        list.named_children(&mut cursor).filter(|it| it.kind() == "subscript").map(|it| builder.text(it)).collect();
    let all = bases.into_iter().filter_map(types::arguments);
    let all: Vec<(&str, Vec<&str>)> = all.map(|(head, of)| (head.rsplit('.').next().unwrap_or(head), of)).collect();
    let stated = all.iter().find(|(head, _)| GENERIC.contains(head)).map(|(_, of)| of.clone());
    let inherited = || all.iter().flat_map(|(_, of)| of.iter().copied());
    let names =
        stated.unwrap_or_else(|| inherited().filter(|name| generic::is_type_variable(name.trim(), builder)).collect());
    let mut known: Vec<&str> = Vec::new();
    for name in names.into_iter().map(str::trim) {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    known
}

/// Binds what a function hands to the one that it takes at a place: of `Callable[[A], B]` at its first place `A` under `(0)(0)`.
pub fn taken(decl: Decl, place: &str, annotation: &str, builder: &mut Builder<'_>) {
    let all = types::stated_parameters(annotation);
    for (at, of) in all.iter().enumerate().filter(|(_, of)| !of.is_empty()) {
        let (path, kind) = head::stated((of.clone(), BindingKind::Annotated), decl, builder);
        let kind = if path.starts_with(['[', '{']) { BindingKind::Copied } else { kind };
        builder.bind(decl, &format!("{place}({at})"), Some(&path), kind);
    }
}

/// Binds the plain parameters of a lambda, each to what the called function hands it.
pub fn of_lambda(list: Node<'_>, builder: &mut Builder<'_>) {
    let handed = builder.parent(list).and_then(|lambda| handed(lambda, builder));
    let mut cursor = list.walk();
    let all: Vec<Node<'_>> = list.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    for (at, name) in all.into_iter().enumerate().filter(|(_, it)| it.kind() == "identifier") {
        let of = handed.as_ref().map(|(function, place)| builder.lower_handed(*function, place, at));
        let kind = if of.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
        builder.bind_expr(builder.current(), builder.text(name), of, kind);
    }
}

/// The function that a lambda is handed to, and its place there: by its number, or by the name of the parameter.
fn handed(lambda: Node<'_>, builder: &mut Builder<'_>) -> Option<(ExprId, String)> {
    let mut above = builder.ancestors(lambda);
    let outer = above.next()?;
    let (argument, list) = match outer.kind() {
        "keyword_argument" => (outer, above.next()?),
        _ => (lambda, outer),
    };
    let call = above.next().filter(|call| call.kind() == "call" && list.kind() == "argument_list")?;
    drop(above);
    let place = match argument.field("name").filter(|_| argument.kind() == "keyword_argument") {
        Some(name) => format!("({}:)", builder.text(name)),
        None => {
            let mut cursor = list.walk();
            let all: Vec<Node<'_>> = list.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
            // What is spread takes any number of places.
            let at = all.iter().position(|it| *it == argument)?;
            (!all.iter().take(at).any(|it| it.kind().ends_with("splat"))).then(|| format!("({at})"))?
        }
    };
    let function = value::path(call.field("function")?, builder)?;
    Some((builder.expr(&function), place))
}
