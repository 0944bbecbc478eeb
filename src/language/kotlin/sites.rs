//! The roles of the parts of nodes in Kotlin, where they differ from other languages.

use super::super::sites::Give::{Between, Last};
use super::super::sites::SiteKind::{Call, Write};
use super::super::sites::SiteRow;

/// The rows.
pub const SITES: &[SiteRow] = &[
    ("directly_assignable_expression", "simple_identifier navigation_suffix", Last(Write)),
    ("infix_expression", "simple_identifier", Between(Call)),
];
