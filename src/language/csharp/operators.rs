//! The members that the operators of C# call.

use super::super::operator::Operators;

/// The operators.
pub const OPERATORS: Operators = Operators {
    named: &[],
    between: &[
        ("+", "operator +"),
        ("-", "operator -"),
        ("*", "operator *"),
        ("/", "operator /"),
        ("%", "operator %"),
        ("==", "operator =="),
        ("!=", "operator !="),
        ("<", "operator <"),
        (">", "operator >"),
        ("<=", "operator <="),
        (">=", "operator >="),
        ("<<", "operator <<"),
        (">>", "operator >>"),
        ("&", "operator &"),
        ("|", "operator |"),
        ("^", "operator ^"),
    ],
    element: ("this[]", "this[]"),
    sets_parts: false,
    functions: &[],
    has_arguments: false,
    has_small_types: false,
    absent: &[],
    binders: &[],
    words: &[],
    protocol: None,
};
