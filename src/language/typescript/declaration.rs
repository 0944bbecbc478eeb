//! Completes what a query found as a declaration: its kind, its name, who may see it; binds what is only local.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{JOINED, UNITED};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::{Decl, Declaration};
use super::binding::{self, all_stated, bind, bind_all, parameters, row};
use super::complete::{complete, container_of, function, is_function, kind_of, opened, own_this, returns};
use super::node::{has_word, unquoted};
use super::types::{self, literal_of, type_of};
use super::{ambient, callable, commonjs, context, generic, in_object, signed, tested, variable};

/// Dispatches on the kind of the node, which has just been opened.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "if_statement" | "while_statement" | "ternary_expression" | "binary_expression" => tested::read(node, builder),
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
        "ambient_declaration" if has_word(node, "global") => {
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
        "interface_declaration" => {
            if let Some(body) = node.field("body") {
                callable::signatures(body, decl, builder);
            }
        }
        "public_field_definition" | "field_definition" | "property_signature" => field(node, decl, builder),
        "class_declaration" | "abstract_class_declaration" => generic::extended(node, decl, builder),
        "pair" => {
            if let Some(value) = node.field("value") {
                function(value, decl, builder);
            }
            in_object::called_members(node, decl, builder);
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
            in_object::called_members(node, decl, builder);
            if node.kind().ends_with("signature") {
                signed::signature(node, builder);
            }
            if is_method && has_word(node, "static") {
                builder.mark_static(decl);
            }
            if is_method && has_word(node, "get") {
                getter(decl, container, builder);
            }
        }
        _ => {}
    }
}

/// The target of an alias: a type, or several of an intersection.
fn alias(of: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    context::signature_of_type(of, decl, builder);
    callable::signatures(of, decl, builder);
    callable::alias(of, decl, builder);
    signed::alias(of, builder);
    let stated = type_of(of, builder).map(|(path, _)| path);
    if let Some(path) = stated.filter(|path| literal_of(*path, builder).is_none()) {
        builder.bind_expr(decl, "", Some(path), BindingKind::Returns);
        generic::stated(decl, "", Some(of), builder);
    } else if of.kind() == "intersection_type" {
        for path in types::joined(of, builder) {
            builder.bind_expr(decl, JOINED, Some(path), BindingKind::Annotated);
        }
    } else if of.kind() == "union_type" {
        for path in types::united(of, builder) {
            builder.bind_expr(decl, UNITED, Some(path), BindingKind::Annotated);
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

fn enum_members(node: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let Some(body) = node.field("body") else { return };
    let exported = builder.observation().declaration(decl).exported;
    let mut cursor = body.walk();
    for member in body.named_children(&mut cursor) {
        let name = if member.kind() == "enum_assignment" { member.field("name") } else { Some(member) };
        let Some(name) = name.filter(|name| name.kind() != "comment") else { continue };
        let name = builder.intern(unquoted(builder.text(name)));
        builder.declare(Declaration { exported, ..row(name, DeclKind::Field, decl, member) });
        builder.close();
    }
}

/// A field; one that holds a function is a method.
fn field(node: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let (_, declaration) = opened(builder);
    let value = node.field("value");
    if has_word(node, "static") {
        builder.mark_static(decl);
    }
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
    let stated = all_stated(annotation, value, builder);
    bind_all(container_of(&declaration), &name, &stated, builder);
    let made = value.filter(|value| value.kind() == "new_expression");
    callable::named(container_of(&declaration), &name, annotation.or(made), builder);
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
    own_name(node, builder);
}

/// Binds the own name of a function that is a value: it is seen in the function alone, and is that of the constant there.
fn own_name(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("name").filter(|name| name.kind() == "identifier") else { return };
    if node.field("body").is_some_and(|body| declares(body, builder.text(name), builder)) {
        return;
    }
    let declared = builder.observation().declaration(builder.current());
    // One that is declared by this name sees itself, but where it is a member.
    if builder.observation().name(declared.name) == builder.text(name) {
        if declared.kind == DeclKind::Method {
            bind(builder.current(), builder.text(name), None, builder);
        }
        return;
    }
    let held = builder.parent(node).filter(|parent| parent.kind() == "variable_declarator");
    let held = held.and_then(|held| held.field("name")).filter(|held| held.kind() == "identifier");
    let text = builder.text(name);
    let held = held.map(|held| builder.text(held)).filter(|held| *held != text);
    let value = held.map(|held| (builder.lower_name(held), BindingKind::Copied));
    let parameters = node.field("parameters").map_or("", |list| builder.text(list));
    let is_hidden =
        parameters.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '$')).any(|it| it == text);
    if let Some(held) = held.filter(|_| !is_hidden && !declares_inside(node, text, builder)) {
        builder.call_as(text, held, node.byte_range());
    }
    bind(builder.current(), text, value, builder);
}

/// Whether a statement right in a body declares a name, which then hides all others there.
fn declares(body: Node<'_>, text: &str, builder: &Builder<'_>) -> bool {
    let is_it = |it: Node<'_>| it.field("name").is_some_and(|name| builder.text(name) == text);
    let mut cursor = body.walk();
    body.named_children(&mut cursor).filter(|it| it.kind().ends_with("_declaration")).any(|statement| {
        let mut cursor = statement.walk();
        is_it(statement)
            || statement.named_children(&mut cursor).any(|it| it.kind() == "variable_declarator" && is_it(it))
    })
}

/// Whether something in the body of a function is declared by a name.
fn declares_inside(function: Node<'_>, text: &str, builder: &Builder<'_>) -> bool {
    let Some(body) = function.field("body") else { return false };
    let mut open = vec![body];
    while let Some(node) = open.pop() {
        let is_declaration = node.kind().ends_with("_declaration") || node.kind() == "variable_declarator";
        let is_it = |name: Node<'_>| name.kind().ends_with("identifier") && builder.text(name) == text;
        if is_declaration && node.field("name").is_some_and(is_it) {
            return true;
        }
        let mut cursor = node.walk();
        open.extend(node.named_children(&mut cursor));
    }
    false
}

fn is_nameless(declaration: &Declaration, builder: &Builder<'_>) -> bool {
    declaration.kind == DeclKind::Function && builder.observation().name(declaration.name).is_empty()
}
