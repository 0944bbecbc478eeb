//! Reads the text before the keyword of a declaration.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::{context, misread};

/// The text before the keyword of a declaration: clauses of context, annotations and modifiers, those included that were left out when
/// the text was parsed again.
pub fn modifiers<'t>(node: Node<'_>, builder: &Builder<'t>) -> &'t str {
    let mut cursor = node.walk();
    let is_before = |child: &Node<'_>| child.is_extra() || child.kind() == "modifiers";
    let Some(keyword) = node.children(&mut cursor).find(|child| !is_before(child)) else { return "" };
    let at = keyword.start_byte();
    let words = misread::words_before(builder.source(), at);
    let start = context::before(builder.source(), words.start.min(node.start_byte()));
    builder.source().get(start..at).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or("")
}
