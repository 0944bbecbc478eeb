//! Attributes of a class that hold functions by their names: `run = staticmethod(run)`, `alias = run`, `size = property(get_size)`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::super::kind::{BindingKind, DeclKind};
use super::super::unwritten::constant_name;
use super::value;

/// Functions that give a method which calls the function that they are given.
const WRAPPERS: &[&str] = &["classmethod", "staticmethod"];

/// The path of what an attribute of the class around holds, where the text names it: calls of the attribute call that.
pub fn of_class(name: Node<'_>, right: Node<'_>, builder: &mut Builder<'_>) -> Option<String> {
    let class = builder.current();
    if builder.observation().declaration(class).kind != DeclKind::Class {
        return None;
    }
    let is_name = |node: &Node<'_>| matches!(node.kind(), "attribute" | "identifier");
    let (held, is_read) = match right.kind() {
        "call" => {
            let function = right.field("function").map_or("", |it| builder.text(it));
            let first = right.field("arguments")?.named_child(0)?;
            let is_read = function == "property";
            (Some(first).filter(|_| is_read || WRAPPERS.contains(&function))?, is_read)
        }
        _ => (right, false),
    };
    let path = value::path(Some(held).filter(is_name)?, builder)?;
    if is_read {
        return Some(format!("{path}()"));
    }
    builder.bind(class, &constant_name(builder.text(name)), None, BindingKind::Untyped);
    Some(path)
}
