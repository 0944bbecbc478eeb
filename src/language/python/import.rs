//! Reads Python's import statements.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::observation::ImportKind;

/// `import a.b as c`, `from .m import x as y, z`, `from m import *`.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    if node.kind() == "import_statement" {
        for child in node.children_by_field_name("name", &mut cursor) {
            let (module, alias) = aliased(child, builder);
            let local = alias.unwrap_or_else(|| module.split('.').next().unwrap_or(module));
            builder.import(ImportKind::Value, module, None, Some(local), start(child));
        }
        return;
    }
    let source = match node.child_by_field_name("module_name") {
        Some(module) => builder.text(module).replace([' ', '\n', '\\'], ""),
        None => "__future__".to_owned(),
    };
    for child in node.children_by_field_name("name", &mut cursor) {
        let (name, alias) = aliased(child, builder);
        builder.import(ImportKind::Value, &source, Some(name), Some(alias.unwrap_or(name)), start(child));
    }
    let mut cursor = node.walk();
    if let Some(star) = node.children(&mut cursor).find(|child| child.kind() == "wildcard_import") {
        builder.import(ImportKind::Value, &source, Some("*"), None, start(star));
    }
}

/// The name and the alias of `a as b`.
fn aliased<'t>(node: Node<'_>, builder: &Builder<'t>) -> (&'t str, Option<&'t str>) {
    match (node.child_by_field_name("name"), node.child_by_field_name("alias")) {
        (Some(name), alias) if node.kind() == "aliased_import" => {
            (builder.text(name), alias.map(|alias| builder.text(alias)))
        }
        _ => (builder.text(node), None),
    }
}
