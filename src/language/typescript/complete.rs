//! Completes an opened declaration: its visibility, its start, and its body where it is a function.

use tree_sitter::Node;

use super::super::builder::{Builder, line};
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::observation::{Decl, Declaration};
use super::expression::UNKNOWN;
use super::node::has_word;
use super::types::type_of;
use super::{context, generic, value};

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
    let declaration = builder.observation().declaration(decl);
    let around = declaration.container.map(|around| kind_of(around, builder));
    let is_member = declaration.owner.is_some() || around.is_some_and(DeclKind::is_type);
    // An arrow function that is assigned to a member has the `this` around it.
    let is_unknown = if is_arrow { declaration.owner.is_some() } else { !is_member };
    own_this(decl, is_unknown, builder);
}

/// Binds the result of a function: the stated one, or the one that its body gives.
pub fn returns(node: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let returned = match (node.field("return_type"), node.field("body")) {
        (Some(stated), _) => type_of(stated, builder).map(|(path, _)| path),
        (None, Some(body)) if !is_generator(node) => value::returned(body, builder),
        _ => None,
    };
    generic::stated(decl, "", node.field("return_type"), builder);
    if let Some(returned) = returned {
        builder.bind_expr(decl, "", Some(returned), BindingKind::Returns);
    }
}

/// A generator's result is iterated, whatever it returns.
fn is_generator(node: Node<'_>) -> bool {
    node.kind().starts_with("generator") || (node.kind() == "method_definition" && has_word(node, "*"))
}

/// A function outside a class has a `this` of its own, of which nothing is known.
pub fn own_this(decl: Decl, is_own: bool, builder: &mut Builder<'_>) {
    if is_own {
        builder.bind(decl, "this", Some(UNKNOWN), BindingKind::Annotated);
    }
}
