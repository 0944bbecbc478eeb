//! Reads Ruby's symbols, by which code names methods: `send(:m)`, `&:m`, `before_action :m`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::observation::Receiver;
use super::chain::receiver_of;

/// The methods that call a method of their object by its name, or give it.
const SENDERS: &[&str] = &["__send__", "method", "public_method", "public_send", "send", "try", "try!"];

/// Reads a symbol: a call of the method that it names where the object is known to have it, else a name alone.
pub fn read<'t>(node: Node<'_>, builder: &mut Builder<'t>) {
    let text: &'t str = builder.text(node);
    let Some(name) = text.strip_prefix(':') else { return };
    let Some(parent) = builder.parent(node) else { return };
    if parent.kind() == "block_argument" {
        return builder.hand_by_name(name, Receiver::Opaque, start(node));
    }
    let is_first = parent.kind() == "argument_list" && parent.named_child(0) == Some(node);
    let call = builder.parent(parent).filter(|call| is_first && call.kind() == "call");
    let is_sender = |method: Node<'_>| SENDERS.contains(&builder.text(method));
    if let Some(call) = call.filter(|call| call.field("method").is_some_and(is_sender)) {
        if let Some(on) = receiver_of(call.field("receiver"), builder) {
            builder.hand_by_name(name, on, start(node));
        }
        return;
    }
    match is_argument(node, parent, builder) {
        true => builder.mention_member(name, start(node)),
        false => builder.mention_key(name, start(node)),
    }
}

/// Whether a symbol is an argument, or the value of one that is named: `if: :ready?`.
fn is_argument(node: Node<'_>, parent: Node<'_>, builder: &Builder<'_>) -> bool {
    match parent.kind() {
        "argument_list" => true,
        "array" => builder.parent(parent).is_some_and(|outer| matches!(outer.kind(), "argument_list" | "pair")),
        "pair" => parent.field("value") == Some(node),
        _ => false,
    }
}
