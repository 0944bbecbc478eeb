//! The patterns of case classes: `case Some(a)` takes apart what `Some(a)` makes.

use tree_sitter::Node;

use super::super::builder::Builder;
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

/// Binds the names of `A(b, c)` to the values of the case class at their places.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let path = node.field("type").and_then(|of| type_name(builder.text(of)));
    let class = path.map(|path| builder.expr(&path));
    let mut cursor = node.walk();
    // The commas have the name of the field as well.
    let parts: Vec<Node<'_>> =
        node.children_by_field_name("pattern", &mut cursor).filter(|part| part.is_named()).collect();
    for (at, part) in parts.into_iter().enumerate().filter(|(_, part)| part.kind() == "identifier") {
        let place = builder.intern(&format!("({at})"));
        let value = class.map(|class| builder.lower(Expr::Parameter(class, place)));
        let kind = if value.is_some() { BindingKind::Copied } else { BindingKind::Untyped };
        builder.bind_expr(builder.current(), builder.text(part), value, kind);
    }
}
