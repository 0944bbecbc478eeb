//! The roles of the parts of nodes in Python, where they differ from other languages.

use super::super::sites::Give::{Is, Own};
use super::super::sites::SiteKind::{Define, Read, Type, Write};
use super::super::sites::SiteRow;

/// The rows.
pub const SITES: &[SiteRow] = &[
    ("attribute", "attribute:", Own),
    ("keyword_argument", "name: value:", Is(Read)),
    ("parameters lambda_parameters", "*", Is(Define)),
    ("typed_parameter", "identifier list_splat_pattern dictionary_splat_pattern", Is(Define)),
    ("list_splat_pattern dictionary_splat_pattern pattern_list tuple_pattern list_pattern", "*", Own),
    ("tuple list expression_list parenthesized_expression list_splat", "*", Own),
    ("named_expression", "name:", Is(Write)),
    ("for_statement for_in_clause", "left:", Is(Write)),
    ("delete_statement as_pattern_target", "*", Is(Write)),
    ("except_clause", "alias:", Is(Write)),
    ("type", "*", Is(Type)),
    ("type_alias_statement", "left:", Is(Define)),
];
