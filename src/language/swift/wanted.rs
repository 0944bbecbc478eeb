//! The types that are wanted of values which do not name them: `let a: A = .b(1)`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::collection::stated_type;

/// The type that what is around a value states for it: a variable, a parameter with a default, the result of a function. An optional
/// type has an `init` of its own.
pub fn type_around(value: Node<'_>, is_init: bool, builder: &Builder<'_>) -> Option<String> {
    let mut inner = value;
    for outer in builder.ancestors(value) {
        match outer.kind() {
            "try_expression" | "await_expression" => inner = outer,
            "property_declaration" => return before_sign(inner, "type_annotation", is_init, builder),
            "function_declaration" | "init_declaration" => return before_sign(inner, "parameter", is_init, builder),
            "control_transfer_statement" if builder.text(outer).starts_with("return") => {
                return result_around(outer, is_init, builder);
            }
            _ => return None,
        }
    }
    None
}

/// The type of the node before the `=` before a value.
fn before_sign(value: Node<'_>, kind: &str, is_init: bool, builder: &Builder<'_>) -> Option<String> {
    let sign = value.prev_sibling().filter(|sign| sign.kind() == "=")?;
    let stating = sign.prev_sibling().filter(|it| it.kind() == kind)?;
    named(last(stating)?, is_init, builder)
}

/// The result that the innermost function around states, with a name or without.
fn result_around(statement: Node<'_>, is_init: bool, builder: &Builder<'_>) -> Option<String> {
    const FUNCTIONS: &[&str] = &["computed_getter", "computed_property", "function_declaration", "lambda_literal"];
    let function = builder.ancestors(statement).find(|outer| FUNCTIONS.contains(&outer.kind()))?;
    if function.kind() != "function_declaration" {
        return None;
    }
    let mut cursor = function.walk();
    let mut children = function.children(&mut cursor).skip_while(|child| child.kind() != "->");
    named(children.nth(1)?, is_init, builder)
}

fn last(node: Node<'_>) -> Option<Node<'_>> {
    node.named_child(u32::try_from(node.named_child_count().checked_sub(1)?).ok()?)
}

fn named(of: Node<'_>, is_init: bool, builder: &Builder<'_>) -> Option<String> {
    let named = if of.kind() == "optional_type" && !is_init { of.named_child(0)? } else { of };
    (named.kind() == "user_type").then(|| stated_type(builder.text(named))).flatten()
}
