//! Parts of nodes: their children without comments, their words, and the text of strings.

use tree_sitter::Node;

use super::super::builder::Builder;

/// The text of a string, without its quotes; `None` for a template with something to fill in.
pub fn string<'t>(node: Node<'_>, builder: &Builder<'t>) -> Option<&'t str> {
    let text = builder.text(node);
    let inner = text.get(1..text.len().checked_sub(1)?)?;
    let is_plain = match node.kind() {
        "string" => true,
        "template_string" => !inner.contains("${"),
        _ => false,
    };
    (is_plain && !inner.is_empty()).then_some(inner)
}

/// The first named child that is no comment.
pub fn first(node: Node<'_>) -> Option<Node<'_>> {
    // Mostly the very first; a cursor would cost more than the look.
    (0..).map_while(|at| node.named_child(at)).find(|child| !child.is_extra())
}

/// Whether an unnamed child with this text is directly in the node: the `type` of `import type`.
pub fn has_word(node: Node<'_>, word: &str) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(|child| !child.is_named() && child.kind() == word)
}

/// A name of an import or export, which may be a string.
pub fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '\''])
}
