//! Reads C#'s using directives and namespaces.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::counted_name::without_count;
use super::super::fields::Fields;
use super::super::kind::ImportKind;
use super::super::marked::{GLOBAL_MARK, INNER_MARK};
use super::counted_text::counted_text;

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
    let written: String = builder.text(*path).split_whitespace().collect();
    let counted = counted_text(written.trim_start_matches("global::"));
    let plain = without_count(&counted).0;
    let has = |word: &str| children.iter().any(|child| child.kind() == word);
    let source = if has("global") { format!("{GLOBAL_MARK}{plain}") } else { plain.to_owned() };
    let at = start(*path);
    match alias {
        Some(alias) => {
            let name = counted.rsplit('.').next().unwrap_or(plain);
            builder.import(ImportKind::Value, &source, Some(name), Some(alias), at);
        }
        // The members of a type.
        None if has("static") => builder.import(
            ImportKind::Value,
            &format!("{source}{}.*", counted.strip_prefix(plain).unwrap_or("")),
            Some("*"),
            None,
            at,
        ),
        None => {
            let mark = if !has("global") && is_in_namespace(node, builder) { INNER_MARK } else { "" };
            builder.import(ImportKind::Value, &format!("{mark}{source}"), Some("*"), None, at);
        }
    }
}

/// Whether a using directive is in a namespace: inside of one, or behind the clause of one without a block.
fn is_in_namespace(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let observation = builder.observation();
    observation.package.is_some_and(|name| !observation.name(name).is_empty())
        || builder.ancestors(node).any(|around| around.kind() == "namespace_declaration")
}

/// The first namespace of a file that declares types is its package. A file that declares types beside its namespaces has
/// none: what is in no namespace is seen everywhere.
fn read_namespace(node: Node<'_>, builder: &mut Builder<'_>) {
    let package = builder.observation().package.map(|name| builder.observation().name(name).to_owned());
    let has_types = builder.observation().declarations.len() > 1;
    if has_types || package.as_deref() == Some("") {
        return;
    }
    // A namespace without a block is that of all types of the file.
    let unit = builder.ancestors(node).find(|around| around.kind() == "compilation_unit");
    if node.kind() == "namespace_declaration" && package.is_none() && unit.is_some_and(declares_types) {
        return builder.package("");
    }
    let name = path(std::iter::once(node).chain(builder.ancestors(node)), node, builder);
    if !name.is_empty() {
        builder.package(&name);
    }
}

/// States the namespace of a type at the top of a file, where that is not the package.
pub fn enter_namespace(node: Node<'_>, builder: &mut Builder<'_>) {
    let name = path(builder.ancestors(node), node, builder);
    let package = builder.observation().package.map(|name| builder.observation().name(name));
    // A type in no block is in the package: that of a clause without a block, or the one without a name.
    if !name.is_empty() && package != Some(name.as_str()) {
        builder.namespace(builder.current(), &name);
    }
}

/// The dotted name of the namespaces among the nodes around one, which are given from within.
fn path<'n>(around: impl Iterator<Item = Node<'n>>, node: Node<'_>, builder: &Builder<'_>) -> String {
    let names = around.filter_map(|it| match it.kind() {
        "namespace_declaration" | "file_scoped_namespace_declaration" => it.field("name"),
        _ if it.is_error() => name_in_error(it, node),
        _ => None,
    });
    let mut names: Vec<String> = names.map(|name| builder.text(name).split_whitespace().collect()).collect();
    names.reverse();
    names.join(".")
}

/// The name of the namespace whose end a syntax error hides from a node in it: `namespace N {` is left of its head.
fn name_in_error<'n>(error: Node<'n>, node: Node<'_>) -> Option<Node<'n>> {
    let mut cursor = error.walk();
    let before = error.children(&mut cursor).take_while(|child| child.start_byte() < node.start_byte());
    let head = before.filter(|child| child.kind() == "namespace").last()?;
    head.next_sibling().filter(|name| matches!(name.kind(), "identifier" | "qualified_name"))
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
