//! The members that the operators of Python call.

use super::super::operator::Operators;

/// The operators.
pub const OPERATORS: Operators = Operators {
    named: &[],
    between: &[
        ("+", "__add__"),
        ("-", "__sub__"),
        ("*", "__mul__"),
        ("/", "__truediv__"),
        ("//", "__floordiv__"),
        ("%", "__mod__"),
        ("**", "__pow__"),
        ("@", "__matmul__"),
        ("&", "__and__"),
        ("|", "__or__"),
        ("^", "__xor__"),
        ("<<", "__lshift__"),
        (">>", "__rshift__"),
        ("==", "__eq__"),
        ("!=", "__ne__"),
        ("<", "__lt__"),
        (">", "__gt__"),
        ("<=", "__le__"),
        (">=", "__ge__"),
    ],
    element: ("__getitem__", "__setitem__"),
    sets_parts: false,
    functions: &[
        ("abs", "__abs__"),
        ("bool", "__bool__"),
        ("bytes", "__bytes__"),
        ("hash", "__hash__"),
        ("int", "__int__"),
        ("iter", "__iter__"),
        ("len", "__len__"),
        ("next", "__next__"),
        ("repr", "__repr__"),
        ("reversed", "__reversed__"),
        ("str", "__str__"),
    ],
    has_arguments: false,
    has_small_types: false,
    absent: &[],
    binders: &["dictionary_comprehension", "generator_expression", "lambda", "list_comprehension", "set_comprehension"],
};
