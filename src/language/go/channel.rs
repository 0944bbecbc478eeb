//! Binds what a channel holds, which a loop over it gives: a loop with one name over anything else gives a place in it.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::made_by;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::anonymous;
use super::signature::held_by_channel;
use crate::syntax::{Expr, ExprId};

/// Ends the name under which what a channel of a name holds is bound: `ch<-`. No code can spell it.
const RECEIVED: &str = "<-";

/// Binds what the channels hold that a field, a parameter or a variable states.
pub fn declared(node: Node<'_>, builder: &mut Builder<'_>) {
    let is_in_type = node.kind() != "var_spec" && anonymous::is_in_type(node, builder);
    let Some(of) = node.field("type").filter(|_| !is_in_type) else { return };
    let mut cursor = node.walk();
    let names: Vec<Node<'_>> = node.children_by_field_name("name", &mut cursor).filter(Node::is_named).collect();
    for name in names {
        bind(builder.text(name), builder.text(of), builder);
    }
}

/// Binds what a name holds that a channel is assigned to: `make(chan T)`.
pub fn made(name: &str, value: &str, builder: &mut Builder<'_>) {
    if let Some(made) = value.strip_prefix("make(").and_then(|value| value.strip_suffix(')')) {
        bind(name, made.split(',').next().unwrap_or(made), builder);
    }
}

fn bind(name: &str, of: &str, builder: &mut Builder<'_>) {
    if let Some(held) = held_by_channel(of) {
        builder.bind(builder.current(), &format!("{name}{RECEIVED}"), Some(&held), BindingKind::Annotated);
    }
}

/// The element that a loop over a value gives, if that is a channel.
pub fn each(value: &str, builder: &mut Builder<'_>) -> Option<ExprId> {
    let path = made_by(value)?;
    let path = builder.expr(&path);
    let received = |name, builder: &mut Builder<'_>| {
        let text = format!("{}{RECEIVED}", builder.observation().name(name));
        builder.intern(&text)
    };
    match builder.observation().expr(path) {
        Expr::Name(name) => {
            let name = received(name, builder);
            Some(builder.lower(Expr::Name(name)))
        }
        Expr::Member(on, name) => {
            let name = received(name, builder);
            Some(builder.lower(Expr::Member(on, name)))
        }
        _ => None,
    }
}

/// The text of a receiver: `(<-ch)` is what `ch` holds.
pub fn receiver(node: Node<'_>, builder: &Builder<'_>) -> String {
    let inner = node.named_child(0).filter(|_| node.kind() == "parenthesized_expression").unwrap_or(node);
    let is_received = inner.kind() == "unary_expression" && inner.child(0).is_some_and(|sign| sign.kind() == "<-");
    match inner.field("operand").filter(|_| is_received) {
        Some(of) => format!("{}[0]", builder.text(of)),
        None => builder.text(node).to_owned(),
    }
}
