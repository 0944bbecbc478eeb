//! Variables of Elixir: a name alone that is neither called, piped to nor captured. A function is called with brackets.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;
use super::call::states_types;
use super::name::word;
use super::word::{PRIVATE, PUBLIC};

/// Whether a name in code is one of a variable.
pub fn is_variable(node: Node<'_>, builder: &mut Builder<'_>) -> bool {
    let Some(around) = builder.parent(node).filter(|_| node.kind() == "identifier") else { return false };
    let operator = around.field("operator").map(|operator| operator.kind());
    let is_at = |field: &'static str| around.field(field) == Some(node);
    let is_other = match around.kind() {
        "call" => is_at("target"),
        "dot" => is_at("right"),
        "unary_operator" => matches!(operator, Some("@" | "&")),
        "binary_operator" => match operator {
            Some("|>") => is_at("right"),
            // `&f/1`, and `def f when a`.
            Some("/" | "when") => is_at("left"),
            _ => false,
        },
        "arguments" => {
            let call = builder.parent(around).and_then(|call| word(call, builder));
            call.is_some_and(|word| PUBLIC.contains(&word) || PRIVATE.contains(&word))
        }
        _ => false,
    };
    !is_other && !states_types(node, builder)
}
