//! The variable of `switch a := b.(type)`: of the type of a case in that case.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::fields::Fields;

/// Reads a switch over types: a case of several types says nothing of the variable.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(name) = node.field("alias").and_then(|alias| alias.named_child(0)) else { return };
    let value = builder.lower_name(builder.text(name));
    let mut cursor = node.walk();
    for case in node.named_children(&mut cursor).filter(|child| child.kind() == "type_case") {
        let mut cursor = case.walk();
        let types: Vec<Node<'_>> =
            case.children_by_field_name("type", &mut cursor).filter(|it| it.is_named()).collect();
        let [of] = types.as_slice() else { continue };
        let is_named = matches!(of.kind(), "type_identifier" | "qualified_type" | "pointer_type" | "generic_type");
        if let Some(path) = type_name(builder.text(*of)).filter(|path| is_named && path != "nil") {
            let of_case = builder.expr(&path);
            builder.narrow(value, &[of_case], of.end_byte()..case.end_byte());
        }
    }
}
