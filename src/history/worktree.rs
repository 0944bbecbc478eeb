//! The files of the work tree beside those of a commit: only what may have changed is read.

use std::path::Path;

use gix_hash::{Kind, ObjectId};
use gix_object::bstr::{BString, ByteSlice};
use rustc_hash::FxHashMap;

use super::listed::{Listed, Staged};
use super::pack::MAX_OBJECT;
use super::range_error::RangeError;
use super::read::text;
use crate::walk::{Door, Refusal, Stat, walk};

/// The work tree: its files, and the contents that no object has.
#[derive(Default)]
pub struct WorkTree {
    /// The files.
    pub files: Listed,
    /// The contents that were read, by their ids.
    pub contents: FxHashMap<ObjectId, Vec<u8>>,
    /// The paths of files that could not be compared.
    pub unread: Vec<String>,
}

/// The files of the work tree: those of the commit that are still there, and those that the walk finds besides. A file
/// in which the index of git has no change since it was compared is not read.
pub fn worktree(root: &Path, door: &Door, older: &Listed, staged: &Staged) -> Result<WorkTree, RangeError> {
    let tree = walk(root).map_err(|error| RangeError::Walk { why: error.to_string() })?;
    let stats: FxHashMap<&str, Stat> = tree.files.iter().map(|entry| (&*entry.path, entry.stat)).collect();
    let mut found = WorkTree::default();
    for (path, id) in older {
        let name = path.to_str().unwrap_or_default();
        let stat = stats.get(name).copied();
        // Links and submodules are not followed, and what must not be named is not looked at.
        let is_kept = id.is_none() || text(path).is_none() || staged.away.contains(path);
        let is_same = stat.is_some_and(|stat| staged.files.get(path) == Some(id) && is_clean(staged, path, stat));
        match *id {
            Some(id) if !is_kept && !is_same => found.compare(door, path, Some(id)),
            id => _ = found.files.insert(path.clone(), id),
        }
    }
    let others: Vec<&BString> = older.iter().filter(|(_, id)| id.is_none()).map(|(path, _)| path).collect();
    for entry in &tree.files {
        let path = BString::from(&*entry.path);
        let is_below =
            |other: &&BString| path.strip_prefix(other.as_slice()).is_some_and(|rest| rest.starts_with(b"/"));
        // The files of a submodule are those of another repository.
        if !older.contains_key(path.as_bstr()) && !others.iter().any(is_below) {
            found.compare(door, &path, None);
        }
    }
    Ok(found)
}

/// Whether a file has the size and the time at which it was that of the index, before the index was written.
fn is_clean(staged: &Staged, path: &BString, stat: Stat) -> bool {
    let Some([size, seconds, nanoseconds]) = staged.stats.get(path) else { return false };
    let now = [stat.size as u32, stat.modified.div_euclid(1_000_000_000) as u32];
    let rest = stat.modified.rem_euclid(1_000_000_000) as u32;
    now == [*size, *seconds] && rest == *nanoseconds && stat.modified < staged.written.modified
}

impl WorkTree {
    /// Enters a file by its content. Line ends that git turned at the checkout are no change.
    fn compare(&mut self, door: &Door, path: &BString, old: Option<ObjectId>) {
        let bytes = match door.read(Path::new(path.to_str().unwrap_or_default()), MAX_OBJECT as u64) {
            Ok(bytes) => bytes,
            Err(refusal) if is_gone(&refusal) => return,
            Err(_) => {
                self.unread.extend(text(path));
                self.files.extend(old.map(|old| (path.clone(), Some(old))));
                return;
            }
        };
        let id = |bytes: &[u8]| gix_object::compute_hash(Kind::Sha1, gix_object::Kind::Blob, bytes).ok();
        let is_turned = |bytes: &[u8]| bytes.contains_str("\r\n") && id(&bytes.replace("\r\n", "\n")) == old;
        let new = if old.is_some() && is_turned(&bytes) { old } else { id(&bytes) };
        self.files.insert(path.clone(), new);
        if let Some(new) = new.filter(|new| Some(*new) != old) {
            self.contents.insert(new, bytes);
        }
    }
}

/// Whether there is no file of that path, or something that is none.
fn is_gone(refusal: &Refusal) -> bool {
    let no_folder = |error: &std::io::Error| error.kind() == std::io::ErrorKind::NotADirectory;
    refusal.is_absence()
        || matches!(refusal, Refusal::Io(error) if no_folder(error))
        || matches!(refusal, Refusal::NotRegular)
}
