//! Types without a name: what they name is no local name, and their fields are those of the values of such a type.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::fields::Fields;
use super::super::kind::DeclKind;
use super::super::seen::seen_in;

/// Whether a parameter or a field is of a type that is written in a function, or of a type of functions.
pub fn is_in_type(node: Node<'_>, builder: &Builder<'_>) -> bool {
    match node.kind() {
        "parameter_declaration" | "variadic_parameter_declaration" => {
            builder.ancestors(node).nth(1).is_some_and(|of| of.kind() == "function_type")
        }
        "field_declaration" => has_no_fields(builder.observation().declaration(builder.current()).kind),
        _ => false,
    }
}

/// Whether what a declaration of a kind holds is no field of it.
pub fn has_no_fields(around: DeclKind) -> bool {
    around.is_callable() || around == DeclKind::File
}

/// `var v struct{ a A }`, `var v = []struct{ a A }{…}`: the types of the fields of a local variable.
pub fn variable(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let names: Vec<Node<'_>> = node.children_by_field_name("name", &mut cursor).collect();
    match node.field("type") {
        Some(of) => names.into_iter().for_each(|name| bind_fields(name, of, node, builder)),
        None => values(&names, node.field("value"), node, builder),
    }
}

/// The types of the fields of the names that values are assigned to, each its own.
pub fn values(names: &[Node<'_>], values: Option<Node<'_>>, node: Node<'_>, builder: &mut Builder<'_>) {
    let Some(list) = values.filter(|list| list.named_child_count() == names.len()) else { return };
    let mut cursor = list.walk();
    for (name, value) in names.iter().zip(list.named_children(&mut cursor)) {
        let literal = value.field("operand").filter(|_| value.kind() == "unary_expression").unwrap_or(value);
        if let Some(of) = literal.field("type").filter(|_| literal.kind() == "composite_literal") {
            bind_fields(*name, of, node, builder);
        }
    }
}

fn bind_fields(name: Node<'_>, of: Node<'_>, node: Node<'_>, builder: &mut Builder<'_>) {
    let Some((fields, elements)) = struct_of(of) else { return };
    let within = seen_in(node, builder.ancestors(node)).seen;
    let path = format!("{}{elements}", builder.text(name));
    let mut cursor = fields.walk();
    for field in fields.named_children(&mut cursor).filter(|it| it.kind() == "field_declaration") {
        let Some(of) = field.field("type").and_then(|of| type_name(builder.text(of))) else { continue };
        let of = builder.expr(&of);
        let mut cursor = field.walk();
        let names: Vec<Node<'_>> = field.children_by_field_name("name", &mut cursor).collect();
        for name in names {
            let value = format!("{path}.{}", builder.text(name));
            let value = builder.expr(&value);
            builder.narrow(value, &[of], within.clone());
        }
    }
}

/// The fields of a struct without a name, and the path to them from a value of a type that holds such.
fn struct_of(of: Node<'_>) -> Option<(Node<'_>, String)> {
    const DEEPEST: usize = 8;
    let (mut of, mut elements) = (of, String::new());
    for _ in 0..DEEPEST {
        let inner = match of.kind() {
            "struct_type" => return Some((of.named_child(0)?, elements)),
            "pointer_type" | "parenthesized_type" => of.named_child(0)?,
            "map_type" => of.field("value")?,
            _ => of.field("element")?,
        };
        if !matches!(of.kind(), "pointer_type" | "parenthesized_type") {
            elements.push_str("[]");
        }
        of = inner;
    }
    None
}
