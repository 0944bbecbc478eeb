//! The children of a node by their kinds: the grammar has few fields.

use tree_sitter::Node;

/// The first child of one of these kinds.
pub fn child<'t>(node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| kinds.contains(&child.kind()))
}

/// Whether a keyword is among the children.
pub fn has_word(node: Node<'_>, word: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| !child.is_named() && child.kind() == word)
}
