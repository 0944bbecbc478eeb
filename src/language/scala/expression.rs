//! Scala's expressions as text: what they name without their type arguments, and what they say of a type.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{receiver, type_name};
use super::super::fields::Fields;
use super::super::holders::held_name;
use super::super::java;
use super::super::kind::{BindingKind, CallKind};
use super::super::observation::Receiver;
use super::super::type_arguments::bind_arguments;
use super::holders::HOLDERS;
use super::plain::plain;
use super::{argument, closure};
use crate::language::start;

/// `f(x)`, `a.f[T](x)`; of `f(x)(y)` the inner one.
pub fn read_call(node: Node<'_>, builder: &mut Builder<'_>) {
    closure::read_placeholder(node, builder);
    let Some(mut function) = node.field("function") else { return };
    if function.kind() == "generic_function" {
        let Some(inner) = function.field("function") else { return };
        function = inner;
    }
    match function.kind() {
        // Outside of a constructor it is a call of the object at hand.
        "identifier" if builder.text(function) == "this" && !in_constructor(builder) => {
            builder.call(CallKind::Call, APPLY, Receiver::This, start(function));
        }
        "identifier" => {
            let name = builder.text(function);
            builder.call(CallKind::Call, name, Receiver::Bare, start(function));
        }
        "field_expression" => {
            let (Some(on), Some(name)) = (function.field("value"), function.field("field")) else {
                return;
            };
            let on = on_value(builder.text(on), builder);
            builder.call(CallKind::Call, builder.text(name), on, start(name));
        }
        _ => return,
    }
    if let Some(list) = node.field("arguments") {
        argument::read(list, builder);
    }
}

/// The receiver of a call; of `super[A]` the supertype that is named, of `a.asInstanceOf[A]` a value of the type.
fn on_value(text: &str, builder: &mut Builder<'_>) -> Receiver {
    let stated = text.strip_suffix(']').and_then(|text| text.rsplit_once(".asInstanceOf["));
    if let Some(of) = stated.and_then(|(_, of)| type_name(of)) {
        return Receiver::Path(builder.expr(&of));
    }
    let named = text.strip_prefix("super[").and_then(|rest| rest.strip_suffix(']'));
    match named.and_then(|of| builder.dotted(of)) {
        Some(of) => Receiver::SuperNamed(builder.expr(&of)),
        None => receiver(&plain(text), builder),
    }
}

/// The member that a call of a value calls.
pub const APPLY: &str = "apply";

fn in_constructor(builder: &Builder<'_>) -> bool {
    let row = builder.observation().declaration(builder.current());
    builder.observation().name(row.name) == java::CONSTRUCTOR
}

/// Writes how many arguments a function takes in its first list.
pub fn read_parameters(function: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = function.walk();
    let list = function.named_children(&mut cursor).find(|child| child.kind() == "parameters");
    let is_given = |list: &Node<'_>| {
        let text = builder.text(*list).trim_start_matches('(').trim_start();
        !text.starts_with("implicit ") && !text.starts_with("using ")
    };
    let Some(list) = list.filter(is_given) else { return };
    let mut cursor = list.walk();
    let parameters: Vec<Node<'_>> =
        list.named_children(&mut cursor).filter(|child| child.kind() == "parameter").collect();
    let takes_many =
        |parameter: &&Node<'_>| parameter.field("type").is_some_and(|of| of.kind() == "repeated_parameter_type");
    let is_optional = |parameter: &&Node<'_>| takes_many(parameter) || parameter.field("default_value").is_some();
    let least = parameters.iter().filter(|parameter| !is_optional(parameter)).count();
    let most = if parameters.iter().any(|parameter| takes_many(&parameter)) { usize::MAX } else { parameters.len() };
    builder.parameters(least, most);
}

/// `a f b` is `a.f(b)`.
pub fn read_infix(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(on), Some(name)) = (node.field("left"), node.field("operator")) else {
        return;
    };
    // An operator that ends in a colon is one of its right side, and few others are declared by a name to find.
    if name.kind() == "identifier" {
        let on = receiver(&plain(builder.text(on)), builder);
        builder.call(CallKind::Call, builder.text(name), on, start(name));
    }
}

/// `new a.T[U](x)`, and `extends T(x)`.
pub fn read_construction(of: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = type_name(builder.text(of)) else { return };
    match name.rsplit_once('.') {
        Some((head, name)) => {
            let head = builder.expr(head);
            builder.call(CallKind::New, name, Receiver::Path(head), start(of));
        }
        None => builder.call(CallKind::New, &name, Receiver::Bare, start(of)),
    }
}

/// Binds the names of a value: `val a: T = …`, `val a, b = f()`.
pub fn read_value(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(pattern) = node.field("pattern") else { return };
    let stated = node.field("type").and_then(|of| type_name(builder.text(of)));
    let is_stated = node.field("type").is_some();
    let (type_name, kind) = match node.field("value") {
        _ if is_stated => (stated, BindingKind::Annotated),
        Some(value) => of_value(value, builder),
        None => (None, BindingKind::Untyped),
    };
    let kind = if type_name.is_some() { kind } else { BindingKind::Untyped };
    if let Some(value) = node.field("value").filter(|_| pattern.kind() == "tuple_pattern") {
        return read_each_value(pattern, value, builder);
    }
    let mut cursor = pattern.walk();
    let names: Vec<Node<'_>> = match pattern.kind() {
        "identifier" => vec![pattern],
        "identifiers" => pattern.named_children(&mut cursor).collect(),
        _ => Vec::new(),
    };
    for name in names {
        let made =
            node.field("value").filter(|value| value.kind() == "instance_expression").and_then(|it| it.named_child(0));
        if let Some(of) = node.field("type").or(made) {
            bind_held(builder.text(name), builder.text(of), builder);
        }
        builder.bind(builder.current(), builder.text(name), type_name.as_deref(), kind);
    }
}

/// `val (a, b) = (f(), g())`
fn read_each_value(pattern: Node<'_>, value: Node<'_>, builder: &mut Builder<'_>) {
    let (mut names, mut values) = (pattern.walk(), value.walk());
    let names: Vec<Node<'_>> = pattern.named_children(&mut names).filter(|it| !it.is_extra()).collect();
    let values: Vec<Node<'_>> = value.named_children(&mut values).filter(|it| !it.is_extra()).collect();
    if value.kind() != "tuple_expression" || names.len() != values.len() {
        return;
    }
    for (name, value) in names.into_iter().zip(values).filter(|(name, _)| name.kind() == "identifier") {
        if let (Some(of), kind) = of_value(value, builder) {
            builder.bind(builder.current(), builder.text(name), Some(&of), kind);
        }
    }
}

/// Binds what a name holds, or else the type arguments of its type.
fn bind_held(name: &str, text: &str, builder: &mut Builder<'_>) {
    let scope = builder.current();
    match HOLDERS.held(text) {
        Some((place, held)) => {
            let name = builder.bound_as(scope, name);
            builder.bind(scope, &held_name(&name, place), Some(&held), BindingKind::Returns);
        }
        None => bind_arguments(scope, name, text, builder),
    }
}

/// The type of a value by its text. The last of several argument lists gives the value, and the first names it.
pub fn of_value(value: Node<'_>, builder: &Builder<'_>) -> (Option<String>, BindingKind) {
    let text = plain(builder.text(value));
    match value.kind() {
        "instance_expression" => {
            (value.named_child(0).and_then(|of| type_name(builder.text(of))), BindingKind::Annotated)
        }
        "call_expression" => {
            let is_curried = value.field("function").is_some_and(|it| it.kind() == "call_expression");
            let called = builder.called(&text).filter(|_| !is_curried);
            (called.map(|called| format!("{called}()")), BindingKind::Copied)
        }
        "identifier" | "field_expression" => (builder.dotted(&text), BindingKind::Constructed),
        _ => (None, BindingKind::Untyped),
    }
}
