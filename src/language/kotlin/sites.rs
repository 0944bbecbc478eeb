//! The roles of the parts of nodes in Kotlin, where they differ from other languages.

use super::super::sites::Give::Last;
use super::super::sites::SiteKind::Write;
use super::super::sites::SiteRow;

/// The rows.
pub const SITES: &[SiteRow] = &[("directly_assignable_expression", "simple_identifier navigation_suffix", Last(Write))];
