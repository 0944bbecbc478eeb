//! The children of Scala's nodes, by their kinds and words.

use tree_sitter::Node;

/// The first child of a kind.
pub fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == kind)
}

/// Whether a keyword is among the children.
pub fn has_word(node: Node<'_>, word: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| !child.is_named() && child.kind() == word)
}
