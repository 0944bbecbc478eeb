//! What a function's head says: of what object it is, and whether it is an overload.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::observation::BindingKind;

/// Reads the innermost open declaration, which is a function.
pub fn read(node: Node<'_>, decorated: Option<Node<'_>>, in_class: bool, builder: &mut Builder<'_>) {
    let decl = builder.current();
    let is = |names: &[&str], builder: &Builder<'_>| decorated.is_some_and(|it| has_decorator(it, names, builder));
    // Overloads say how the function that follows may be called, and have no body of their own.
    if is(&["overload"], builder) {
        builder.declaration_mut(decl).body_line = 0;
    }
    let first = node.child_by_field_name("parameters").and_then(|parameters| parameters.named_child(0));
    let Some((first, name)) = first.and_then(|first| Some((first, parameter_name(first)?))) else { return };
    let name = builder.text(name);
    if in_class && !is(&["staticmethod"], builder) {
        // `self` and `this` are known by their names; any other means the object, or the class, all the same.
        if !matches!(name, "self" | "this") {
            builder.bind(decl, name, Some("this"), BindingKind::Annotated);
        }
    } else if matches!(name, "self" | "cls") {
        // A function in a method, or one that is put into a class later, has an object of its own.
        let stated = first.child_by_field_name("type").and_then(|stated| type_name(builder.text(stated)));
        builder.bind(decl, "this", stated.as_deref(), BindingKind::Annotated);
    }
}

fn parameter_name(parameter: Node<'_>) -> Option<Node<'_>> {
    match parameter.kind() {
        "identifier" => Some(parameter),
        "typed_parameter" => parameter.named_child(0).filter(|name| name.kind() == "identifier"),
        "default_parameter" | "typed_default_parameter" => parameter.child_by_field_name("name"),
        _ => None,
    }
}

/// Whether one of the decorators has one of the names, however it is qualified.
fn has_decorator(decorated: Node<'_>, names: &[&str], builder: &Builder<'_>) -> bool {
    let mut cursor = decorated.walk();
    let mut decorators = decorated.children(&mut cursor).filter(|child| child.kind() == "decorator");
    decorators.any(|decorator| {
        let text = builder.text(decorator).trim_start_matches('@').trim();
        text.rsplit('.').next().is_some_and(|name| names.contains(&name))
    })
}
