//! The indexes beside the history: held against the head in every run, after all else, and never kept.

use std::collections::BTreeSet;
use std::path::Path;

use super::indexes::Indexes;
use crate::base::path::extension;
use crate::history::{ChangeSpec, RangeError, changes, commits_behind, head_id};
use crate::scip::{Commit, Health, Past, Stamp};
use crate::walk::Door;

/// The stamp of an index that names a commit.
pub struct StampedCommit {
    name: String,
    head: String,
    endings: BTreeSet<String>,
}

/// The commits that the stamps of some indexes name.
pub fn stamped(indexes: &Indexes) -> Vec<StampedCommit> {
    let of = indexes.files.iter().filter_map(|file| {
        let stamp = Stamp::read(file.stamp.as_deref()?, file.digest).ok()?;
        let endings = stamp.documents.keys().map(|path| extension(path).to_owned()).collect();
        Some(StampedCommit { name: file.name.clone(), head: stamp.git?.head, endings })
    });
    of.collect()
}

/// Enters what came after the indexes. Where the root has no history, nothing is said.
pub fn enter(health: &mut Health, stamped: &[StampedCommit], root: &Path, door: &Door) {
    for one in stamped {
        let Some(head) = head_id(root, door) else {
            if root.join(".git").symlink_metadata().is_ok() {
                health.enter_past(&one.name, &Past::Unresolved("`HEAD` names no commit".to_owned()));
            }
            continue;
        };
        if head == one.head {
            continue;
        }
        match since(one, root, door) {
            Ok(0) => {}
            Ok(n) => {
                let n = u32::try_from(n).unwrap_or(u32::MAX);
                health.enter_past(&one.name, &Past::Behind { n, last_indexed: one.head.clone() });
            }
            Err(error) => health.enter_past(&one.name, &Past::Unresolved(error.to_string())),
        }
    }
}

/// How many commits came after a stamp; none where they changed no file of its languages.
fn since(one: &StampedCommit, root: &Path, door: &Door) -> Result<usize, RangeError> {
    let n = commits_behind(root, door, &one.head)?;
    let spec = ChangeSpec::Commits { old: one.head.clone(), new: String::new(), from_base: false };
    let changed = changes(root, &spec)?;
    let paths = changed.files.iter().flat_map(|change| [&change.old_path, &change.new_path]).flatten();
    let is_met = paths.map(|path| extension(path)).any(|ending| one.endings.contains(ending));
    Ok(if is_met { n } else { 0 })
}

/// The commit at which an index is stamped; `None` where there is no history.
pub fn commit(root: &Path, door: &Door) -> Option<Commit> {
    let head = head_id(root, door)?;
    let is_dirty = changes(root, &ChangeSpec::Worktree).map_or(true, |changed| !changed.files.is_empty());
    Some(Commit { head, is_dirty })
}
