//! Patterns: the names in them, by the variants and the structs whose parts they are.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{made_by, type_name};
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::value;

/// The variants of the library, whose values are of no type that their declaration states.
const LIBRARY_VARIANTS: &[&str] = &["Err", "None", "Ok", "Some"];

/// The name of `Some(x)` and `Ok(x)`: it is of the type that the value holds which the pattern is held against.
fn opened(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    made_by(&(value::text(value::matched(node, builder)?, builder) + "[0]"))
}

/// The names of `S::A(x, y)`: each is of the type that the variant, or the tuple struct, states at its place.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(of) = node.field("type") else { return };
    let path = type_name(builder.text(of));
    let held = path.as_deref().filter(|path| matches!(*path, "Ok" | "Some")).and_then(|_| opened(node, builder));
    let path = path.filter(|path| !LIBRARY_VARIANTS.contains(&path.as_str()));
    let path = path.map(with_own_type);
    let mut cursor = node.walk();
    let parts = node.children(&mut cursor).filter(|part| *part != of && !matches!(part.kind(), "(" | "," | ")"));
    // Behind a `..` places are counted from the end.
    let mut is_counted = true;
    for (place, part) in parts.enumerate() {
        is_counted &= part.kind() != "remaining_field_pattern";
        let is_marked = matches!(part.kind(), "ref_pattern" | "mut_pattern");
        let inner = if is_marked { part.children(&mut part.walk()).last() } else { Some(part) };
        let Some(name) = inner.filter(|name| name.kind() == "identifier") else { continue };
        let stated =
            path.as_ref().filter(|_| is_counted).map(|path| format!("{path}.{place}")).or_else(|| held.clone());
        let kind = if stated.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
        builder.bind(builder.current(), builder.text(name), stated.as_deref(), kind);
    }
}

/// The path of a pattern, with the type at hand in place of `Self`.
fn with_own_type(path: String) -> String {
    path.strip_prefix("Self.").map_or_else(|| path.clone(), |rest| format!("this.{rest}"))
}

/// `St { a, b: c }`: each name is the field of that type, or variant.
pub fn field(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(field) = node.field("name") else { return };
    let pattern = node.field("pattern").map(|part| match part.kind() {
        "ref_pattern" | "mut_pattern" => part.children(&mut part.walk()).last().unwrap_or(part),
        _ => part,
    });
    let Some(name) = pattern.or(Some(field)).filter(|name| name.kind().ends_with("identifier")) else { return };
    let of = builder.parent(node).filter(|parent| parent.kind() == "struct_pattern").and_then(|it| it.field("type"));
    let path = of.and_then(|of| type_name(builder.text(of)));
    let path = path.map(with_own_type);
    let stated = path.map(|path| format!("{path}.{}", builder.text(field)));
    let kind = if stated.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
    builder.bind(builder.current(), builder.text(name), stated.as_deref(), kind);
}
