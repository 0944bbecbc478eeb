//! The types that a type parameter must be of: `<T: A & B>`, `where T: A, T: B`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::fields::Fields;

fn children<'t>(node: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() == kind).collect()
}

/// The names of the types that a bound joins.
pub fn named(bound: Node<'_>, builder: &Builder<'_>) -> Vec<String> {
    match bound.kind() {
        "protocol_composition_type" => {
            let types = children(bound, "user_type");
            types.into_iter().filter_map(|of| type_name(builder.text(of))).collect()
        }
        _ => type_name(builder.text(bound)).into_iter().collect(),
    }
}

/// The bounds that `where` states of a type parameter, behind the head of what declares it.
pub fn stated_apart(parameter: Node<'_>, name: &str, builder: &Builder<'_>) -> Vec<String> {
    let Some(declared) = builder.ancestors(parameter).nth(1) else { return Vec::new() };
    let clauses = children(declared, "type_constraints").into_iter().flat_map(|list| children(list, "type_constraint"));
    let stated = clauses.flat_map(|clause| children(clause, "inheritance_constraint"));
    let own = stated.filter(|it| it.field("constrained_type").is_some_and(|of| builder.text(of) == name));
    own.filter_map(|it| it.field("inherits_from")).flat_map(|bound| named(bound, builder)).collect()
}
