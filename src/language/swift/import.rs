//! Reads Swift's import declarations.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::kind::ImportKind;

/// The words that narrow an import down to one name.
const KINDS: &[&str] = &["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"];

/// `import M`, `import M.Sub`, `import struct M.T`, `@testable import M`, `@_exported import M`.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
    let Some(path) = children.iter().find(|child| child.kind() == "identifier") else { return };
    let source: String = builder.text(*path).chars().filter(|it| !it.is_whitespace() && *it != '`').collect();
    let modifiers = children.iter().find(|child| child.kind() == "modifiers").map_or("", |node| builder.text(*node));
    let kind = if modifiers.contains("@_exported") { ImportKind::Reexport } else { ImportKind::Value };
    let is_narrow = children.iter().any(|child| KINDS.contains(&child.kind()));
    match source.rsplit_once('.').filter(|_| is_narrow) {
        Some((_, name)) => builder.import(kind, &source, Some(name), Some(name), start(*path)),
        None => builder.import(kind, &source, Some("*"), None, start(*path)),
    }
}
