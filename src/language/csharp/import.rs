//! Reads C#'s using directives and namespaces.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::expression::without_generics;
use super::super::fields::Fields;
use super::super::kind::ImportKind;
use super::super::marked::GLOBAL_MARK;

/// `using N;`, `using static N.T;`, `using X = N.T;`, `global using N;`; `namespace A.B`.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    match node.kind() {
        "using_directive" => read_using(node, builder),
        _ => read_namespace(node, builder),
    }
}

fn read_using(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
    let alias = node.field("name").map(|alias| builder.text(alias));
    let mut names = children.iter().filter(|child| {
        matches!(child.kind(), "identifier" | "qualified_name" | "alias_qualified_name" | "generic_name")
    });
    let Some(path) = names.next_back() else { return };
    let plain: String = without_generics(builder.text(*path)).split_whitespace().collect();
    let plain = plain.trim_start_matches("global::");
    let has = |word: &str| children.iter().any(|child| child.kind() == word);
    let source = if has("global") { format!("{GLOBAL_MARK}{plain}") } else { plain.to_owned() };
    let at = start(*path);
    match alias {
        Some(alias) => {
            let name = plain.rsplit('.').next().unwrap_or(plain);
            builder.import(ImportKind::Value, &source, Some(name), Some(alias), at);
        }
        // The members of a type.
        None if has("static") => builder.import(ImportKind::Value, &format!("{source}.*"), Some("*"), None, at),
        None => builder.import(ImportKind::Value, &source, Some("*"), None, at),
    }
}

/// The first namespace of a file is its package; one inside another adds to its name. A file that declares types beside its
/// namespaces has none: what is in no namespace is seen everywhere.
fn read_namespace(node: Node<'_>, builder: &mut Builder<'_>) {
    let is_inner = builder.ancestors(node).nth(1).filter(|outer| outer.kind() == "namespace_declaration");
    let outer = builder.observation().package.map(|name| builder.observation().name(name).to_owned());
    if outer.is_some() && is_inner.is_none() || outer.as_deref() == Some("") {
        return;
    }
    // A namespace without a block is that of all types of the file.
    let unit = builder.ancestors(node).find(|around| around.kind() == "compilation_unit");
    if node.kind() == "namespace_declaration" && outer.is_none() && unit.is_some_and(declares_types) {
        return builder.package("");
    }
    let Some(name) = node.field("name") else { return };
    let name: String = builder.text(name).split_whitespace().collect();
    match outer {
        Some(outer) => builder.package(&format!("{outer}.{name}")),
        None => builder.package(&name),
    }
}

/// Whether a file declares types in no namespace.
fn declares_types(unit: Node<'_>) -> bool {
    const TYPES: &[&str] = &[
        "class_declaration",
        "struct_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "delegate_declaration",
    ];
    let mut cursor = unit.walk();
    unit.children(&mut cursor).any(|child| TYPES.contains(&child.kind()))
}
