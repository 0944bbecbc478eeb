//! Reads what a module exposes.
//!
//! `export { x as y } from "m"` is written as an import of `x` under a name that no code can spell, and an export of
//! that name as `y`: the module hands `y` on, but its own code does not see it.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::ImportKind;
use super::super::observation::Decl;
use super::node::{string, unquoted};

/// The name under which what CommonJS exports as a whole is exposed.
pub const WHOLE: &str = "export=";

/// Reads an export statement. What it declares is read by itself.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    builder.wrap(node);
    let mut cursor = node.walk();
    let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
    let has = |word: &str| children.iter().any(|child| child.kind() == word);
    let clause = children.iter().find(|child| child.kind() == "export_clause").copied();
    if let Some(source) = node.field("source").and_then(|source| string(source, builder)) {
        let namespace = children.iter().find(|child| child.kind() == "namespace_export");
        match (clause, namespace) {
            (Some(clause), _) => handed_on(clause, source, builder),
            (None, Some(namespace)) => {
                let name = namespace.named_child(0).map_or("", |name| unquoted(builder.text(name)));
                hand_on("*", name, source, *namespace, builder);
            }
            (None, None) => builder.import(ImportKind::Reexport, source, Some("*"), None, start(node)),
        }
    } else if builder.current() != Decl(0) {
        // A module inside of the file exposes nothing of the file's own.
    } else if let Some(clause) = clause {
        exposed(clause, builder);
    } else if has("default") {
        default(node, builder);
    } else if let Some(value) = children.iter().find(|child| child.kind() == "identifier").filter(|_| has("=")) {
        builder.export(WHOLE, builder.text(*value));
    }
}

/// The name and the alias of each specifier.
fn specifiers<'n, 't>(clause: Node<'n>, builder: &Builder<'t>) -> Vec<(Node<'n>, &'t str, &'t str)> {
    let mut cursor = clause.walk();
    let specifiers = clause.named_children(&mut cursor).filter(|child| child.kind() == "export_specifier");
    let named = specifiers.filter_map(|specifier| {
        let name = unquoted(builder.text(specifier.field("name")?));
        let alias = specifier.field("alias").map_or(name, |alias| unquoted(builder.text(alias)));
        Some((specifier, name, alias))
    });
    named.collect()
}

fn handed_on(clause: Node<'_>, source: &str, builder: &mut Builder<'_>) {
    let specifiers = specifiers(clause, builder);
    if specifiers.is_empty() {
        builder.import(ImportKind::Reexport, source, None, None, start(clause));
    }
    for (at, name, alias) in specifiers {
        hand_on(name, alias, source, at, builder);
    }
}

fn hand_on(name: &str, alias: &str, source: &str, at: Node<'_>, builder: &mut Builder<'_>) {
    let local = format!("{alias} from {source}");
    builder.import(ImportKind::Reexport, source, Some(name), Some(&local), start(at));
    builder.export(alias, &local);
}

/// `export { a, b as c }`.
fn exposed(clause: Node<'_>, builder: &mut Builder<'_>) {
    for (_, local, name) in specifiers(clause, builder) {
        builder.export(name, local);
    }
}

/// `export default name`, and declarations that have a name. Other values are declared as `default`.
fn default(node: Node<'_>, builder: &mut Builder<'_>) {
    let value = node.field("value").filter(|value| value.kind() == "identifier");
    let declared = node.field("declaration").and_then(|declaration| declaration.field("name"));
    if let Some(name) = value.or(declared) {
        builder.export("default", builder.text(name));
    }
}
