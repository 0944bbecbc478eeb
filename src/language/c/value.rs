//! Values of C and C++ as paths: what a pointer points to, an element of an array, and what is cast to a type.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::fields::Fields;

/// How deep a value is read.
const DEEPEST: usize = 16;
/// The casts that are written as calls.
const CASTS: &[&str] = &["const_cast", "dynamic_cast", "reinterpret_cast", "static_cast"];

/// The text of a value as a path: `a[]` for `*a` and `a[0]`, `a` for `&a`, the type of a cast.
pub fn text(node: Node<'_>, builder: &Builder<'_>) -> String {
    path(node, builder, 0).unwrap_or_else(|| builder.text(node).to_owned())
}

/// The type that a value is cast to.
pub fn cast(node: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    match node.kind() {
        "parenthesized_expression" => cast(node.named_child(0)?, builder),
        "cast_expression" => pointee(builder.text(node.field("type")?)),
        "call_expression" => {
            let called = node.field("function").filter(|called| called.kind() == "template_function")?;
            let name = called.field("name").filter(|name| CASTS.contains(&builder.text(*name)));
            let list = name.and(called.field("arguments"))?;
            pointee(builder.text(list.named_child(0)?))
        }
        _ => None,
    }
}

/// The type that a pointer, or a reference, is to.
fn pointee(text: &str) -> Option<String> {
    let text = text.trim_end_matches(|letter: char| matches!(letter, '*' | '&') || letter.is_whitespace());
    type_name(text.strip_suffix("const").map_or(text, str::trim_end))
}

/// `None` for a value whose text is its path.
fn path(node: Node<'_>, builder: &Builder<'_>, depth: usize) -> Option<String> {
    if depth > DEEPEST {
        return None;
    }
    let inner = |node: Node<'_>| path(node, builder, depth + 1).unwrap_or_else(|| builder.text(node).to_owned());
    match node.kind() {
        "parenthesized_expression" => cast(node, builder).or_else(|| Some(inner(node.named_child(0)?))),
        "pointer_expression" => {
            let value = inner(node.field("argument")?);
            let is_address = node.child(0).is_some_and(|sign| sign.kind() == "&");
            Some(if is_address { value } else { format!("{value}[]") })
        }
        "subscript_expression" => Some(format!("{}[]", inner(node.field("argument")?))),
        "field_expression" => {
            let on = node.field("argument")?;
            let name = node.field("field").filter(|name| name.kind() == "field_identifier")?;
            Some(format!("{}.{}", path(on, builder, depth + 1)?, builder.text(name)))
        }
        "cast_expression" | "call_expression" => cast(node, builder),
        _ => None,
    }
}
