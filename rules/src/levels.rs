//! Definitions by their distance from requested ones, and the step that leads each one hop nearer.

use std::collections::HashMap;

use crate::id::DefId;
use crate::witness::Fx;

/// A definition at a distance, and the definition one hop nearer that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Leveled {
    /// The hops from a requested definition.
    pub hops: u32,
    /// The definition.
    pub def: DefId,
    /// The smallest definition that is one hop nearer: the base fact between the two is the witness.
    pub from: DefId,
}

/// Sorts definitions by distance, requested ones left out. `nearer` is the row of a definition towards the requested ones.
pub fn leveled<'g>(hops: &HashMap<DefId, u32, Fx>, nearer: impl Fn(DefId) -> &'g [DefId]) -> Vec<Leveled> {
    let found = hops.iter().filter_map(|(&def, &far)| {
        let near = far.checked_sub(1)?;
        let from = nearer(def).iter().copied().find(|it| hops.get(it) == Some(&near))?;
        Some(Leveled { hops: far, def, from })
    });
    let mut found: Vec<Leveled> = found.collect();
    found.sort_unstable();
    found
}
