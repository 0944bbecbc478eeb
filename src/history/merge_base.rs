//! The best common ancestor of two commits, as git finds it: from both, the newest commit first.

use std::collections::BinaryHeap;

use gix_hash::ObjectId;
use rustc_hash::FxHashMap;

use super::range_error::RangeError;
use super::rev::Revisions;

/// The most commits that are opened: those of the largest public histories.
const MOST: usize = 2_000_000;
/// A commit is an ancestor of the one or of the other side, or lies behind a common ancestor.
const ONE: u8 = 1;
const OTHER: u8 = 2;
const BOTH: u8 = ONE | OTHER;
const BEHIND: u8 = 4;

/// The newest common ancestor of two commits; `None` where their histories are apart.
pub fn merge_base(revisions: &Revisions<'_>, one: ObjectId, other: ObjectId) -> Result<Option<ObjectId>, RangeError> {
    let mut sides: FxHashMap<ObjectId, u8> = FxHashMap::default();
    let mut open: BinaryHeap<(i64, ObjectId)> = BinaryHeap::new();
    let mut bases = Vec::new();
    for (id, side) in [(one, ONE), (other, OTHER)] {
        *sides.entry(id).or_default() |= side;
        open.push((revisions.parts(id)?.2, id));
    }
    // What lies behind a common ancestor alone is none that is nearer.
    while open.iter().any(|(_, id)| sides[id] & BEHIND == 0)
        && let Some((time, id)) = open.pop()
    {
        let mut side = sides[&id];
        if side & BOTH == BOTH {
            if side & BEHIND == 0 && !bases.contains(&(time, id)) {
                bases.push((time, id));
            }
            side |= BEHIND;
        }
        for parent in revisions.parts(id)?.1 {
            let known = sides.entry(parent).or_default();
            if *known | side != *known {
                *known |= side;
                open.push((revisions.parts(parent)?.2, parent));
            }
        }
        if sides.len() > MOST {
            return Err(RangeError::TooMany { limit: MOST, what: "commits between the two sides" });
        }
    }
    bases.retain(|(_, id)| sides[id] & BEHIND == 0);
    Ok(bases.into_iter().max().map(|(_, id)| id))
}
