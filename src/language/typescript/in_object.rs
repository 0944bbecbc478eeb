//! Methods of objects that are written in place: `this` in one is that object, `{ go() { this.stop() }, stop() {} }`.

use memchr::memmem;
use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::observation::Decl;
use super::super::unwritten::{IN_OBJECT, in_object_name};
use super::binding::bind;
use super::node::{has_word, unquoted};

/// Binds under which names a method of an object calls others that are written in it. `member` is the method, or the pair of its name and
/// a function.
pub fn called_members(member: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let Some(object) = builder.parent(member).filter(|object| object.kind() == "object") else { return };
    let function = member.field("value").unwrap_or(member);
    let Some(body) = function.field("body").filter(|_| function.kind() != "arrow_function") else { return };
    if memmem::find(builder.text(body).as_bytes(), b"this").is_none() {
        return;
    }
    bind(decl, IN_OBJECT, None, builder);
    let mut called = Vec::new();
    calls_of_this(body, builder, &mut called);
    called.sort_unstable();
    called.dedup();
    let mut cursor = object.walk();
    let members: Vec<&str> = object.named_children(&mut cursor).filter_map(|it| method_name(it, builder)).collect();
    for name in called.iter().filter(|name| members.contains(name)) {
        bind(decl, &in_object_name(name), None, builder);
    }
}

/// The name of a member that is a function.
fn method_name<'t>(member: Node<'t>, builder: &Builder<'t>) -> Option<&'t str> {
    let is_function =
        |value: Node<'_>| matches!(value.kind(), "arrow_function" | "function_expression" | "generator_function");
    let name = match member.kind() {
        "method_definition" if !has_word(member, "get") && !has_word(member, "set") => member.field("name"),
        "pair" if member.field("value").is_some_and(is_function) => member.field("key"),
        _ => None,
    };
    name.filter(|name| matches!(name.kind(), "property_identifier" | "string")).map(|name| unquoted(builder.text(name)))
}

/// The names that a body calls on `this`, but for functions in it that have one of their own.
fn calls_of_this<'t>(body: Node<'t>, builder: &Builder<'t>, found: &mut Vec<&'t str>) {
    let mut cursor = body.walk();
    loop {
        let node = cursor.node();
        if node.kind() == "call_expression"
            && let Some(function) = node.field("function").filter(|it| it.kind() == "member_expression")
            && function.field("object").is_some_and(|object| object.kind() == "this")
            && let Some(name) = function.field("property")
        {
            found.push(builder.text(name));
        }
        let has_own = matches!(
            node.kind(),
            "function_expression"
                | "function_declaration"
                | "generator_function"
                | "generator_function_declaration"
                | "method_definition"
                | "class"
                | "class_declaration"
        );
        if !has_own && cursor.goto_first_child() {
            continue;
        }
        while cursor.node() != body && !cursor.goto_next_sibling() {
            cursor.goto_parent();
        }
        if cursor.node() == body {
            return;
        }
    }
}
