//! The members that the operators of Rust call.

use super::super::operator::Operators;

/// The operators.
pub const OPERATORS: Operators = Operators {
    named: &[],
    between: &[
        ("+", "add"),
        ("-", "sub"),
        ("*", "mul"),
        ("/", "div"),
        ("%", "rem"),
        ("&", "bitand"),
        ("|", "bitor"),
        ("^", "bitxor"),
        ("<<", "shl"),
        (">>", "shr"),
        ("==", "eq"),
        ("!=", "eq"),
        ("<", "partial_cmp"),
        (">", "partial_cmp"),
        ("<=", "partial_cmp"),
        (">=", "partial_cmp"),
    ],
    element: ("index", "index_mut"),
    sets_parts: true,
    functions: &[],
    has_arguments: false,
    has_small_types: false,
    absent: &[],
    binders: &[],
    words: &[],
    protocol: None,
};
