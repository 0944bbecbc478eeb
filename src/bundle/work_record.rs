//! The work of a bundle and of its queries, as they are written down.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::work::{Amounts, Clamp, Unit, WorkProfile};

/// The limits and the use of work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WorkRecord {
    /// The profile.
    pub profile: WorkProfile,
    /// The limits: those of the request itself, and of each of its queries, in all. Most follow from the size of the
    /// repository.
    #[serde(skip)]
    pub limits: Amounts,
    /// Among these, the limits that somebody stated, and those that ended something: no other has a part in the answer.
    #[serde(rename = "limits")]
    pub holding: BTreeMap<Unit, u64>,
    /// The use, never more than the limits.
    pub used: Amounts,
    /// The stated limits that were lowered to those of the profile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lowered: Vec<Clamp>,
}

/// The end of a query at a limit of its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Truncation {
    /// The unit.
    pub unit: Unit,
    /// The limit.
    pub limit: u64,
    /// So much more was at hand, and was not looked at.
    pub unseen: u64,
}
