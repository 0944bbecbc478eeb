//! Where members lead that are not called: the layer that has the types of values says so, as no relation has them.

use crate::facts::{MemberTarget, NamePlace};

/// The layer that resolves members at places.
pub trait MemberSource: Sync {
    /// Where the members at some places lead, in their order.
    fn members(&self, places: &[NamePlace]) -> Vec<MemberTarget>;
}
