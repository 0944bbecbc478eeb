//! The roles of the parts of nodes in Bash, where they differ from other languages.

use super::super::sites::Give::{Is, Key, Own};
use super::super::sites::SiteKind::{Call, Define, Write};
use super::super::sites::SiteRow;

/// The rows.
pub const SITES: &[SiteRow] = &[
    ("function_definition", "name:", Key(Define)),
    ("command", "name:", Key(Call)),
    ("command_name", "*", Own),
    ("variable_assignment", "name:", Is(Write)),
    ("for_statement", "variable:", Is(Write)),
    ("subscript", "name:", Own),
];
