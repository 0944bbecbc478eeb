//! The work of a bundle and of its queries, as they are written down.

use serde::Serialize;

use crate::work::{Amounts, Clamp, Unit, WorkProfile};

/// The limits and the use of work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WorkRecord {
    /// The profile.
    pub profile: WorkProfile,
    /// The limits: those of the request itself, and of each of its queries, in all. Most follow from the size of the
    /// repository, and the seal leaves those out.
    pub limits: Amounts,
    /// The units whose limits somebody stated, and those whose limits ended something: no other has a part in the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holding: Vec<Unit>,
    /// The use, never more than the limits.
    pub used: Amounts,
    /// The stated limits that were lowered to those of the profile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lowered: Vec<Clamp>,
}

impl WorkRecord {
    /// The record without the limits that have no part in the answer.
    pub fn held(&self) -> Self {
        let limit = |unit: Unit| if self.holding.contains(&unit) { self.limits.get(unit) } else { 0 };
        Self { limits: Amounts::of(limit), ..self.clone() }
    }
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
