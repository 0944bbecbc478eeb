//! Which types of Swift a value is taken as: no type is converted by itself, but literals are of what is wanted.

use crate::language::closure::FUNCTION_TYPE;
use crate::language::conversions::Conversions;
use crate::syntax::Literal;

/// Types whose name makes a value of them.
pub const CONVERTERS: &[&str] = &[
    "Bool",
    "Character",
    "CGFloat",
    "Double",
    "Float",
    "Int",
    "Int16",
    "Int32",
    "Int64",
    "Int8",
    "String",
    "UInt",
    "UInt16",
    "UInt32",
    "UInt64",
    "UInt8",
];

/// Literals of numbers, which are of any type of numbers that is wanted, and the supertypes of all.
pub const CONVERSIONS: Conversions = Conversions {
    values: &[
        ("Bool", &[]),
        ("CGFloat", &["Double"]),
        ("Double", &["CGFloat", "Float"]),
        ("Float", &[]),
        ("Int", &[]),
        ("Int16", &[]),
        ("Int32", &[]),
        ("Int64", &[]),
        ("Int8", &[]),
        ("UInt", &[]),
        ("UInt16", &[]),
        ("UInt32", &[]),
        ("UInt64", &[]),
        ("UInt8", &[]),
    ],
    not_numbers: &["Bool"],
    literals: &[
        (Literal::Text, "String"),
        (Literal::Integer, "Int"),
        (Literal::Double, "Double"),
        (Literal::Boolean, "Bool"),
    ],
    tops: &["", "Any", "AnyObject", "AnyHashable"],
    object: "AnyObject",
    text: ("String", &["StringProtocol", "Collection", "Comparable", "Decodable", "Encodable", "Hashable", "Sequence"]),
    of_numbers: (
        &["BinaryInteger", "Comparable", "Decodable", "Encodable", "FixedWidthInteger", "Hashable", "Numeric"],
        "Hashable",
    ),
    class: ("AnyClass", &[]),
    aliases: &[("Float32", "Float"), ("Float64", "Double"), ("TimeInterval", "Double")],
    functions: &[(FUNCTION_TYPE, false)],
    decides_by_result: true,
    are_stated: true,
    are_adopted: true,
    shrinks_literals: true,
    takes_null_for_values: true,
    ..Conversions::NONE
};
