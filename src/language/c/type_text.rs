//! The text of a type as a path.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::fields::Fields;

/// The pointee of a smart pointer is the receiver of its members.
const POINTERS: &[&str] = &["std::unique_ptr<", "std::shared_ptr<", "unique_ptr<", "shared_ptr<"];

/// A type as a dotted name; `None` for one that no declaration names.
pub fn type_text(of: Node<'_>, builder: &Builder<'_>) -> Option<String> {
    let named = match of.kind() {
        "type_identifier" | "qualified_identifier" | "template_type" => of,
        "dependent_type" => return type_text(of.named_child(0)?, builder),
        "struct_specifier" | "union_specifier" | "enum_specifier" | "class_specifier" => of.field("name")?,
        _ => return None,
    };
    let text = builder.text(named);
    let held = POINTERS.iter().find_map(|pointer| text.strip_prefix(pointer)?.strip_suffix('>'));
    type_name(held.unwrap_or(text)).map(|name| name.trim_start_matches('.').to_owned())
}
