//! Reads assignments that declare something: what CommonJS exports, methods of a prototype or of an object, fields of a class.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::DeclKind;
use super::binding::{bind, stated};
use super::complete::{container_of, function, is_function, kind_of as kind_of_declaration, opened};
use super::export::WHOLE;
use super::node::{first, unquoted};
use super::variable::bare;

/// Reads an assignment to a member, which has just been opened as a declaration.
pub fn assigned(node: Node<'_>, builder: &mut Builder<'_>) {
    let (Some(left), Some(right)) = (node.field("left"), node.field("right")) else {
        return builder.withdraw();
    };
    let (Some(object), Some(property)) = (left.field("object"), left.field("property")) else {
        return builder.withdraw();
    };
    let right = bare(right);
    let name = builder.text(property);
    match (builder.text(object), name) {
        ("module", "exports") => whole((node, property), right, builder),
        ("exports" | "module.exports", _) => exposed(property, name, right, builder),
        ("this", _) => {
            builder.withdraw();
            field(property, right, builder);
        }
        (owner, _) => {
            let owner = owner.strip_suffix(".prototype").or_else(|| is_of_module(object, builder).then_some(owner));
            let Some(owner) = owner.filter(|_| is_function(right)) else { return builder.withdraw() };
            let owner = builder.intern(owner);
            let decl = builder.current();
            builder.declaration_mut(decl).owner = Some(owner);
            keep(property, name, DeclKind::Method, right, builder);
        }
    }
}

/// Whether a function that is assigned to a member of that object is one for the whole module: `app.use = function …`, not
/// what a function does to its argument.
fn is_of_module(object: Node<'_>, builder: &Builder<'_>) -> bool {
    let (_, declaration) = opened(builder);
    let container = container_of(&declaration);
    let mut head = object;
    while let ("member_expression", Some(inner)) = (head.kind(), head.field("object")) {
        head = inner;
    }
    head.kind() == "identifier" && matches!(kind_of_declaration(container, builder), DeclKind::File | DeclKind::Module)
}

/// Names and completes the open declaration.
fn keep(at: Node<'_>, name: &str, kind: DeclKind, value: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let name = builder.intern(name);
    let declaration = builder.declaration_mut(decl);
    (declaration.name, declaration.kind, declaration.at) = (name, kind, start(at));
    if is_function(value) {
        function(value, decl, builder);
    }
}

fn kind_of(value: Node<'_>) -> DeclKind {
    match value.kind() {
        "class" => DeclKind::Class,
        _ if is_function(value) => DeclKind::Function,
        _ => DeclKind::Variable,
    }
}

/// `module.exports = …`
fn whole((node, at): (Node<'_>, Node<'_>), value: Node<'_>, builder: &mut Builder<'_>) {
    let local = local(node, builder).filter(|_| kind_of(value) == DeclKind::Variable);
    match value.kind() {
        "identifier" => {
            builder.withdraw();
            builder.export(WHOLE, builder.text(value));
        }
        // The import says what it is: see `import.rs`.
        _ if is_required(value, builder) => {
            builder.withdraw();
            builder.export(WHOLE, WHOLE);
        }
        "object" => {
            let mut cursor = value.walk();
            for member in value.named_children(&mut cursor) {
                let (name, local) = match member.kind() {
                    "shorthand_property_identifier" => (Some(member), Some(member)),
                    "pair" => (member.field("key"), member.field("value")),
                    _ => (None, None),
                };
                if let (Some(name), Some(local)) = (name, local.filter(|local| local.kind().contains("identifier"))) {
                    builder.export(unquoted(builder.text(name)), builder.text(local));
                }
            }
            named(at, local, value, builder);
        }
        _ => named(at, local, value, builder),
    }
}

/// Exports a value: by the variable that holds it, or as a declaration of its own.
fn named(at: Node<'_>, local: Option<&str>, value: Node<'_>, builder: &mut Builder<'_>) {
    match local {
        Some(local) => {
            builder.withdraw();
            builder.export(WHOLE, local);
        }
        None => match value.field("name").filter(|_| kind_of(value) != DeclKind::Variable) {
            // Only the value itself sees its own name.
            Some(name) => {
                keep(name, builder.text(name), kind_of(value), value, builder);
                builder.looked_up_as(builder.current(), WHOLE);
            }
            None => keep(at, WHOLE, kind_of(value), value, builder),
        },
    }
}

/// The variable that takes the value as well: `var app = exports = module.exports = {}`.
fn local<'t>(node: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let mut value = node;
    for parent in builder.ancestors(node) {
        match parent.kind() {
            "assignment_expression" if parent.field("right") == Some(value) => value = parent,
            "variable_declarator" if parent.field("value") == Some(value) => {
                return parent.field("name").filter(|name| name.kind() == "identifier").map(|name| builder.text(name));
            }
            _ => return None,
        }
    }
    None
}

/// Whether a value is that of a module, or a member of it: `require("x")`, `require("x").a`.
fn is_required(value: Node<'_>, builder: &Builder<'_>) -> bool {
    let call = if value.kind() == "member_expression" { value.field("object") } else { Some(value) };
    let function = call.filter(|call| call.kind() == "call_expression").and_then(|call| call.field("function"));
    let argument = call.and_then(|call| call.field("arguments")).and_then(first);
    function.is_some_and(|it| builder.text(it) == "require") && argument.is_some_and(|it| it.kind() == "string")
}

/// `exports.a = …`
fn exposed(at: Node<'_>, name: &str, value: Node<'_>, builder: &mut Builder<'_>) {
    if value.kind() == "identifier" {
        builder.withdraw();
        return builder.export(name, builder.text(value));
    }
    keep(at, name, kind_of(value), value, builder);
}

/// `this.a = new A()` in a method sets a field, and in a constructor states its type. Other assignments may leave it empty, or
/// another.
fn field(property: Node<'_>, value: Node<'_>, builder: &mut Builder<'_>) {
    let current = *builder.observation().declaration(builder.current());
    let is_constructor = builder.observation().name(current.name) == "constructor";
    let class = current.container.filter(|class| builder.observation().declaration(*class).kind == DeclKind::Class);
    let Some(class) = class else { return };
    let is_open = builder.observation().declaration(class).exported && property.kind() != "private_property_identifier";
    builder.set_attribute(class, property, is_open);
    if is_constructor && !matches!(value.kind(), "null" | "undefined") {
        let stated = stated(None, Some(value), builder);
        bind(class, builder.text(property), stated, builder);
    }
}
