//! Declarators: `*(*name[3])(int)` says what `name` is from the inside out.

use tree_sitter::Node;

use super::super::fields::Fields;

/// How deep a declarator may be nested.
const DEEPEST: usize = 32;

/// The declaration of a declarator.
#[derive(Clone, Copy)]
pub struct Declarator<'t> {
    /// The node of the name.
    pub name: Node<'t>,
    /// It is a function; a pointer to one is a variable.
    pub is_function: bool,
}

/// Finds the name in a declarator. The part right around the name says whether it is a function.
pub fn declared(declarator: Node<'_>) -> Option<Declarator<'_>> {
    let mut node = declarator;
    let mut is_function = false;
    for _ in 0..DEEPEST {
        match node.kind() {
            "identifier"
            | "field_identifier"
            | "type_identifier"
            | "qualified_identifier"
            | "operator_name"
            | "destructor_name"
            | "primitive_type"
            | "operator_cast"
            | "template_function" => {
                return Some(Declarator { name: node, is_function });
            }
            "function_declarator" => is_function = true,
            "pointer_declarator" | "array_declarator" | "reference_declarator" => is_function = false,
            _ => {}
        }
        node = node.field("declarator").or_else(|| inner(node))?;
    }
    None
}

/// The declarator inside one that has no field for it: brackets, attributes, references.
fn inner(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    let mut children = node.named_children(&mut cursor);
    children.find(|child| child.kind().ends_with("declarator") || child.kind().ends_with("identifier"))
}
