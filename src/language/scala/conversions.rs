//! Conversions of Scala that take place by themselves, beside those that code states.

use crate::language::conversions::Conversions;
use crate::syntax::Literal;

/// Widening of numbers, the names of Java's types, and the supertypes of texts and classes.
pub const CONVERSIONS: Conversions = Conversions {
    values: &[
        ("Boolean", &[]),
        ("Byte", &["Short", "Int", "Long", "Float", "Double"]),
        ("Char", &["Int", "Long", "Float", "Double"]),
        ("Double", &[]),
        ("Float", &["Double"]),
        ("Int", &["Long", "Float", "Double"]),
        ("Long", &["Float", "Double"]),
        ("Short", &["Int", "Long", "Float", "Double"]),
    ],
    not_numbers: &["Boolean", "Char"],
    literals: &[
        (Literal::Text, "String"),
        (Literal::Character, "Char"),
        (Literal::Integer, "Int"),
        (Literal::Long, "Long"),
        (Literal::Float, "Float"),
        (Literal::Double, "Double"),
        (Literal::Boolean, "Boolean"),
    ],
    tops: &["", "Any", "AnyRef", "AnyVal", "Matchable", "Object"],
    object: "AnyRef",
    text: ("String", &["CharSequence", "Comparable", "Serializable"]),
    of_numbers: (&["Number"], ""),
    class: ("Class", &[]),
    unstated: &["Equals", "Product", "Serializable"],
    aliases: &[
        ("boolean", "Boolean"),
        ("byte", "Byte"),
        ("char", "Char"),
        ("double", "Double"),
        ("float", "Float"),
        ("int", "Int"),
        ("long", "Long"),
        ("short", "Short"),
    ],
    are_stated: true,
    are_adopted: true,
    shrinks_literals: true,
    ..Conversions::NONE
};
