//! Visibility of C#'s declarations.

use tree_sitter::Node;

use super::super::builder::Builder;

/// Whether other files can name a declaration: a type unless it is private, a member only where it says so or belongs to
/// an interface or an enum.
pub fn is_visible(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let mut cursor = node.walk();
    let modifiers = node.children(&mut cursor).filter(|child| child.kind() == "modifier");
    let words: Vec<&str> = modifiers.map(|modifier| builder.text(modifier)).collect();
    if words.iter().any(|word| matches!(*word, "public" | "internal" | "protected")) {
        return true;
    }
    let around = builder.ancestors(node).nth(1).map_or("", |around| around.kind());
    let is_member = matches!(around, "class_declaration" | "struct_declaration" | "record_declaration");
    !is_member && !words.iter().any(|word| matches!(*word, "private" | "file"))
}
