//! Components of records: `record Span(int from)` has a method `from`, unless it states one itself.

use tree_sitter::Node;

use super::HOLDERS;
use crate::language::expression::type_name;
use crate::language::{BindingKind, Builder, DeclKind, Declaration, Fields, held_name, line, start};

/// Declares the method by which each component of the open record is read.
pub fn read_components(node: Node<'_>, builder: &mut Builder<'_>) {
    let record = builder.current();
    let Some(list) = node.field("parameters") else { return };
    let stated = stated(node, builder);
    let mut cursor = list.walk();
    for component in list.named_children(&mut cursor).filter(|child| child.kind() == "formal_parameter") {
        let (Some(name), Some(of)) = (component.field("name"), component.field("type")) else { continue };
        if stated.contains(&builder.text(name)) {
            continue;
        }
        let row = Declaration {
            name: builder.intern(builder.text(name)),
            kind: DeclKind::Method,
            container: Some(record),
            owner: None,
            at: start(name),
            start_line: line(component.start_position().row),
            end_line: line(component.end_position().row),
            body_line: line(component.start_position().row),
            exported: true,
            parameters: None,
        };
        let accessor = builder.declare(row);
        builder.parameters(0, 0);
        let text = builder.text(of);
        if let Some((place, held)) = HOLDERS.held(text) {
            builder.bind(accessor, &held_name("", place), Some(&held), BindingKind::Returns);
        }
        if let Some(of) = type_name(text) {
            builder.bind(accessor, "", Some(&of), BindingKind::Returns);
        }
        builder.close();
    }
}

/// The methods without parameters that a record states.
fn stated<'t>(node: Node<'_>, builder: &Builder<'t>) -> Vec<&'t str> {
    let Some(body) = node.field("body") else { return Vec::new() };
    let mut cursor = body.walk();
    let methods = body.named_children(&mut cursor).filter(|child| child.kind() == "method_declaration");
    let is_accessor = |method: &Node<'_>| method.field("parameters").is_some_and(|list| list.named_child_count() == 0);
    methods.filter(is_accessor).filter_map(|method| Some(builder.text(method.field("name")?))).collect()
}
