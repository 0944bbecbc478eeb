//! The roles of the parts of nodes in Ruby, where they differ from other languages.

use super::super::sites::Give::{Is, Own, Setter};
use super::super::sites::SiteKind::{Define, Write};
use super::super::sites::SiteRow;

/// The rows.
pub const SITES: &[SiteRow] = &[
    ("call", "method:", Setter),
    ("method singleton_method class module", "name:", Is(Define)),
    ("alias", "name:", Is(Define)),
    ("method_parameters block_parameters lambda_parameters", "identifier destructured_parameter", Is(Define)),
    ("destructured_parameter left_assignment_list destructured_left_assignment rest_assignment", "*", Own),
    ("for", "pattern:", Is(Write)),
    ("exception_variable", "*", Is(Write)),
];
