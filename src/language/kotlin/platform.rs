//! Declarations that are made once for each platform: `expect fun f()`, and the `actual fun f()` of each.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::kind::BindingKind;
use super::super::platform::PlatformPart;
use super::modifiers::modifiers;
use super::node::child;

/// Marks a declaration that its modifiers say to be of a platform, or for all; the members of what is for all are so too.
pub fn read(node: Node<'_>, own: &str, builder: &mut Builder<'_>) {
    let states = |modifiers: &str, word: &str| modifiers.split_whitespace().any(|it| it == word);
    let part = if states(own, "actual") {
        PlatformPart::Actual
    } else if states(own, "expect") || is_in_expected(node, builder) {
        PlatformPart::Expected
    } else {
        return;
    };
    let mark = part.mark(&signature(node, builder));
    builder.bind(builder.current(), &mark, None, BindingKind::Untyped);
}

/// Whether a type around is one for all platforms.
fn is_in_expected(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let is_type = |it: &Node<'_>| matches!(it.kind(), "class_declaration" | "object_declaration");
    let types: Vec<Node<'_>> = builder.ancestors(node).filter(is_type).collect();
    types.into_iter().any(|it| modifiers(it, builder).split_whitespace().any(|word| word == "expect"))
}

/// The types of what a function is called on and takes, without blanks.
fn signature(node: Node<'_>, builder: &Builder<'_>) -> String {
    let mut text = String::new();
    let mut push = |node: Node<'_>| {
        text.extend(builder.text(node).split_whitespace());
        text.push(',');
    };
    node.child_by_field_name("receiver").into_iter().for_each(&mut push);
    let Some(list) = child(node, &["function_value_parameters"]) else { return text };
    let mut cursor = list.walk();
    for parameter in list.named_children(&mut cursor).filter(|it| it.kind() == "parameter") {
        let n = u32::try_from(parameter.named_child_count().saturating_sub(1)).unwrap_or(0);
        parameter.named_child(n).into_iter().for_each(&mut push);
    }
    text
}
