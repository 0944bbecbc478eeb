//! The members that the operators of Dart call.

use super::super::operator::Operators;

/// The operators.
pub const OPERATORS: Operators = Operators {
    named: &["+", "-", "*", "/", "%", "~/", "==", "<", ">", "<=", ">=", "<<", ">>", "&", "|", "^"],
    between: &[("!=", "==")],
    element: ("[]", "[]="),
    sets_parts: false,
    functions: &[],
    has_arguments: false,
    has_small_types: false,
    absent: &["null"],
    binders: &[],
    words: &[],
    protocol: None,
};
