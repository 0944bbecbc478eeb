//! Reads Java's import declarations.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::kind::ImportKind;

/// `import a.b.C;`, `import a.b.*;`, `import static a.b.C.f;`, `import static a.b.C.*;`, and `requires a.b;` of a module.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
    let Some(path) = children.iter().find(|child| matches!(child.kind(), "scoped_identifier" | "identifier")) else {
        return;
    };
    let source: String = builder.text(*path).split_whitespace().collect();
    if node.kind() == "requires_module_directive" {
        return builder.import(ImportKind::Value, &source, None, None, start(*path));
    }
    if children.iter().any(|child| child.kind() == "asterisk") {
        return builder.import(ImportKind::Value, &source, Some("*"), None, start(*path));
    }
    let name = source.rsplit('.').next().unwrap_or(&source);
    builder.import(ImportKind::Value, &source, Some(name), Some(name), start(*path));
}
