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
            Some(value) => result(node, value, builder),
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

/// `return setmetatable(…, Type)`, or a local that is one: the function gives a value of `Type`. `return self` and `return Type.new()`:
/// what that is, where nothing else is returned.
fn result(node: Node<'_>, value: Node<'_>, builder: &mut Builder<'_>) {
    let only = || Some(value).filter(|_| is_only_return(node, builder));
    let of = match value.kind() {
        "identifier" if builder.text(value) == "self" => {
            only().filter(|_| is_in_method(node, builder)).map(|_| "this".to_owned())
        }
        "identifier" => builder.annotation(builder.text(value)).map(|(of, _)| of),
        "function_call" => {
            let made = metatable(value, builder).map(str::to_owned);
            let plain = || builder.called(&builder.text(only()?).replace(':', ".")).map(|path| format!("{path}()"));
            made.or_else(plain)
        }
        _ => metatable(value, builder).map(str::to_owned),
    };
    if let Some(of) = of {
        builder.bind(builder.current(), "", Some(&of), BindingKind::Returns);
    }
}

/// The function around a statement, where it has a name.
fn function_around<'t>(node: Node<'t>, builder: &Builder<'t>) -> Option<Node<'t>> {
    let mut around = builder.ancestors(node);
    let function = around.find(|it| matches!(it.kind(), "function_declaration" | "function_definition"))?;
    let holder = around.next();
    let is_named = holder.is_some_and(|it| matches!(it.kind(), "expression_list" | "field"));
    (function.kind() == "function_declaration" || is_named).then_some(function)
}

/// Whether the function around a statement is one of the values of a table: `function Type:name()`.
fn is_in_method(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let name = function_around(node, builder).and_then(|function| function.field("name"));
    name.is_some_and(|name| name.kind() == "method_index_expression")
}

/// Whether a statement is the one that returns something, of a function with a name.
fn is_only_return(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let function = function_around(node, builder);
    function.is_some_and(|function| builder.text(function).matches("return").count() == 1)
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
