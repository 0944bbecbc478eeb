//! The roles of the parts of nodes in Rust, where they differ from other languages.

use super::super::sites::Give::{Bind, Is, Not, Own};
use super::super::sites::SiteKind::{Call, Decorator, Define, Import, New, Read, Shorthand, Type, Write};
use super::super::sites::SiteRow;

/// The rows.
pub const SITES: &[SiteRow] = &[
    ("lifetime label", "*", Not),
    ("visibility_modifier", "*", Is(Read)),
    ("self_parameter token_binding_pattern", "self name:", Is(Define)),
    ("attribute", "identifier scoped_identifier token_tree", Is(Decorator)),
    ("token_tree", "*", Own),
    ("use_declaration", "*", Is(Import)),
    ("let_declaration parameter for_expression let_condition match_arm", "pattern:", Bind),
    ("const_item static_item", "name:", Is(Define)),
    ("closure_parameters", "*", Bind),
    ("match_pattern", "condition:", Is(Read)),
    ("tuple_struct_pattern", "type:", Is(Read)),
    ("struct_pattern", "type:", Is(Type)),
    ("field_pattern", "field_identifier", Is(Read)),
    ("match_pattern tuple_struct_pattern struct_pattern field_pattern slice_pattern ref_pattern", "*", Own),
    ("captured_pattern reference_pattern mut_pattern or_pattern", "*", Own),
    ("struct_expression", "name:", Is(New)),
    ("field_initializer", "field:", Is(Write)),
    ("shorthand_field_initializer", "identifier", Is(Shorthand)),
    ("macro_invocation", "macro:", Is(Call)),
    ("enum_variant type_binding", "name:", Is(Define)),
    ("where_predicate", "left:", Is(Type)),
];
