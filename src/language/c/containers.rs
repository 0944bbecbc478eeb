//! The containers and pointers of C++'s library, by what they hold.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{receiver, type_name};
use super::super::fields::Fields;
use super::super::holders::{Holders, held_name};
use super::super::kind::BindingKind;
use super::super::observation::{Decl, Receiver};
use super::super::type_arguments::{bind_arguments_as, bind_parameter};
use super::names::GLOBAL;
use super::value;
use crate::syntax::{Expr, ExprId};

/// The types of the library that hold others, and what their methods give. An iterator is a value like what it is at.
#[rustfmt::skip]
pub const HOLDERS: Holders = Holders {
    types: &[
        ("array", 0), ("deque", 0), ("forward_list", 0), ("initializer_list", 0), ("list", 0), ("map", 1), ("multimap", 1),
        ("multiset", 0), ("optional", 0), ("priority_queue", 0), ("queue", 0), ("set", 0), ("shared_ptr", 0), ("span", 0), ("stack", 0),
        ("std::array", 0), ("std::deque", 0), ("std::forward_list", 0), ("std::initializer_list", 0), ("std::list", 0), ("std::map", 1),
        ("std::multimap", 1), ("std::multiset", 0), ("std::optional", 0), ("std::priority_queue", 0), ("std::queue", 0), ("std::set", 0),
        ("std::shared_ptr", 0), ("std::span", 0), ("std::stack", 0), ("std::unique_ptr", 0), ("std::unordered_map", 1),
        ("std::unordered_multimap", 1), ("std::unordered_multiset", 0), ("std::unordered_set", 0), ("std::vector", 0),
        ("std::weak_ptr", 0), ("unique_ptr", 0), ("unordered_map", 1), ("unordered_multimap", 1), ("unordered_multiset", 0),
        ("unordered_set", 0), ("vector", 0), ("weak_ptr", 0),
    ],
    give_element: &[
        "at", "back", "begin", "cbegin", "crbegin", "emplace_back", "emplace_front", "find", "front", "get", "lock", "rbegin", "top",
        "value", "value_or",
    ],
    give_value: &["at"],
    give_same: &["begin", "cbegin", "crbegin", "equal_range", "find", "get", "lock", "lower_bound", "rbegin", "upper_bound"],
    hand_on: &[],
    hand_pair: &[],
    hand_value: &[],
    value_field: "second",
    give_optional: &[],
    further: &[],
};

/// The functions that make what they state, and give a pointer to it.
const MAKERS: &[&str] = &["make_shared", "make_unique"];

/// The pointee of a smart pointer is the receiver of its members.
const POINTERS: &[&str] = &["std::unique_ptr<", "std::shared_ptr<", "unique_ptr<", "shared_ptr<"];

/// A type that a text states, as a dotted name: what pointers and references are to.
pub fn named_type(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(['*', '&', ' ']);
    let text = text.strip_prefix("const ").or_else(|| text.strip_suffix(" const")).unwrap_or(text).trim();
    let held = POINTERS.iter().find_map(|pointer| text.strip_prefix(pointer)?.strip_suffix('>'));
    let text = held.unwrap_or(text).trim();
    let path = type_name(text)?;
    let path = path.trim_start_matches('.');
    Some(if text.starts_with("::") { format!("{GLOBAL}.{path}") } else { path.to_owned() })
}

/// Binds the type parameters of a template by their places.
pub fn template(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(list) = builder.parent(node).filter(|it| it.kind() == "template_declaration") else { return };
    let Some(list) = list.field("parameters") else { return };
    let mut cursor = list.walk();
    let all: Vec<Node<'_>> = list.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    for (place, parameter) in all.into_iter().enumerate() {
        let mut cursor = parameter.walk();
        let name = parameter.named_children(&mut cursor).find(|it| it.kind() == "type_identifier");
        if let Some(name) = name.or_else(|| parameter.field("name")).or_else(|| parameter.field("declarator")) {
            bind_parameter(builder.current(), builder.text(name), place, builder);
        }
    }
}

/// Binds what a name holds, where its type is one of the library that holds others, and the type arguments of any other.
pub fn bind_held(scope: Decl, name: &str, of: Option<Node<'_>>, builder: &mut Builder<'_>) {
    let text = of.map_or("", |of| builder.text(of));
    let Some((place, held)) = HOLDERS.held_text(text) else {
        return bind_arguments_as(scope, name, text, &|of, _| named_type(of), builder);
    };
    if let Some(path) = named_type(held) {
        let name = builder.bound_as(scope, name);
        builder.bind(scope, &held_name(&name, place), Some(&path), BindingKind::Returns);
    }
}

/// The type of which `std::make_unique<T>(…)` makes a value.
pub fn made(value: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let called = value.field("function").filter(|_| value.kind() == "call_expression")?;
    let called = if called.kind() == "qualified_identifier" { called.field("name")? } else { called };
    let name = called.field("name").filter(|_| called.kind() == "template_function")?;
    let list = called.field("arguments").filter(|_| MAKERS.contains(&builder.text(name)))?;
    named_type(builder.text(list.named_child(0)?))
}

/// One of the values that a loop goes through.
pub fn element(of: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let on = receiver(&value::text(of, builder), builder);
    let path = match builder.receiver_here(on) {
        Receiver::Path(path) | Receiver::Value(path) | Receiver::Result(path) => path,
        _ => return None,
    };
    Some(builder.lower(Expr::Element(path)))
}

/// Binds the names of `auto [key, value]`: in a loop over a map, the second is one of its values.
pub fn take_apart(scope: Decl, names: Node<'_>, element: Option<ExprId>, builder: &mut Builder<'_>) {
    let mut cursor = names.walk();
    let all: Vec<Node<'_>> = names.named_children(&mut cursor).filter(|it| it.kind() == "identifier").collect();
    let is_pair = all.len() == 2;
    for (at, name) in all.into_iter().enumerate() {
        let value = element.filter(|_| is_pair && at == 1).map(|of| builder.lower_member(of, HOLDERS.value_field));
        let kind = if value.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
        builder.bind_expr(scope, builder.text(name), value, kind);
    }
}
