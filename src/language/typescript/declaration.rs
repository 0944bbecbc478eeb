//! Completes what a query found as a declaration: its kind, its name, who may see it; binds what is only local.

use tree_sitter::Node;

use super::super::builder::{Builder, line};
use super::super::fields::Fields;
use super::super::observation::{BindingKind, Decl, DeclKind, Declaration};
use super::binding::{self, UNKNOWN, bind, parameters, row, stated};
use super::types::{self, type_of};
use super::{ambient, commonjs, context, import, value, variable};

/// Dispatches on the kind of the node, which has just been opened.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "variable_declarator" => variable::variable(node, builder),
        "arrow_function" | "function_expression" | "generator_function" => nameless(node, builder),
        "catch_clause" | "for_in_statement" | "type_parameter" => {
            builder.withdraw();
            binding::local(node, builder);
        }
        "export_statement" => variable::default(node, builder),
        "assignment_expression" => commonjs::assigned(node, builder),
        "call_expression" => {
            builder.withdraw();
            context::call(node, builder);
        }
        _ => declared(node, builder),
    }
}

/// The declaration that has just been opened.
pub fn opened(builder: &Builder<'_>) -> (Decl, Declaration) {
    let decl = builder.current();
    (decl, *builder.observation().declaration(decl))
}

/// The declaration around it.
pub fn container_of(declaration: &Declaration) -> Decl {
    declaration.container.unwrap_or(Decl(0))
}

/// The kind of a declaration.
pub fn kind_of(decl: Decl, builder: &Builder<'_>) -> DeclKind {
    builder.observation().declaration(decl).kind
}

/// A declaration by its own syntax, under its own name.
fn declared(node: Node<'_>, builder: &mut Builder<'_>) {
    let (decl, declaration) = opened(builder);
    let container = container_of(&declaration);
    let around = kind_of(container, builder);
    let is_signature = matches!(node.kind(), "property_signature" | "method_signature");
    if is_signature && (around.is_callable() || around == DeclKind::File) {
        // A member of a type that is written in place belongs to nothing that has a name.
        return builder.withdraw();
    }
    complete(node, decl, container, builder);
    match node.kind() {
        "ambient_declaration" if import::has_word(node, "global") => {
            let name = builder.intern(ambient::GLOBAL);
            builder.declaration_mut(decl).name = name;
        }
        "ambient_declaration" => builder.withdraw(),
        "enum_declaration" => enum_members(node, decl, builder),
        "type_alias_declaration" => {
            if let Some(value) = node.field("value") {
                alias(value, decl, builder);
            }
        }
        "public_field_definition" | "field_definition" | "property_signature" => field(node, decl, builder),
        "pair" => {
            if let Some(value) = node.field("value") {
                function(value, decl, builder);
            }
        }
        "function_declaration"
        | "generator_function_declaration"
        | "function_signature"
        | "method_definition"
        | "method_signature"
        | "abstract_method_signature" => {
            parameters(node, builder);
            context::signature(node, decl, builder);
            returns(node, decl, builder);
            let is_method = around.is_type() && node.kind() != "function_declaration";
            own_this(decl, !is_method, builder);
            if is_method && import::has_word(node, "get") {
                getter(decl, container, builder);
            }
        }
        _ => {}
    }
}

/// The target of an alias: a type, or several of an intersection.
fn alias(of: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    context::signature_of_type(of, decl, builder);
    if let Some((path, _)) = type_of(of, builder).filter(|(path, _)| path != value::LITERAL) {
        builder.bind(decl, "", Some(&path), BindingKind::Returns);
    } else if of.kind() == "intersection_type" {
        for path in types::joined(of, builder) {
            builder.bind(decl, super::super::JOINED, Some(&path), BindingKind::Annotated);
        }
    }
}

/// `get a(): A` is read like a field.
fn getter(decl: Decl, class: Decl, builder: &mut Builder<'_>) {
    let name = builder.observation().declaration(decl).name;
    let name = builder.observation().name(name).to_owned();
    let returned = builder.returns(decl).map(|path| (path, BindingKind::Copied));
    bind(class, &name, returned, builder);
}

/// Its visibility, and its start.
pub fn complete(node: Node<'_>, decl: Decl, container: Decl, builder: &mut Builder<'_>) {
    let around = *builder.observation().declaration(container);
    let wrapping = builder.wrapping(node, container);
    let decorated = wrapping.is_none().then(|| decorator_line(node, builder)).flatten();
    let is_top = matches!(around.kind, DeclKind::File | DeclKind::Module);
    let exported = if is_top { wrapping.is_some() } else { is_open(node, around, builder) };
    let declaration = builder.declaration_mut(decl);
    declaration.exported = exported;
    if let Some(line) = wrapping.or(decorated) {
        declaration.start_line = declaration.start_line.min(line);
    }
}

/// Whether a member can be named where its type can.
fn is_open(node: Node<'_>, around: Declaration, builder: &Builder<'_>) -> bool {
    let is_member = around.kind.is_type() || matches!(around.kind, DeclKind::Variable | DeclKind::Field);
    let mut cursor = node.walk();
    let is_private = node.children(&mut cursor).take(4).any(|child| match child.kind() {
        "accessibility_modifier" => matches!(builder.text(child), "private" | "protected"),
        kind => kind == "private_property_identifier",
    });
    is_member && around.exported && !is_private
}

/// The line of the first decorator before a member; the grammar has them beside it.
fn decorator_line(node: Node<'_>, builder: &Builder<'_>) -> Option<u32> {
    let before = builder.source().get(..node.start_byte())?;
    let last = before.iter().rev().find(|byte| !byte.is_ascii_whitespace())?;
    // A look at one byte spares the search for a sibling, which is slow, for all that follows another member.
    if matches!(last, b'}' | b';' | b'{' | b'/' | b',') {
        return None;
    }
    let mut first = None;
    let mut sibling = node.prev_sibling();
    while let Some(decorator) = sibling.filter(|sibling| sibling.kind() == "decorator") {
        first = Some(line(decorator.start_position().row));
        sibling = decorator.prev_sibling();
    }
    first
}

fn enum_members(node: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let Some(body) = node.field("body") else { return };
    let exported = builder.observation().declaration(decl).exported;
    let mut cursor = body.walk();
    for member in body.named_children(&mut cursor) {
        let name = if member.kind() == "enum_assignment" { member.field("name") } else { Some(member) };
        let Some(name) = name.filter(|name| name.kind() != "comment") else { continue };
        let name = builder.intern(import::unquoted(builder.text(name)));
        builder.declare(Declaration { exported, ..row(name, DeclKind::Field, decl, member) });
        builder.close();
    }
}

/// A field; one that holds a function is a method.
fn field(node: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let (_, declaration) = opened(builder);
    let value = node.field("value");
    if let Some(value) = value.filter(|value| is_function(*value)) {
        builder.declaration_mut(decl).kind = DeclKind::Method;
        context::annotated(node.field("type"), Some(value), builder);
        return function(value, decl, builder);
    }
    let name = builder.observation().name(declaration.name).to_owned();
    let annotation = node.field("type");
    context::annotated(annotation, value, builder);
    if let Some(annotation) = annotation {
        context::signature_of_type(annotation, decl, builder);
    }
    let stated = stated(annotation, value, builder);
    bind(container_of(&declaration), &name, stated, builder);
}

/// Whether a value is a function.
pub fn is_function(value: Node<'_>) -> bool {
    matches!(value.kind(), "arrow_function" | "function_expression" | "generator_function")
}

/// Completes the declaration that a function expression gives its body to. Its parameters are bound when it is read.
pub fn function(value: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let body = value.field("body").map_or(0, |body| line(body.start_position().row));
    builder.declaration_mut(decl).body_line = body;
    context::signature(value, decl, builder);
    returns(value, decl, builder);
    let is_arrow = value.kind() == "arrow_function";
    let around = builder.observation().declaration(decl).container.map(|around| kind_of(around, builder));
    own_this(decl, !is_arrow && !around.is_some_and(DeclKind::is_type), builder);
}

fn returns(node: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let returned = match (node.field("return_type"), node.field("body")) {
        (Some(stated), _) => type_of(stated, builder).map(|(path, _)| path),
        (None, Some(body)) if !is_generator(node) => value::returned(body, builder),
        _ => None,
    };
    if let Some(returned) = returned {
        builder.bind(decl, "", Some(&returned), BindingKind::Returns);
    }
}

/// A generator's result is iterated, whatever it returns.
fn is_generator(node: Node<'_>) -> bool {
    node.kind().starts_with("generator") || (node.kind() == "method_definition" && import::has_word(node, "*"))
}

/// A function outside a class has a `this` of its own, of which nothing is known.
fn own_this(decl: Decl, is_own: bool, builder: &mut Builder<'_>) {
    if is_own {
        builder.bind(decl, "this", Some(UNKNOWN), BindingKind::Annotated);
    }
}

/// A function without a name. Outside of all functions it is kept, nameless, as the scope of what is local to it;
/// inside of one, its parameters belong to that.
fn nameless(node: Node<'_>, builder: &mut Builder<'_>) {
    let (decl, declaration) = opened(builder);
    let container = container_of(&declaration);
    let around = *builder.observation().declaration(container);
    let is_free = matches!(around.kind, DeclKind::File | DeclKind::Module) || is_nameless(&around, builder);
    if is_free {
        (builder.declaration_mut(decl).kind, builder.declaration_mut(decl).exported) = (DeclKind::Function, false);
        function(node, decl, builder);
    } else {
        builder.withdraw();
    }
    parameters(node, builder);
}

fn is_nameless(declaration: &Declaration, builder: &Builder<'_>) -> bool {
    declaration.kind == DeclKind::Function && builder.observation().name(declaration.name).is_empty()
}
