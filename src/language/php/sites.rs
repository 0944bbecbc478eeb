//! The roles of the parts of nodes in PHP, where they differ from other languages.

use super::super::sites::Give::{Is, Own, With};
use super::super::sites::SiteKind::{Decorator, Define, New, Read, Type, Write};
use super::super::sites::SiteRow;

/// The rows.
pub const SITES: &[SiteRow] = &[
    ("use_declaration", "name qualified_name relative_name", Is(Type)),
    ("attribute", "name qualified_name relative_name", Is(Decorator)),
    ("object_creation_expression", "name qualified_name relative_name", Is(New)),
    ("class_constant_access_expression", "^", Is(Type)),
    ("class_constant_access_expression", "*", Is(Read)),
    ("scoped_call_expression scoped_property_access_expression", "scope:", Is(Type)),
    ("foreach_statement", "^", Is(Read)),
    ("foreach_statement", "pair by_ref variable_name list_literal", Is(Write)),
    ("pair by_ref list_literal array_element_initializer namespace_name", "*", Own),
    ("array_creation_expression", "array_element_initializer", Own),
    ("const_element", "name^", Is(Define)),
    ("const_element", "*", Is(Read)),
    ("property_element", "name:", Is(Define)),
    ("binary_expression", "right:", With("instanceof", Type, Read)),
    ("unset_statement", "*", Is(Write)),
];
