//! The values of one text, held against the facts.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::shape::ValueRole;
use crate::facts::Coverage;

/// The values of one text, by the part that they play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// The values of each role that has any, each once.
    pub values: BTreeMap<ValueRole, Vec<String>>,
    /// The changed files, in the order of the text.
    pub edits: Vec<ResolvedEdit>,
    /// The lines that tests executed.
    pub coverage: Arc<Coverage>,
    /// The parts of the text that name nothing here, though they are about this repository: the answer is short of them.
    pub unmatched: Vec<String>,
    /// The remarks for the user.
    pub notes: Vec<String>,
}

/// A changed file with the symbols whose lines changed, on both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ResolvedEdit {
    /// Its path before; `None` where it is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_path: Option<String>,
    /// Its path after; `None` where it is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_path: Option<String>,
    /// The changed places: the first line and the number of lines before, then those after.
    pub hunks: Vec<[u32; 4]>,
    /// The symbols with a removed line of their own, in the order of their names.
    pub before: Vec<String>,
    /// The symbols with an added line of their own.
    pub after: Vec<String>,
}

impl Resolved {
    /// Adds a value.
    pub(super) fn add(&mut self, role: ValueRole, value: impl Into<String>) {
        let value = value.into();
        let values = self.values.entry(role).or_default();
        if !values.contains(&value) {
            values.push(value);
        }
    }
}
