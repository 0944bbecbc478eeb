//! Conversions of the JVM's languages, in Java's spelling and Kotlin's (JLS 5.1, 15.12.2).

use crate::language::conversions::Conversions;
use crate::syntax::Literal;

/// Widening, boxing, and the supertypes of texts, numbers and classes.
pub const CONVERSIONS: Conversions = Conversions {
    values: &[
        ("boolean", &[]),
        ("byte", &["short", "int", "long", "float", "double"]),
        ("char", &["int", "long", "float", "double"]),
        ("double", &[]),
        ("float", &["double"]),
        ("int", &["long", "float", "double"]),
        ("long", &["float", "double"]),
        ("short", &["int", "long", "float", "double"]),
    ],
    // Kotlin names the values so as well.
    boxes: &[
        ("Boolean", "boolean"),
        ("Byte", "byte"),
        ("Char", "char"),
        ("Character", "char"),
        ("Double", "double"),
        ("Float", "float"),
        ("Int", "int"),
        ("Integer", "int"),
        ("Long", "long"),
        ("Short", "short"),
    ],
    not_numbers: &["boolean", "char"],
    literals: &[
        (Literal::Text, "String"),
        (Literal::Character, "char"),
        (Literal::Integer, "int"),
        (Literal::Long, "long"),
        (Literal::Float, "float"),
        (Literal::Double, "double"),
        (Literal::Boolean, "boolean"),
    ],
    tops: &["", "Any", "Object", "Serializable"],
    object: "Object",
    text: ("String", &["CharSequence", "Comparable", "Constable"]),
    to_text: "toString",
    of_numbers: (&["Comparable", "Constable", "Number"], "Comparable"),
    class: ("Class", &["AnnotatedElement", "GenericDeclaration", "Type", "TypeDescriptor"]),
    class_objects: &["KClass", "KClassifier", "KAnnotatedElement", "KDeclarationContainer"],
    collections: &["Collection", "Iterable", "Iterator", "List", "Map", "Queue", "Sequence", "Set", "Stream"],
    of_arrays: "Cloneable",
    not_unboxed: &["Any", "Number", "Object"],
    ..Conversions::NONE
};
