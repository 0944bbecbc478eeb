//! Reads variables and default exports: what has a value, and is what that value is.

use tree_sitter::Node;

use super::super::builder::{Builder, line, start};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::{Decl, Declaration};
use super::super::unwritten::{constant_name, put_name};
use super::binding::{self, Whole, all_stated, bind_all, row, take_apart};
use super::complete::{complete, container_of, function, is_function, kind_of, opened};
use super::node::unquoted;
use super::value::made_by;
use super::{assigned, callable, context, node, taken};

/// A variable: a function, a class, or a value; kept where it is outside of all functions.
pub fn variable(node: Node<'_>, builder: &mut Builder<'_>) {
    let (decl, declaration) = opened(builder);
    let container = container_of(&declaration);
    let (Some(name), value) = (node.field("name"), node.field("value").map(bare)) else {
        return builder.withdraw();
    };
    if value.is_some_and(|value| loads_module(value, builder)) {
        // The import binds it.
        return builder.withdraw();
    }
    let is_local =
        !matches!(kind_of(container, builder), DeclKind::File | DeclKind::Module) || is_of_block(node, builder);
    if name.kind() != "identifier" {
        return pattern(node, name, is_local, builder);
    }
    let text = builder.text(name);
    let interned = builder.intern(text);
    context::annotated(node.field("type"), value, builder);
    let kind = match value {
        Some(value) if is_function(value) => DeclKind::Function,
        Some(value) if value.kind() == "class" => DeclKind::Class,
        _ => DeclKind::Variable,
    };
    if kind == DeclKind::Variable {
        let mut stated = all_stated(node.field("type"), node.field("value"), builder);
        if value.is_none() && node.field("type").is_none() {
            stated = assigned::later(node, text, builder);
        }
        if is_local {
            builder.withdraw();
        }
        bind_all(container, text, &stated, builder);
        if is_local && is_constant(node, builder) && matches!(stated[..], [(_, BindingKind::Copied)]) {
            let known = builder.bound_as(container, text);
            builder.bind(container, &constant_name(&known), None, BindingKind::Untyped);
        }
        callable::named(
            container,
            text,
            node.field("type").or(value.filter(|it| it.kind() == "new_expression")),
            builder,
        );
        if is_local {
            return;
        }
    }
    let declaration = builder.declaration_mut(decl);
    (declaration.name, declaration.kind, declaration.at) = (interned, kind, start(name));
    complete(node, decl, container, builder);
    if let Some(class) = value.filter(|value| value.kind() == "class") {
        own_name(class, text, builder);
    }
    body(value, decl, builder);
    put_in(value, decl, builder);
}

/// Whether a variable is declared with `const`.
fn is_constant(node: Node<'_>, builder: &Builder<'_>) -> bool {
    builder.parent(node).and_then(|it| it.child(0)).is_some_and(|word| word.kind() == "const")
}

/// The own name of a class that is a value: it is seen in the class alone, and is that of the variable there.
fn own_name(class: Node<'_>, held: &str, builder: &mut Builder<'_>) {
    let name = class.field("name").map(|name| builder.text(name)).filter(|name| *name != held);
    if let Some(name) = name {
        builder.call_as(name, held, class.byte_range());
    }
}

/// The names that an object puts under its own, `{ a, b: c }`, and the values that it makes: `{ a: new A() }`.
fn put_in(object: Option<Node<'_>>, decl: Decl, builder: &mut Builder<'_>) {
    let Some(object) = object.filter(|object| object.kind() == "object") else { return };
    let mut cursor = object.walk();
    for member in object.named_children(&mut cursor) {
        let (name, value) = match member.kind() {
            "shorthand_property_identifier" => (Some(member), Some(member)),
            "pair" => (member.field("key"), member.field("value")),
            _ => (None, None),
        };
        if let (Some(name), Some(made)) = (name, value.filter(|value| value.kind() == "new_expression")) {
            if let Some((of, BindingKind::Constructed)) = made_by(made, builder) {
                let name = put_name(unquoted(builder.text(name)));
                builder.bind_expr(decl, &name, Some(of), BindingKind::Constructed);
            }
            continue;
        }
        let value = value.filter(|value| matches!(value.kind(), "identifier" | "shorthand_property_identifier"));
        if let (Some(name), Some(value)) = (name, value) {
            let of = builder.lower_name(builder.text(value));
            builder.bind_expr(decl, &put_name(unquoted(builder.text(name))), Some(of), BindingKind::Copied);
        }
    }
}

/// Whether a `let` or `const` is seen in a block alone, and not in the module around it.
fn is_of_block(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let statement = builder.parent(node).filter(|statement| statement.kind() == "lexical_declaration");
    let block = statement.and_then(|statement| builder.parent(statement)).filter(|it| it.kind() == "statement_block");
    let is_body = |it: Node<'_>| matches!(it.kind(), "internal_module" | "module" | "ambient_declaration");
    block.and_then(|block| builder.parent(block)).is_some_and(|around| !is_body(around))
}

/// The function or class that a declaration is.
fn body(value: Option<Node<'_>>, decl: Decl, builder: &mut Builder<'_>) {
    match value {
        Some(value) if is_function(value) => function(value, decl, builder),
        Some(value) if value.kind() == "class" => {
            let line = value.field("body").map_or(0, |body| line(body.start_position().row));
            builder.declaration_mut(decl).body_line = line;
        }
        _ => {}
    }
}

/// A value without parentheses and assertions around it.
pub fn bare(value: Node<'_>) -> Node<'_> {
    let mut at = value;
    while let ("parenthesized_expression" | "as_expression" | "satisfies_expression", Some(inner)) =
        (at.kind(), node::first(at))
    {
        at = inner;
    }
    at
}

/// Whether a value is `require("x")`, `await import("x")`, or a member of one.
fn loads_module(value: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut at = value;
    for _ in 0..4 {
        let inner = match at.kind() {
            "await_expression" | "parenthesized_expression" => node::first(at),
            "member_expression" => at.field("object"),
            "call_expression" => {
                let function = at.field("function");
                let named = function.is_some_and(|it| it.kind() == "import" || builder.text(it) == "require");
                let argument = at.field("arguments").and_then(node::first);
                return named && argument.is_some_and(|argument| node::string(argument, builder).is_some());
            }
            _ => None,
        };
        let Some(inner) = inner else { return false };
        at = inner;
    }
    false
}

/// `const { a, b: [c] } = …`
fn pattern(node: Node<'_>, pattern: Node<'_>, is_local: bool, builder: &mut Builder<'_>) {
    builder.withdraw();
    let container = builder.current();
    let exported = builder.wrapping(node, container).is_some();
    let whole = Whole::of(node.field("type"), node.field("value"), builder);
    take_apart(container, pattern, whole, builder);
    taken::read(pattern, node.field("value").map(bare), builder);
    if !is_local {
        for name in binding::names(pattern) {
            let text = builder.text(name);
            let name_row = row(builder.intern(text), DeclKind::Variable, container, name);
            builder.declare(Declaration { exported, ..name_row });
            builder.close();
        }
    }
}

/// `export default <expression>`: declared as `default`, unless it is a name.
pub fn default(node: Node<'_>, builder: &mut Builder<'_>) {
    let (decl, _) = opened(builder);
    let value = node.field("value").map(bare);
    let Some(value) = value.filter(|value| value.kind() != "identifier") else { return builder.withdraw() };
    let name = value.field("name").map_or("default", |name| builder.text(name));
    if name != "default" {
        builder.export("default", name);
    }
    let name = builder.intern(name);
    let kind = match value.kind() {
        "class" => DeclKind::Class,
        _ if is_function(value) => DeclKind::Function,
        _ => DeclKind::Variable,
    };
    let declaration = builder.declaration_mut(decl);
    (declaration.name, declaration.kind, declaration.exported) = (name, kind, true);
    body(Some(value), decl, builder);
    put_in(Some(value), decl, builder);
}
