//! The roles of the parts of nodes in Dart, where they differ from other languages.

use super::super::sites::Give::{Callee, Is, Own};
use super::super::sites::SiteKind::{Call, Decorator, Define, Import, New, Read, Type, Write};
use super::super::sites::SiteRow;

/// The rows.
pub const SITES: &[SiteRow] = &[
    ("initialized_identifier initialized_variable_declaration static_final_declaration", "name:", Is(Define)),
    ("initialized_identifier initialized_variable_declaration static_final_declaration", "value:", Is(Read)),
    ("*_signature", "name:", Is(Define)),
    ("enum_entry variable_pattern type_parameter", "name:", Is(Define)),
    ("enum_entry", "identifier", Is(New)),
    ("extension_type_name mixin_application_class", "identifier^", Is(Define)),
    ("type_alias", "type_identifier^", Is(Define)),
    ("super_formal_parameter", "name:", Is(Define)),
    // `C(this.x)` sets the field.
    ("field_formal_parameter", "name:", Is(Write)),
    ("formal_parameter", "name: identifier", Is(Define)),
    ("catch_clause", "exception: stack_trace:", Is(Define)),
    ("for_statement", "name:", Is(Define)),
    ("for_statement", "value:", Is(Read)),
    ("field_initializer", "name:", Is(Write)),
    ("field_initializer", "value:", Is(Read)),
    ("assignment_expression", "left:", Is(Write)),
    ("assignable_expression", "object:", Is(Read)),
    ("assignable_expression", "property: identifier", Own),
    ("postfix_expression", "argument:", Is(Write)),
    ("member_expression null_aware_member_expression", "property:", Own),
    ("member_expression null_aware_member_expression", "object:", Is(Read)),
    ("instantiation_expression", "function:", Own),
    ("cascade_call_expression", "property: function:", Is(Call)),
    ("cascade_member_expression", "property:", Own),
    ("cascade_member_expression", "object:", Is(Read)),
    ("new_expression const_object_expression", "type: constructor:", Is(New)),
    ("type", "*", Own),
    ("call_expression", "function:", Callee),
    ("label", "identifier", Is(Write)),
    ("named_argument", "label", Is(Write)),
    ("object_pattern", "type_identifier", Is(Type)),
    ("annotation", "name:", Is(Decorator)),
    ("annotation", "annotation_arguments", Is(Read)),
    ("import_specification combinator library_name part_of_directive uri_test", "*", Is(Import)),
];
