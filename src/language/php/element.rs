//! Variables of loops over values whose elements a comment states, and variables that a comment in the code states.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::EACH;
use super::super::holders::{ELEMENTS, held_name};
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::doc::{documented, documented_element};
use super::name::{CONSTRUCT, UNKNOWN, chain};
use crate::syntax::ExprId;

/// Binds the type of the elements of a name.
pub fn bind(scope: Decl, name: &str, held: Option<String>, builder: &mut Builder<'_>) {
    if let Some(held) = held {
        builder.bind(scope, &held_name(name, ELEMENTS), Some(&held), BindingKind::Annotated);
    }
}

/// Reads a variable that a loop, a list, or a statement for the whole function binds.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let (name, scope) = (builder.text(node), builder.current());
    let of = match looped(node, builder) {
        Some((statement, value)) if statement.named_child(0) != Some(node) => {
            if is_documented(statement, name, builder) {
                return;
            }
            element(value, builder)
        }
        // The value that a loop goes through is bound elsewhere.
        Some(_) => return,
        None => None,
    };
    let of = of.unwrap_or_else(|| builder.expr(UNKNOWN));
    builder.bind_expr(scope, name, Some(of), BindingKind::Constructed);
}

/// Whether the comment before a statement states the type of a variable, or of its elements: then that is bound.
pub fn is_documented(node: Node<'_>, name: &str, builder: &mut Builder<'_>) -> bool {
    let of = documented(node, "var", Some(name), builder);
    let held = documented_element(node, "var", Some(name), builder);
    let scope = builder.current();
    for (name, of) in [(name.to_owned(), &of), (held_name(name, ELEMENTS), &held)] {
        if let Some(of) = of {
            let made = format!("{of}.{CONSTRUCT}()");
            builder.bind(scope, &name, Some(&made), BindingKind::Constructed);
        }
    }
    of.is_some()
}

/// The loop that binds a variable, and the value that it goes through; not for a key.
fn looped<'t>(node: Node<'t>, builder: &Builder<'t>) -> Option<(Node<'t>, Node<'t>)> {
    let mut inner = node;
    for around in builder.ancestors(node) {
        let is_key = || around.named_child(0) == Some(inner);
        match around.kind() {
            "by_ref" => inner = around,
            "pair" if !is_key() => inner = around,
            "foreach_statement" => return Some((around, around.named_child(0)?)),
            _ => return None,
        }
    }
    None
}

/// The elements of a value: of a variable, a field, or what a method gives.
fn element(value: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let path = chain(value, builder)?;
    match value.kind() {
        "variable_name" | "member_access_expression" => Some(builder.expr(&held_name(&path, ELEMENTS))),
        "member_call_expression" | "scoped_call_expression" => {
            let called = path.strip_suffix("()")?;
            Some(builder.expr(&format!("{called}{EACH}()")))
        }
        _ => None,
    }
}
