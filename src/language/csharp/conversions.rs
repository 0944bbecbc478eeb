//! Conversions of C# that take place by themselves (C# 10.2, 12.6.4).

use crate::language::conversions::Conversions;
use crate::syntax::Literal;

/// Widening, other names of types, and the supertypes of texts, numbers and arrays.
pub const CONVERSIONS: Conversions = Conversions {
    values: &[
        ("bool", &[]),
        ("byte", &["short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal"]),
        ("char", &["ushort", "int", "uint", "long", "ulong", "float", "double", "decimal"]),
        ("decimal", &[]),
        ("double", &[]),
        ("float", &["double"]),
        ("int", &["long", "float", "double", "decimal"]),
        ("long", &["float", "double", "decimal"]),
        ("sbyte", &["short", "int", "long", "float", "double", "decimal"]),
        ("short", &["int", "long", "float", "double", "decimal"]),
        ("uint", &["long", "ulong", "float", "double", "decimal"]),
        ("ulong", &["float", "double", "decimal"]),
        ("ushort", &["int", "uint", "long", "ulong", "float", "double", "decimal"]),
    ],
    not_numbers: &["bool", "char"],
    literals: &[
        (Literal::Text, "string"),
        (Literal::Character, "char"),
        (Literal::Integer, "int"),
        (Literal::Long, "long"),
        (Literal::Float, "float"),
        (Literal::Double, "double"),
        (Literal::Boolean, "bool"),
    ],
    tops: &["", "object", "dynamic"],
    object: "object",
    text: ("string", &["IComparable", "IComparable`1", "ICloneable", "IConvertible", "IEnumerable", "IEnumerable`1"]),
    to_text: "ToString",
    of_numbers: (&["IComparable", "IComparable`1", "IConvertible", "IFormattable", "ValueType"], "ValueType"),
    class: ("Type", &["MemberInfo"]),
    of_arrays: "Array",
    not_unboxed: &["object", "dynamic"],
    aliases: &[
        ("Boolean", "bool"),
        ("Byte", "byte"),
        ("Char", "char"),
        ("Decimal", "decimal"),
        ("Double", "double"),
        ("Int16", "short"),
        ("Int32", "int"),
        ("Int64", "long"),
        ("Object", "object"),
        ("SByte", "sbyte"),
        ("Single", "float"),
        ("String", "string"),
        ("UInt16", "ushort"),
        ("UInt32", "uint"),
        ("UInt64", "ulong"),
    ],
    functions: &[("Action", false), ("Func", true), ("Predicate", false)],
    are_stated: true,
    shrinks_literals: true,
    takes_null_for_values: true,
    infers_exactly: true,
    ..Conversions::NONE
};
