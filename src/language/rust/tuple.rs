//! Tuples that functions give: `let (a, b) = f()` binds each name to what `f` states at its place.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::value;
use crate::syntax::{Expr, ExprId};

/// Binds the types of the tuple that a function gives, each under its place: `(=0)`.
pub fn given(function: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let Some(tuple) = function.field("return_type").and_then(|of| held(of, builder)) else { return };
    let mut cursor = tuple.walk();
    for (at, of) in tuple.named_children(&mut cursor).filter(|it| !it.is_extra()).enumerate() {
        if let Some(of) = value::stated(builder.text(of), builder) {
            builder.bind(decl, &place(at), Some(&of), BindingKind::Returns);
        }
    }
}

fn place(at: usize) -> String {
    format!("(={at})")
}

/// The tuple that a type is, or that a holder of the library holds: `io::Result<(A, B)>`.
fn held<'n>(of: Node<'n>, builder: &Builder<'_>) -> Option<Node<'n>> {
    let mut at = of;
    while at.kind() == "generic_type" {
        let name = at.field("type")?;
        let name = name.field("name").unwrap_or(name);
        value::is_holder(builder.text(name)).then_some(())?;
        let arguments = at.field("type_arguments")?;
        let mut cursor = arguments.walk();
        at = arguments.named_children(&mut cursor).find(|it| it.kind() != "lifetime")?;
    }
    (at.kind() == "tuple_type").then_some(at)
}

/// Reads `let (a, b) = f()`.
pub fn bound(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(pattern) = node.field("pattern").filter(|pattern| pattern.kind() == "tuple_pattern") else { return };
    let function = node.field("value").and_then(|of| called(of, builder));
    let mut cursor = node.walk();
    let values: Vec<Node<'_>> = match node.field("value").filter(|value| value.kind() == "tuple_expression") {
        Some(tuple) => tuple.named_children(&mut cursor).filter(|it| !it.is_extra()).collect(),
        None => Vec::new(),
    };
    let scope = builder.current();
    let mut cursor = pattern.walk();
    let mut at = 0;
    for part in pattern.children(&mut cursor).filter(|it| !it.is_extra()) {
        // `_` has no name in the grammar.
        at += usize::from(part.kind() == ",");
        // Behind a `..` places are counted from the end.
        if part.kind() == "remaining_field_pattern" {
            return;
        }
        let mut cursor = part.walk();
        let name = if part.kind() == "mut_pattern" { part.named_children(&mut cursor).last() } else { Some(part) };
        let Some(name) = name.filter(|name| name.kind() == "identifier") else { continue };
        if let Some(value) = values.get(at) {
            let text = value::text(*value, builder);
            let path = super::super::expression::made_by(&text);
            let kind = if path.is_some() { BindingKind::Constructed } else { BindingKind::Untyped };
            builder.bind(scope, builder.text(name), path.as_deref(), kind);
            continue;
        }
        let of = function.map(|function| {
            let place = builder.intern(&place(at));
            builder.lower(Expr::Parameter(function, place))
        });
        let kind = if of.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
        builder.bind_expr(scope, builder.text(name), of, kind);
    }
}

/// The function that a value is the result of, whatever holds it.
fn called(value: Node<'_>, builder: &mut Builder<'_>) -> Option<ExprId> {
    let text = value::text(value, builder);
    let path = super::super::expression::made_by(&text)?;
    // A call that is followed is written without its brackets.
    let mut at = builder.expr(&if text.ends_with(')') { path + "()" } else { path });
    loop {
        at = match builder.observation().expr(at) {
            Expr::Element(inner) => inner,
            Expr::Call(function) => match builder.observation().expr(function) {
                Expr::Member(value, name) if builder.observation().name(name) == value::AWAIT => value,
                _ => return Some(function),
            },
            _ => return None,
        }
    }
}
