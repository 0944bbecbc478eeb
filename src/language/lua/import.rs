//! Reads `require`, and what a file returns.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, ImportKind};
use super::declaration::metatable;

/// The name under which a file exposes what it returns.
const WHOLE: &str = "export=";

/// `local name = require "a.b"`, `local name = require("a.b").name`, and `return …` at the end of a file.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    if node.kind() == "return_statement" {
        let is_last = builder.parent(node).is_some_and(|parent| parent.kind() == "chunk");
        return match node.named_child(0).and_then(|values| values.named_child(0)) {
            Some(value) if is_last => returned(value, builder),
            Some(value) => result(value, builder),
            None => {}
        };
    }
    let is_require = node.field("name").is_some_and(|name| builder.text(name) == "require");
    let Some(source) = node.field("arguments").and_then(|arguments| literal(arguments, builder)) else {
        return;
    };
    if is_require && !source.is_empty() {
        let member = builder.parent(node).filter(|parent| parent.kind() == "dot_index_expression");
        let name = member.and_then(|member| member.field("field")).map(|name| builder.text(name));
        let local = local(member.unwrap_or(node), builder).map(|local| builder.imported_here(local));
        builder.import(ImportKind::Value, source, name.filter(|_| local.is_some()), local.as_deref(), start(node));
    }
}

/// `return setmetatable(…, Type)`, or a local that is one: the function gives a value of `Type`.
fn result(value: Node<'_>, builder: &mut Builder<'_>) {
    let of = match value.kind() {
        "identifier" => builder.annotation(builder.text(value)).map(|(of, _)| of),
        _ => metatable(value, builder).map(str::to_owned),
    };
    if let Some(of) = of {
        builder.bind(builder.current(), "", Some(&of), BindingKind::Returns);
    }
}

/// The text of the first argument.
pub fn literal<'t>(arguments: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let text = arguments.named_child(0).filter(|text| text.kind() == "string")?;
    Some(text.field("content").map_or("", |content| builder.text(content)))
}

/// The name that a value is assigned to.
fn local<'t>(value: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let values = builder.parent(value).filter(|values| values.kind() == "expression_list")?;
    let names = builder.parent(values).filter(|parent| parent.kind() == "assignment_statement")?.named_child(0)?;
    let mut cursor = values.walk();
    let place = values.named_children(&mut cursor).position(|other| other == value)?;
    let mut cursor = names.walk();
    let name = names.named_children(&mut cursor).nth(place)?;
    (name.kind() == "identifier").then(|| builder.text(name))
}

/// `return M`, `return setmetatable(M, …)`, `return { name = local }`.
fn returned(mut value: Node<'_>, builder: &mut Builder<'_>) {
    while value.kind() == "function_call" {
        let is_table = value.field("name").is_some_and(|name| builder.text(name) == "setmetatable");
        let table = value.field("arguments").and_then(|arguments| arguments.named_child(0));
        let Some(table) = table.filter(|_| is_table) else { return };
        value = table;
    }
    match value.kind() {
        "identifier" => builder.export(WHOLE, builder.text(value)),
        "table_constructor" => {
            let mut cursor = value.walk();
            for field in value.named_children(&mut cursor).filter(|field| field.kind() == "field") {
                let (name, local) = (field.field("name"), field.field("value"));
                if let (Some(name), Some(local)) = (name, local.filter(|local| local.kind() == "identifier")) {
                    builder.export(builder.text(name), builder.text(local));
                }
            }
        }
        _ => {}
    }
}
