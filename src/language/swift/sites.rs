//! The roles of the parts of nodes in Swift, where they differ from other languages.

use super::super::sites::Give::{Callee, Is, Own};
use super::super::sites::SiteKind::{Decorator, Define, Read};
use super::super::sites::SiteRow;

/// The rows.
pub const SITES: &[SiteRow] = &[
    ("*_declaration", "value: default_value:", Is(Read)),
    ("*_declaration", "simple_identifier type_identifier pattern", Is(Define)),
    ("parameter lambda_parameter", "simple_identifier", Is(Define)),
    ("enum_entry if_statement guard_statement while_statement", "name: bound_identifier:", Is(Define)),
    ("for_statement", "item:", Is(Define)),
    ("catch_block", "error:", Is(Define)),
    ("type_parameter", "type_identifier", Is(Define)),
    ("pattern", "bound_identifier: pattern simple_identifier", Own),
    ("attribute", "user_type", Is(Decorator)),
    ("constructor_expression", "constructed_type:", Callee),
];
