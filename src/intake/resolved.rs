//! The values of one text, held against the facts.

use std::collections::BTreeMap;

use super::shape::ValueRole;

/// The values of one text, by the part that they play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// The values of each role that has any, each once.
    pub values: BTreeMap<ValueRole, Vec<String>>,
    /// The remarks for the user.
    pub notes: Vec<String>,
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
