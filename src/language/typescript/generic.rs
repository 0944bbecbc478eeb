//! Type arguments and type parameters, by their places.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::super::type_arguments::{MOST_ARGUMENTS, argument_name, bind_parameter};
use super::types::{innermost, literal_of, type_of};

/// The declarations whose type parameters are bound by their places.
const GENERIC: &[&str] = &[
    "abstract_class_declaration",
    "abstract_method_signature",
    "class",
    "class_declaration",
    "function_declaration",
    "function_signature",
    "interface_declaration",
    "method_definition",
    "method_signature",
    "type_alias_declaration",
];

/// Binds the type arguments that an annotation, or `new`, states of a name; those of what holds it are left out.
pub fn stated(scope: Decl, name: &str, of: Option<Node<'_>>, builder: &mut Builder<'_>) {
    let Some(list) = of.and_then(|of| innermost(of, builder)).and_then(|of| of.field("type_arguments")) else { return };
    bind(scope, name, list, builder);
}

fn bind(scope: Decl, name: &str, list: Node<'_>, builder: &mut Builder<'_>) {
    let name = builder.bound_as(scope, name);
    let mut cursor = list.walk();
    let types: Vec<Node<'_>> = list.named_children(&mut cursor).filter(|child| !child.is_extra()).collect();
    for (place, of) in types.into_iter().enumerate().take(MOST_ARGUMENTS) {
        if let Some((path, _)) = type_of(of, builder).filter(|(path, _)| literal_of(*path, builder).is_none()) {
            builder.bind_expr(scope, &argument_name(&name, place), Some(path), BindingKind::Returns);
        }
    }
}

/// Binds the type arguments that a class states of the class that it extends.
pub fn extended(class: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    let mut cursor = class.walk();
    let Some(heritage) = class.named_children(&mut cursor).find(|it| it.kind() == "class_heritage") else { return };
    let mut cursor = heritage.walk();
    let Some(clause) = heritage.named_children(&mut cursor).find(|it| it.kind() == "extends_clause") else { return };
    let (Some(of), Some(list)) = (clause.field("value"), clause.field("type_arguments")) else { return };
    let text = builder.text(of);
    bind(decl, text.rsplit('.').next().unwrap_or(text), list, builder);
}

/// Binds a type parameter of a declaration by its place.
pub fn parameter(node: Node<'_>, name: &str, builder: &mut Builder<'_>) {
    let mut above = builder.ancestors(node);
    let (Some(list), Some(declared)) = (above.next(), above.next()) else { return };
    if !GENERIC.contains(&declared.kind()) {
        return;
    }
    let mut cursor = list.walk();
    let place = list.named_children(&mut cursor).filter(|child| !child.is_extra()).position(|child| child == node);
    drop(above);
    if let Some(place) = place {
        bind_parameter(builder.current(), name, place, builder);
    }
}
