//! How far the head has gone on from a commit.

use std::collections::BinaryHeap;
use std::path::Path;

use gix_hash::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::head::head;
use super::objects::Objects;
use super::range_error::RangeError;
use super::rev::Revisions;
use crate::parse::guarded;
use crate::walk::Door;

/// The most commits that are opened.
const MOST: usize = 100_000;

/// The id of the newest commit; `None` where there is no repository of git, or none that is read.
pub fn head_id(root: &Path, door: &Door) -> Option<String> {
    head(root, door).ok().map(|head| head.name.id().to_string())
}

/// How many commits the head has that another commit does not have.
pub fn commits_behind(root: &Path, door: &Door, last: &str) -> Result<usize, RangeError> {
    let fault = |said: String| Err(super::head::Off::Panic(said).into());
    guarded(|| {
        let head = head(root, door)?;
        let objects = Objects::open(&head);
        let revisions = Revisions { head: &head, objects: &objects };
        let unknown = || RangeError::Unknown { name: last.to_owned() };
        let last = ObjectId::from_hex(last.as_bytes()).map_err(|_| unknown())?;
        count(&revisions, head.name.id(), last)
    })
    .unwrap_or_else(fault)
}

/// Walks back from both, the newest commit first, until all that is open is behind the older one as well.
fn count(revisions: &Revisions<'_>, new: ObjectId, old: ObjectId) -> Result<usize, RangeError> {
    if new == old {
        return Ok(0);
    }
    let mut is_old: FxHashMap<ObjectId, bool> = FxHashMap::default();
    let mut open: BinaryHeap<(i64, ObjectId)> = BinaryHeap::new();
    for (id, old) in [(new, false), (old, true)] {
        is_old.insert(id, old);
        open.push((revisions.parts(id)?.2, id));
    }
    // The open commits of the newer side alone.
    let mut ahead: FxHashSet<ObjectId> = std::iter::once(new).collect();
    while !ahead.is_empty()
        && let Some((_, id)) = open.pop()
    {
        let old = is_old[&id];
        ahead.remove(&id);
        for parent in revisions.parts(id)?.1 {
            let known = is_old.get(&parent).copied();
            if known.is_none_or(|known| old && !known) {
                is_old.insert(parent, old);
                if old {
                    ahead.remove(&parent)
                } else {
                    ahead.insert(parent)
                };
                open.push((revisions.parts(parent)?.2, parent));
            }
        }
        if is_old.len() > MOST {
            return Err(RangeError::TooMany { limit: MOST, what: "commits between the two sides" });
        }
    }
    Ok(is_old.values().filter(|old| !**old).count())
}
