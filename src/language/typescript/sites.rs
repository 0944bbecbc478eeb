//! The roles of the parts of nodes in TypeScript and JavaScript, where they differ from other languages.

use super::super::sites::Give::{Is, Key, Own, With};
use super::super::sites::SiteKind::{Define, Import, Jsx, New, Read, Shorthand, Type, Write};
use super::super::sites::SiteRow;

/// The rows.
pub const SITES: &[SiteRow] = &[
    ("pair", "key:", Key(Write)),
    ("object", "shorthand_property_identifier", Is(Shorthand)),
    ("subscript_expression", "string", Key(Read)),
    ("lookup_type", "literal_type", Key(Type)),
    ("literal_type", "*", Own),
    ("import_statement export_statement import_require_clause", "source:", Key(Import)),
    ("call_expression", "arguments:", With("import", Import, Read)),
    ("arguments", "string", Own),
    ("pair_pattern", "key:", Key(Read)),
    ("pair_pattern assignment_pattern object_assignment_pattern", "value: left:", Own),
    ("object_pattern array_pattern rest_pattern", "*", Own),
    ("required_parameter optional_parameter arrow_function catch_clause", "name: pattern: parameter:", Is(Define)),
    ("formal_parameters", "identifier object_pattern array_pattern assignment_pattern rest_pattern", Is(Define)),
    (
        "enum_body enum_assignment module internal_module public_field_definition method_definition",
        "name:",
        Key(Define),
    ),
    ("*_signature", "name:", Key(Define)),
    ("class function_expression generator_function mapped_type_clause", "name:", Is(Define)),
    ("field_definition", "property:", Key(Define)),
    ("for_in_statement", "left:", With("kind:", Define, Write)),
    ("unary_expression", "argument:", With("delete", Write, Read)),
    ("new_expression", "constructor:", Is(New)),
    ("jsx_opening_element jsx_closing_element jsx_self_closing_element", "name:", Is(Jsx)),
    ("jsx_attribute", "property_identifier jsx_namespace_name", Is(Write)),
    ("jsx_namespace_name", "*", Own),
    ("extends_clause type_alias_declaration", "value:", Is(Type)),
    ("type_query asserts", "*", Is(Read)),
    ("type_predicate", "name:", Is(Read)),
    ("index_type_query", "*", Is(Type)),
];
