//! Members that a pattern takes out of what an import of a package binds: `const { get: g } = client`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;

/// Writes the use of each member that an object pattern names, where its value is a name that an import of a package binds.
pub fn read(pattern: Node<'_>, value: Option<Node<'_>>, builder: &mut Builder<'_>) {
    let value = value.filter(|value| value.kind() == "identifier" && pattern.kind() == "object_pattern");
    let Some(client) = value.map(|value| builder.text(value)).filter(|name| is_of_package(name, builder)) else {
        return;
    };
    let mut cursor = pattern.walk();
    for part in pattern.named_children(&mut cursor) {
        let key = match part.kind() {
            "pair_pattern" => part.field("key").filter(|key| key.kind() == "property_identifier"),
            "object_assignment_pattern" => part.field("left"),
            "shorthand_property_identifier_pattern" => Some(part),
            _ => None,
        };
        if let Some(key) = key {
            builder.imported_use(&format!("{client}.{}", builder.text(key)), start(key), builder.current());
        }
    }
}

/// Whether an import that is no relative path binds a name.
fn is_of_package(name: &str, builder: &Builder<'_>) -> bool {
    let observation = builder.observation();
    let mut sites = observation.imports.iter();
    sites.any(|site| {
        let is_named = site.local.is_some_and(|local| observation.name(local) == name);
        is_named && !observation.name(site.source).starts_with('.')
    })
}
