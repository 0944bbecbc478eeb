//! Reads the names that Dart's code binds: parameters, locals, patterns.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::super::type_arguments::{MOST_ARGUMENTS, bind_parameter};
use super::closure;
use super::path::{bind_arguments, cast, is_member, of_collection, of_element, of_type, of_value};

/// Methods of collections that call a function with one element.
const EACH: &[&str] = &[
    "any",
    "every",
    "expand",
    "firstWhere",
    "forEach",
    "indexWhere",
    "lastWhere",
    "listen",
    "map",
    "removeWhere",
    "retainWhere",
    "singleWhere",
    "skipWhile",
    "takeWhile",
    "where",
];

fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == kind)
}

/// A type parameter is no type of the library; what it must extend has its members.
pub fn type_parameter(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name").map(|name| builder.text(name)) else { return };
    let bound = node.field("bound").and_then(|bound| of_type(bound, builder)).filter(|bound| bound != name);
    let kind = if bound.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
    builder.bind(builder.current(), name, bound.as_deref(), kind);
    let before = std::iter::successors(node.prev_named_sibling(), |it| it.prev_named_sibling());
    let place = before.filter(|it| it.kind() == "type_parameter").take(MOST_ARGUMENTS).count();
    bind_parameter(builder.current(), name, place, builder);
    let hidden = builder.intern(name);
    builder.hide(hidden);
}

/// `T name`, `this.name`, `super.name`, `name`; a parameter of a function that is written in place may take an element.
pub fn parameter(node: Node<'_>, builder: &mut Builder<'_>) {
    let parent = builder.parent(node);
    // The parameters of a parameter, and of a function's type, bind nothing.
    let outer = parent.and_then(|parent| builder.parent(parent));
    if outer.is_some_and(|outer| matches!(outer.kind(), "formal_parameter" | "field_formal_parameter")) {
        return;
    }
    let current = builder.current();
    let own = child(node, "field_formal_parameter").or_else(|| child(node, "super_formal_parameter"));
    if let Some(own) = own {
        if let Some(name) = own.field("name").map(|name| builder.text(name)) {
            let is_field = own.kind() == "field_formal_parameter";
            let path = is_field.then(|| format!("this.{name}"));
            let kind = if is_field { BindingKind::Copied } else { BindingKind::Untyped };
            builder.bind(current, name, path.as_deref(), kind);
        }
        return;
    }
    let Some(name) = node.field("name").or_else(|| child(node, "identifier")).map(|name| builder.text(name)) else {
        return;
    };
    let is_function = child(node, "formal_parameter_list").is_some();
    match child(node, "type").filter(|_| !is_function) {
        Some(stated) => bind(current, name, Some(stated), None, builder),
        None => {
            let element = parent.and_then(|list| taken_element(node, list, builder)).filter(|_| !is_function);
            let value = match element {
                Some(element) => Some(builder.expr(&element)),
                None => parent.filter(|_| !is_function).and_then(|list| closure::handed(node, list, builder)),
            };
            let kind = if value.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
            builder.bind_expr(current, name, value, kind);
        }
    }
}

/// The path of the element that a function takes as its only parameter: `e` of `xs.map((e) => …)`.
fn taken_element(node: Node<'_>, list: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let mut above = builder.ancestors(list);
    let function = above.next().filter(|function| function.kind() == "function_expression")?;
    let arguments = above.next().filter(|arguments| arguments.kind() == "arguments")?;
    let call = above.next().filter(|call| call.kind() == "call_expression")?;
    let callee = call.field("function").filter(|callee| is_member(*callee))?;
    let is_first = arguments.named_child(0) == Some(function) && list.named_child(0) == Some(node);
    let is_each = callee.field("property").is_some_and(|name| EACH.contains(&builder.text(name)));
    if !is_first || !is_each || list.named_child_count() != 1 {
        return None;
    }
    of_element(callee.field("object")?, builder)
}

/// `var a = f()`, `Foo a`.
pub fn local(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name").map(|name| builder.text(name)) else { return };
    bind(builder.current(), name, child(node, "type"), node.field("value"), builder);
}

/// `for (final a in b)`.
pub fn each(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name").map(|name| builder.text(name)) else { return };
    let current = builder.current();
    if let Some(stated) = child(node, "type") {
        return bind(current, name, Some(stated), None, builder);
    }
    let path = node.field("value").and_then(|value| of_collection(value, builder));
    let path = path.filter(|path| path != "this").map(|path| format!("{path}[]"));
    let kind = if path.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
    builder.bind(current, name, path.as_deref(), kind);
}

/// `on T catch (e, s)`.
pub fn caught(node: Node<'_>, builder: &mut Builder<'_>) {
    let current = builder.current();
    if let Some(trace) = node.field("stack_trace").map(|name| builder.text(name)) {
        builder.bind(current, trace, None, BindingKind::Untyped);
    }
    let Some(name) = node.field("exception").map(|name| builder.text(name)) else { return };
    let stated = node.prev_named_sibling().filter(|before| before.kind() == "type");
    bind(current, name, stated, None, builder);
}

/// `Foo a` and `final a` in a pattern.
pub fn pattern(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name").map(|name| builder.text(name)) else { return };
    bind(builder.current(), name, child(node, "type"), None, builder);
}

/// Binds a name by its stated type, else by its value.
pub fn bind(of: Decl, text: &str, stated: Option<Node<'_>>, value: Option<Node<'_>>, builder: &mut Builder<'_>) {
    if let Some(stated) = stated {
        bind_arguments(of, text, stated, builder);
        let stated = of_type(stated, builder);
        let kind = if stated.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
        return builder.bind(of, text, stated.as_deref(), kind);
    }
    let cast = value.and_then(|value| cast(value, builder));
    if let Some(cast) = cast {
        return builder.bind(of, text, Some(&cast), BindingKind::Annotated);
    }
    if let Some(element) = value.and_then(|value| literal(value, builder)) {
        return builder.bind(of, text, Some(&element), BindingKind::Annotated);
    }
    let (path, kind) = match value.and_then(|value| of_value(value, builder)) {
        Some(path) => match path.strip_suffix("()") {
            Some(called) => (Some(called.to_owned()), BindingKind::Constructed),
            None => (Some(path), BindingKind::Copied),
        },
        None => (None, BindingKind::Untyped),
    };
    builder.bind(of, text, path.as_deref(), kind);
}

/// The type of a literal that states what it holds: `<T>[]`, `<K, V>{}`.
fn literal(value: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let is_literal = matches!(value.kind(), "list_literal" | "set_or_map_literal");
    let mut cursor = value.walk();
    let list =
        value.named_children(&mut cursor).find(|child| child.kind() == "type_arguments").filter(|_| is_literal)?;
    let last = u32::try_from(list.named_child_count().checked_sub(1)?).ok()?;
    of_type(list.named_child(last)?, builder).map(|of| format!("{of}[]"))
}
