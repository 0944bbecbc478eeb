//! Functions and classes that give values members of another type by themselves: in sight of `implicit class Rich(s: String)`, every string has its members, and
//! those of `Rich` in sight of `implicit def rich(s: String): Rich`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::{CONVERSION, WRAPPING, type_name};
use super::super::fields::Fields;
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::node::child;

/// Binds the type of the values that a function which is open gives members to, or which have the function as a member.
pub fn read_function(function: Node<'_>, decl: Decl, builder: &mut Builder<'_>) {
    if is_implicit(function, builder) && function.field("return_type").is_some() {
        read_value(CONVERSION, child(function, "parameters"), decl, builder);
    }
    let class = builder.ancestors(function).nth(1).filter(|class| class.kind() == "class_definition");
    if let Some(class) = class.filter(|class| is_implicit(*class, builder)) {
        read_value(WRAPPING, class.field("class_parameters"), decl, builder);
    }
}

fn is_implicit(node: Node<'_>, builder: &Builder<'_>) -> bool {
    let modifiers = child(node, "modifiers").map_or("", |it| builder.text(it));
    modifiers.split_whitespace().any(|it| it == "implicit")
}

/// Binds the type of the one value in a list of parameters.
fn read_value(name: &str, list: Option<Node<'_>>, decl: Decl, builder: &mut Builder<'_>) {
    let is_given = |list: &Node<'_>| {
        let text = builder.text(*list).trim_start_matches('(').trim_start();
        !text.starts_with("implicit ") && !text.starts_with("using ")
    };
    let Some(list) = list.filter(is_given) else { return };
    let mut cursor = list.walk();
    let mut taken = list.named_children(&mut cursor).filter(|it| matches!(it.kind(), "class_parameter" | "parameter"));
    let (Some(value), None) = (taken.next(), taken.next()) else { return };
    if let Some(of) = value.field("type").and_then(|of| type_name(builder.text(of))) {
        builder.bind(decl, name, Some(&of), BindingKind::Annotated);
    }
}
