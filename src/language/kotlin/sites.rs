//! The roles of the parts of nodes in Kotlin, where they differ from other languages.

use super::super::sites::Give::Last;
use super::super::sites::Row;
use super::super::sites::SiteKind::Write;

/// The rows.
pub const SITES: &[Row] = &[("directly_assignable_expression", "simple_identifier navigation_suffix", Last(Write))];
