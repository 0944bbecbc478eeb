//! Patterns: `case Some(a)` takes apart what `Some(a)` makes; a name alone is a variable, or a constant that the value is compared with.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::expression::type_name;
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use crate::syntax::Expr;

/// Binds the types of the values of a case class by their places: the first under `(0)`.
pub fn taken_apart(class: Node<'_>, builder: &mut Builder<'_>) {
    let is_case = class.kind() != "class_definition"
        || class.children(&mut class.walk()).any(|word| !word.is_named() && word.kind() == "case");
    let Some(list) = class.field("class_parameters").filter(|_| is_case) else { return };
    let (mut cursor, decl) = (list.walk(), builder.current());
    for (at, one) in list.named_children(&mut cursor).filter(|it| it.kind() == "class_parameter").enumerate() {
        if let Some(of) = one.field("type").and_then(|of| type_name(builder.text(of))) {
            builder.bind(decl, &format!("({at})"), Some(&of), BindingKind::Annotated);
        }
    }
}

/// Whether a name in a pattern is a variable: those that begin with a capital, or are in back quotes, mean what has the name already.
fn is_variable(name: &str) -> bool {
    name.starts_with(|first: char| first.is_lowercase() || first == '_')
}

/// Binds the variables among the names that are the parts of a pattern, those of `A(b, c)` to the values of the case class at their
/// places, and notes what the others refer to.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let class = node.field("type").filter(|_| node.kind() == "case_class_pattern");
    let class = class.and_then(|of| type_name(builder.text(of))).map(|path| builder.expr(&path));
    let mut cursor = node.walk();
    let parts: Vec<Node<'_>> = match node.kind() {
        "case_clause" | "case_class_pattern" => node.children_by_field_name("pattern", &mut cursor).collect(),
        _ => node.named_children(&mut cursor).collect(),
    };
    // The commas have the name of the field as well.
    let parts = parts.into_iter().filter(|part| part.is_named());
    for (at, part) in parts.enumerate().filter(|(_, part)| part.kind() == "identifier") {
        let text = builder.text(part);
        if !is_variable(text) {
            builder.reference(text, (false, false), start(part));
            continue;
        }
        let place = builder.intern(&format!("({at})"));
        let value = class.map(|class| builder.lower(Expr::Parameter(class, place)));
        let kind = if value.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
        builder.bind_expr(builder.current(), text, value, kind);
    }
}
