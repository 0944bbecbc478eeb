//! Constructors by what calls them: `this(…)`, and types of which no call by their name makes a value.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::expression::{UNMADE, type_name};
use super::super::kind::{BindingKind, CallKind};
use super::super::observation::Receiver;
use super::node::{child, has_word};

/// Reads `constructor(…) : this(…)`, which calls the constructor in the header of the class, where there is no other; and
/// `: super(…)`, that of the only supertype.
pub fn read_delegation(call: Node<'_>, builder: &mut Builder<'_>) {
    let mut around = builder.ancestors(call);
    let (Some(body), Some(class)) = (around.nth(1), around.next()) else { return };
    drop(around);
    let named = match builder.text(call).starts_with("this") {
        true => of_header(class, body),
        false => only_supertype(class),
    };
    let name = named.and_then(|named| type_name(builder.text(named)));
    if let Some(name) = name.filter(|name| !name.contains('.')) {
        builder.call(CallKind::New, &name, Receiver::Bare, start(call));
    }
}

/// The name of a class that has one constructor in its header, and one in its body.
fn of_header<'t>(class: Node<'t>, body: Node<'t>) -> Option<Node<'t>> {
    let mut cursor = body.walk();
    let n_others = body.named_children(&mut cursor).filter(|it| it.kind() == "secondary_constructor").count();
    child(class, &["primary_constructor"]).filter(|_| n_others == 1).and_then(|_| child(class, &["type_identifier"]))
}

fn only_supertype(class: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = class.walk();
    let mut all = class.named_children(&mut cursor).filter(|it| it.kind() == "delegation_specifier");
    let (one, None) = (all.next()?, all.next()) else { return None };
    child(one, &["user_type"])
}

/// Marks a type of which a call by its name makes no value: an interface, an abstract class, one with a private constructor alone.
pub fn mark_unmade(class: Node<'_>, modifiers: &str, builder: &mut Builder<'_>) {
    let is_interface = has_word(class, "interface") && !has_word(class, "fun");
    let is_part = modifiers.split_whitespace().any(|word| matches!(word, "abstract" | "sealed"));
    let header = child(class, &["primary_constructor"]).and_then(|header| child(header, &["modifiers"]));
    let is_private = header.is_some_and(|words| builder.text(words).split_whitespace().any(|word| word == "private"));
    let is_private = is_private
        && child(class, &["class_body"]).is_none_or(|body| child(body, &["secondary_constructor"]).is_none());
    if is_interface || is_part || is_private {
        builder.bind(builder.current(), UNMADE, None, BindingKind::Untyped);
    }
}
