//! PHP's names, spelled out from the top: `\App\Models\User`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::holders::{ELEMENTS, held_name};
use super::super::kind::{DeclKind, Inheritance};
use super::super::names::ANONYMOUS;
use super::super::observation::Declaration;
use crate::base::{Position, TextPart};

/// The constructor of a class, as if it were one of its functions.
pub const CONSTRUCT: &str = "__new";
/// The method that a call of an object calls.
pub const INVOKE: &str = "__invoke";
/// A value whose type the text does not show.
pub const UNKNOWN: &str = "?";
/// How many calls in a row are followed to the first value: each reads its own.
pub const LONGEST_CHAIN: usize = 48;

/// The namespace that is open, without slashes around it.
pub fn namespace(builder: &Builder<'_>) -> String {
    let observation = builder.observation();
    let rows = builder.open().iter().rev().map(|decl| observation.declaration(*decl));
    match rows.into_iter().find(|row| row.kind == DeclKind::Module) {
        Some(module) => observation.name(module.name).to_owned(),
        None => observation.package.map_or("", |package| observation.name(package)).replace('.', "\\"),
    }
}

/// A name below a namespace, from the top.
pub fn below(namespace: &str, name: &str) -> String {
    if namespace.is_empty() { format!("\\{name}") } else { format!("\\{namespace}\\{name}") }
}

/// The path that `use` gives a local name.
pub fn imported(builder: &Builder<'_>, local: &str) -> Option<String> {
    let observation = builder.observation();
    let mut sites = observation.imports.iter();
    let site = sites.find(|site| site.local.is_some_and(|name| observation.name(name).eq_ignore_ascii_case(local)))?;
    Some(format!("\\{}", observation.name(site.source)))
}

/// The innermost class that is open, with its name.
pub fn class_around<'b>(builder: &'b Builder<'_>) -> Option<(super::super::Decl, &'b Declaration)> {
    let observation = builder.observation();
    let rows = builder.open().iter().rev().map(|decl| (*decl, observation.declaration(*decl)));
    rows.into_iter().find(|(_, row)| row.kind.is_type())
}

/// A class's name from the top; and whether `use` alone brings it. `None` for `parent`, and for what is no name.
pub fn class(node: Node<'_>, builder: &Builder<'_>) -> Option<(String, bool)> {
    if !matches!(node.kind(), "name" | "qualified_name" | "relative_scope" | "namespace_name" | "relative_name") {
        return None;
    }
    class_named(builder.text(node), builder)
}

/// The same of a name as it is written.
pub fn class_named(text: &str, builder: &Builder<'_>) -> Option<(String, bool)> {
    if matches!(text.to_ascii_lowercase().as_str(), "self" | "static") {
        let (_, class) = class_around(builder)?;
        let name = builder.observation().name(class.name);
        return (name != ANONYMOUS).then(|| (below(&namespace(builder), name), true));
    }
    if text.eq_ignore_ascii_case("parent") {
        return None;
    }
    if text.starts_with('\\') {
        return Some((text.to_owned(), false));
    }
    if let Some(rest) = text.strip_prefix("namespace\\") {
        return Some((below(&namespace(builder), rest), false));
    }
    match text.split_once('\\') {
        Some((head, rest)) => Some(match imported(builder, head) {
            Some(path) => (format!("{path}\\{rest}"), false),
            None => (below(&namespace(builder), text), false),
        }),
        None => Some(match imported(builder, text) {
            Some(path) => (path, true),
            None => (below(&namespace(builder), text), false),
        }),
    }
}

/// A function's name: from the top, or, where the namespace's or the global one may be meant, without a slash before.
pub fn function(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let text = builder.text(node);
    match node.kind() {
        "name" => Some(match imported(builder, &format!("{text}()")) {
            Some(path) => path,
            None => below(&namespace(builder), text).part(1..).to_owned(),
        }),
        "qualified_name" | "relative_name" => class(node, builder).map(|(path, _)| path),
        _ => None,
    }
}

/// The name of a constant from the top: of one that `use` brings, or that is read by its whole name.
pub fn constant(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    match node.kind() {
        "name" => imported(builder, &format!("const {}", builder.text(node))),
        _ => class(node, builder).map(|(path, _)| path),
    }
}

/// Types of the library that a test joins with the type which it puts a double in the place of.
pub const DOUBLES: &[&str] = &["MockObject", "Stub"];

/// The class that a type states: `?Foo`, `Foo|null`. `None` for what is no single class.
pub fn stated(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    match node.kind() {
        "named_type" => {
            let name = node.named_child(0)?;
            match builder.text(name).to_ascii_lowercase().as_str() {
                "static" => Some("this".to_owned()),
                _ => class(name, builder).map(|(path, _)| path),
            }
        }
        "optional_type" => stated(node.named_child(0).filter(|inner| inner.kind() == "named_type")?, builder),
        "union_type" | "type_list" => {
            let mut cursor = node.walk();
            let parts: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
            let mut others = parts.into_iter().filter(|part| builder.text(*part) != "null");
            let single = others.next().filter(|part| part.kind() == "named_type")?;
            if others.next().is_some() { None } else { stated(single, builder) }
        }
        "intersection_type" => {
            let mut cursor = node.walk();
            let parts: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
            let name = |part: &Node<'_>| builder.text(*part).rsplit('\\').next().unwrap_or_default();
            let mut others = parts.into_iter().filter(|part| !DOUBLES.contains(&name(part)));
            let single = others.next().filter(|part| part.kind() == "named_type")?;
            if others.next().is_some() { None } else { stated(single, builder) }
        }
        "disjunctive_normal_form_type" => {
            let mut cursor = node.walk();
            let mut parts = node.named_children(&mut cursor).filter(|part| builder.text(*part) != "null");
            let single = parts.next().filter(|part| part.kind() == "intersection_type")?;
            if parts.next().is_some() { None } else { stated(single, builder) }
        }
        _ => None,
    }
}

/// The path of a value, as names joined by dots: `$this->a->b()` → `this.@a.b()`, `new A` → `\A.__new()`.
pub fn chain(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    chain_within(node, builder, LONGEST_CHAIN)
}

fn chain_within(node: Node<'_>, builder: &Builder<'_>, depth: usize) -> Option<String> {
    let field = |name| node.field(name);
    let deeper = |node: Node<'_>| chain_within(node, builder, depth.checked_sub(1)?);
    let named = |name| field(name).filter(|node| node.kind() == "name").map(|node| builder.text(node));
    match node.kind() {
        "variable_name" => Some(match builder.text(node) {
            "$this" => "this".to_owned(),
            name => name.to_owned(),
        }),
        "member_access_expression" | "nullsafe_member_access_expression" => {
            Some(format!("{}.@{}", deeper(field("object")?)?, named("name")?))
        }
        "member_call_expression" | "nullsafe_member_call_expression" => {
            Some(format!("{}.{}()", deeper(field("object")?)?, named("name")?))
        }
        "scoped_call_expression" => Some(format!("{}.{}()", scope(field("scope")?, builder, depth)?, named("name")?)),
        "scoped_property_access_expression" => {
            let name = builder.text(field("name")?).trim_start_matches('$');
            Some(format!("{}.@{name}", scope(field("scope")?, builder, depth)?))
        }
        "class_constant_access_expression" => {
            let name = node.named_child(1).map(|name| builder.text(name)).filter(|name| *name != "class")?;
            Some(format!("{}.@{name}", scope(node.named_child(0)?, builder, depth)?))
        }
        "function_call_expression" => {
            let called = field("function")?;
            function(called, builder)
                .map(|path| format!("{path}()"))
                .or_else(|| Some(format!("{}.{INVOKE}()", deeper(called)?)))
        }
        "object_creation_expression" => {
            let made = node.named_child(0)?;
            let path = match made.kind() {
                "anonymous_class" => anonymous(start(made)),
                _ => class(made, builder)?.0,
            };
            Some(format!("{path}.{CONSTRUCT}()"))
        }
        "parenthesized_expression" | "clone_expression" => deeper(node.named_child(0)?),
        "assignment_expression" => deeper(field("right")?),
        // An element of a value whose elements a comment states.
        "subscript_expression" => {
            let on = node.named_child(0)?;
            let is_held = matches!(on.kind(), "variable_name" | "member_access_expression");
            Some(held_name(&deeper(on).filter(|_| is_held)?, ELEMENTS))
        }
        _ => None,
    }
}

/// The path of a class without a name, by its place in the file. No code can spell it.
pub fn anonymous(at: Position) -> String {
    format!("\\{ANONYMOUS}{}_{}", at.line, at.column)
}

/// The text before `::`: a class, or a value of one.
pub fn scope(node: Node<'_>, builder: &Builder<'_>, depth: usize) -> Option<String> {
    if builder.text(node).eq_ignore_ascii_case("parent") {
        return parent(builder);
    }
    class(node, builder).map(|(path, _)| path).or_else(|| chain_within(node, builder, depth.checked_sub(1)?))
}

/// The class that the class around extends.
fn parent(builder: &Builder<'_>) -> Option<String> {
    let (class, _) = class_around(builder).filter(|(_, row)| row.kind == DeclKind::Class)?;
    let observation = builder.observation();
    let mut sites = observation.supertypes.iter();
    let site = sites.find(|site| site.sub == class && site.how == Inheritance::Header)?;
    Some(observation.spelled(site.of).into_owned())
}
