//! Reads what names a module: import statements, and the calls, types and comments that do the same.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::ImportKind;
use super::export::{self, WHOLE};
use super::node::{first, has_word, string, unquoted};

/// Dispatches on the kind of the node.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "import_statement" => statement(node, builder),
        "export_statement" => export::read(node, builder),
        "call_expression" => call(node, builder),
        "new_expression" => url(node, builder),
        "comment" => reference(node, builder),
        _ => {}
    }
}

/// `import a, { b as c, type D } from "x"`, `import * as n from "x"`, `import "x"`, `import a = require("x")`.
fn statement(node: Node<'_>, builder: &mut Builder<'_>) {
    let kind = if has_word(node, "type") || has_word(node, "typeof") { ImportKind::Type } else { ImportKind::Value };
    let mut cursor = node.walk();
    let clauses: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
    if let Some(clause) = clauses.iter().find(|child| child.kind() == "import_require_clause") {
        let source = clause.field("source").and_then(|source| string(source, builder));
        let local = clause.named_child(0).map(|local| builder.text(local));
        if let (Some(source), Some(local)) = (source, local) {
            builder.import(kind, source, None, Some(local), start(*clause));
        }
        return;
    }
    let Some(source_node) = node.field("source") else { return };
    let Some(source) = string(source_node, builder) else { return };
    match clauses.iter().find(|child| child.kind() == "import_clause") {
        None => builder.import(kind, source, None, None, start(source_node)),
        Some(clause) => {
            let mut cursor = clause.walk();
            for child in clause.named_children(&mut cursor) {
                bound(child, kind, source, builder);
            }
        }
    }
}

/// One part of an import clause.
fn bound(node: Node<'_>, kind: ImportKind, source: &str, builder: &mut Builder<'_>) {
    match node.kind() {
        "identifier" => builder.import(kind, source, Some("default"), Some(builder.text(node)), start(node)),
        "namespace_import" => {
            let local = node.named_child(0).map(|local| builder.text(local));
            builder.import(kind, source, Some("*"), local, start(node));
        }
        "named_imports" => {
            let mut cursor = node.walk();
            let specifiers: Vec<_> = node.named_children(&mut cursor).collect();
            let specifiers = specifiers.into_iter().filter(|child| child.kind() == "import_specifier");
            let mut is_empty = true;
            for specifier in specifiers {
                is_empty = false;
                let Some(name) = specifier.field("name") else { continue };
                let name = unquoted(builder.text(name));
                let local = specifier.field("alias").map_or(name, |alias| builder.text(alias));
                let is_type = has_word(specifier, "type") || has_word(specifier, "typeof");
                let kind = if is_type { ImportKind::Type } else { kind };
                builder.import(kind, source, Some(name), Some(local), start(specifier));
            }
            if is_empty {
                builder.import(kind, source, None, None, start(node));
            }
        }
        _ => {}
    }
}

/// `import("x")`, `require("x")`, `vi.mock("x")`.
fn call(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(function), Some(arguments)) = (node.field("function"), node.field("arguments")) else {
        return;
    };
    let Some(argument) = first(arguments) else { return };
    let text = if function.kind() == "import" { "import" } else { builder.text(function) };
    let kind = match text {
        "import" if is_type(node, builder) => ImportKind::Type,
        "import" => ImportKind::Dynamic,
        "require" | "require.resolve" | "module.require" => ImportKind::Value,
        _ if is_mock(text) => ImportKind::Mock,
        _ => return,
    };
    let Some(source) = string(argument, builder) else { return };
    if text == "require" && is_handed_over(node, builder) {
        return;
    }
    if kind == ImportKind::Mock || kind == ImportKind::Type || text == "require.resolve" {
        return builder.import(kind, source, None, None, start(argument));
    }
    locals(node, kind, source, start(argument), builder);
}

/// Whether a `require` is a parameter: bundles hand each of their modules one that knows only the bundle. The one that
/// `define` hands over is as good as the real one.
fn is_handed_over(node: Node<'_>, builder: &mut Builder<'_>) -> bool {
    builder.above(node, |builder, function, above| {
        let parameters = function.field("parameters")?;
        let mut cursor = parameters.walk();
        if !parameters.named_children(&mut cursor).any(|parameter| builder.text(parameter) == "require") {
            return None;
        }
        let caller = above.nth(1).and_then(|call| call.field("function"));
        Some(caller.map(|function| builder.text(function)) != Some("define"))
    })
}

/// `vi.mock`, `jest.requireActual`: the calls by which test runners replace a module, or reach for the real one.
fn is_mock(text: &str) -> bool {
    let Some((runner, verb)) = text.split_once('.') else { return false };
    matches!(runner, "vi" | "jest" | "vitest")
        && matches!(
            verb,
            "mock"
                | "doMock"
                | "unmock"
                | "doUnmock"
                | "dontMock"
                | "importActual"
                | "importMock"
                | "requireActual"
                | "requireMock"
                | "setMock"
                | "unstable_mockModule"
                | "createMockFromModule"
        )
}

/// Whether an `import("x")` is in type position: below an annotation or a type's arguments, above any expression.
fn is_type(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut at = node;
    for parent in builder.ancestors(node) {
        match parent.kind() {
            "member_expression" | "call_expression" | "instantiation_expression" | "ERROR" => {}
            "as_expression" | "satisfies_expression" => return first(parent) != Some(at),
            // `f<typeof import("x")>()` is a comparison to the grammar; `typeof` of a promise is no use to anybody.
            "unary_expression" => return has_word(parent, "typeof"),
            kind => return kind.ends_with("_type") || kind.starts_with("type_") || kind.ends_with("_annotation"),
        }
        at = parent;
    }
    false
}

/// Binds what a variable takes from `require("x")` or `await import("x")`.
fn locals(node: Node<'_>, kind: ImportKind, source: &str, at: crate::base::Position, builder: &mut Builder<'_>) {
    let mut value = node;
    let mut name = None;
    let mut is_exported = false;
    let mut above = builder.ancestors(node);
    let declarator = loop {
        let Some(parent) = above.next() else { break None };
        match parent.kind() {
            "await_expression" | "parenthesized_expression" | "as_expression" => {}
            // `require("x").name`
            "member_expression" if name.is_none() => {
                name = parent.field("property").map(|property| builder.text(property));
            }
            "variable_declarator" if parent.field("value") == Some(value) => {
                break parent.field("name");
            }
            // `module.exports = require("x")`
            "assignment_expression"
                if parent.field("left").map(|left| builder.text(left)) == Some("module.exports") =>
            {
                is_exported = true;
                break None;
            }
            _ => break None,
        }
        value = parent;
    };
    drop(above);
    match declarator {
        _ if is_exported => builder.import(kind, source, name, Some(WHOLE), at),
        Some(local) if local.kind() == "identifier" => {
            builder.import(kind, source, name, Some(builder.text(local)), at);
        }
        Some(pattern) if pattern.kind() == "object_pattern" && name.is_none() => {
            destructured(pattern, kind, source, builder);
        }
        _ => builder.import(kind, source, None, None, at),
    }
}

/// `const { a, b: c } = require("x")`.
fn destructured(pattern: Node<'_>, kind: ImportKind, source: &str, builder: &mut Builder<'_>) {
    let mut cursor = pattern.walk();
    for child in pattern.named_children(&mut cursor) {
        let (key, value) = match child.kind() {
            "shorthand_property_identifier_pattern" => (Some(child), Some(child)),
            "pair_pattern" => (child.field("key"), child.field("value")),
            "object_assignment_pattern" => (child.field("left"), child.field("left")),
            _ => (None, None),
        };
        let name = key.map(|key| unquoted(builder.text(key)));
        let local = value.filter(|value| value.kind().contains("identifier")).map(|value| builder.text(value));
        builder.import(kind, source, name, local, start(child));
    }
}

/// `new URL("./x", import.meta.url)`: how bundlers name a worker or an asset.
fn url(node: Node<'_>, builder: &mut Builder<'_>) {
    let constructor = node.field("constructor").map(|constructor| builder.text(constructor));
    let Some(arguments) = node.field("arguments").filter(|_| constructor == Some("URL")) else { return };
    let base = arguments.named_child(1).map(|base| builder.text(base));
    if let Some(at) = first(arguments).filter(|_| base == Some("import.meta.url"))
        && let Some(source) = string(at, builder).filter(|source| !source.contains(':'))
    {
        let relative = if source.starts_with(['.', '/']) { source.to_owned() } else { format!("./{source}") };
        builder.import(ImportKind::Dynamic, &relative, None, None, start(at));
    }
}

/// `/// <reference path="x" />` and `/// <reference types="x" />`.
fn reference(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(text) = builder.text(node).strip_prefix("///") else { return };
    let Some(attributes) = text.trim().strip_prefix("<reference") else { return };
    let attribute = |name: &str| {
        let value = attributes.split_once(name)?.1.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        value.get(1..)?.split_once(quote).map(|(value, _)| value.to_owned())
    };
    if let Some(path) = attribute(" path") {
        let relative = if path.starts_with('.') { path } else { format!("./{path}") };
        builder.import(ImportKind::Type, &relative, None, None, start(node));
    } else if let Some(types) = attribute(" types") {
        builder.import(ImportKind::Type, &types, None, None, start(node));
    }
}
