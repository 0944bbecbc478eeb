//! Reads companions, whose members are those of the type around.

use tree_sitter::Node;

use super::super::builder::{Builder, line, start};
use super::super::expression::JOINED;
use super::super::kind::BindingKind;
use super::node::child;

/// The name of a companion that states none.
const COMPANION: &str = "Companion";

/// Whether a companion is a type of its own, which has supertypes; else its members are declared as those of the type around.
pub fn is_type(node: Node<'_>) -> bool {
    child(node, &["delegation_specifier"]).is_some()
}

/// Names a companion that has supertypes, and joins it to the type around; withdraws any other.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let decl = builder.current();
    if !is_type(node) {
        builder.withdraw();
        return bind(node, builder);
    }
    builder.mark_apart(decl);
    let named = child(node, &["type_identifier"]);
    let text = named.map_or(COMPANION, |named| builder.text(named));
    let name = builder.intern(text);
    let body = child(node, &["class_body"]);
    let row = builder.declaration_mut(decl);
    row.name = name;
    row.at = start(named.unwrap_or(node));
    row.body_line = body.map_or(0, |body| line(body.start_position().row));
    row.exported = true;
    if let Some(around) = row.container {
        builder.bind(around, JOINED, Some(text), BindingKind::Annotated);
    }
}

/// The name of a companion leads to a value of the type around.
fn bind(node: Node<'_>, builder: &mut Builder<'_>) {
    let around = builder.current();
    let row = builder.observation().declaration(around);
    let of = row.kind.is_type().then(|| builder.observation().name(row.name).to_owned());
    if let (Some(name), Some(of)) = (child(node, &["type_identifier"]), of) {
        builder.bind(around, builder.text(name), Some(&of), BindingKind::Annotated);
    }
}
