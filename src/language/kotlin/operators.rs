//! The members that the operators of Kotlin call.

use super::super::operator::Operators;

/// The operators.
pub const OPERATORS: Operators = Operators {
    named: &[],
    between: &[
        ("+", "plus"),
        ("-", "minus"),
        ("*", "times"),
        ("/", "div"),
        ("%", "rem"),
        ("==", "equals"),
        ("!=", "equals"),
        ("<", "compareTo"),
        (">", "compareTo"),
        ("<=", "compareTo"),
        (">=", "compareTo"),
        ("..", "rangeTo"),
        ("..<", "rangeUntil"),
    ],
    element: ("get", "set"),
    sets_parts: false,
    functions: &[],
    has_arguments: true,
    has_small_types: false,
    absent: &["null"],
    binders: &[],
    words: &[],
    protocol: None,
};
