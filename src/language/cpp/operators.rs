//! The members that the operators of C++ call.

use super::super::operator::Operators;

/// The operators. Pointers have the others, and elements, themselves; bindings do not tell whether a name is one.
pub const OPERATORS: Operators = Operators {
    named: &[],
    between: &[
        ("*", "operator*"),
        ("/", "operator/"),
        ("%", "operator%"),
        ("<<", "operator<<"),
        (">>", "operator>>"),
        ("&", "operator&"),
        ("|", "operator|"),
        ("^", "operator^"),
    ],
    element: ("", ""),
    sets_parts: false,
    functions: &[],
    has_arguments: false,
    has_small_types: true,
    absent: &[],
    binders: &[],
    words: &[],
    protocol: None,
};
