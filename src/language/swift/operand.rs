//! The callee of a call behind an operator.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::fields::Fields;

/// The part of an expression that is called by the brackets behind it, which the grammar takes for those of the whole: `b.f` of `a + b.f()`
/// and of `!b.f()`.
pub fn last_operand<'t>(mut function: Node<'t>, builder: &Builder<'_>) -> Node<'t> {
    loop {
        let last = match function.kind() {
            "additive_expression"
            | "bitwise_operation"
            | "comparison_expression"
            | "conjunction_expression"
            | "disjunction_expression"
            | "equality_expression"
            | "infix_expression"
            | "multiplicative_expression" => function.field("rhs"),
            "nil_coalescing_expression" => function.field("if_nil"),
            "range_expression" => function.field("end"),
            "ternary_expression" => function.field("if_false"),
            "prefix_expression" if !builder.text(function).starts_with('.') => function.field("target"),
            _ => None,
        };
        let Some(last) = last else { return function };
        function = last;
    }
}
