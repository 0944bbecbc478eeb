//! Reads Kotlin's import headers, and the name that a file has for Java.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::kind::ImportKind;

/// `import a.b.c`, `import a.b.c as d`, `import a.b.*`; `@file:JvmName("Name")`.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    if node.kind() == "file_annotation" {
        return read_annotation(node, builder);
    }
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
    let Some(path) = children.iter().find(|child| child.kind() == "identifier") else { return };
    let source: String = builder.text(*path).chars().filter(|it| !it.is_whitespace() && *it != '`').collect();
    if children.iter().any(|child| child.kind() == "wildcard_import") {
        return builder.import(ImportKind::Value, &source, Some("*"), None, start(*path));
    }
    let name = source.rsplit('.').next().unwrap_or(&source);
    let alias = children.iter().find(|child| child.kind() == "import_alias");
    let alias = alias.and_then(|alias| Some(builder.text(alias.named_child(0)?)));
    builder.import(ImportKind::Value, &source, Some(name), Some(alias.unwrap_or(name)), start(*path));
}

/// The class as which Java sees the functions of the file is an export without a local name.
fn read_annotation(node: Node<'_>, builder: &mut Builder<'_>) {
    let text = builder.text(node);
    if let Some((_, rest)) = text.split_once("JvmName(")
        && let Some(name) = rest.split('"').nth(1)
    {
        builder.export(name, "");
    }
}
