//! The differences between the trees of two commits, path by path.

use std::ops::ControlFlow;

use gix_diff::tree::visit::{Action, Change};
use gix_diff::tree::{State, Visit};
use gix_hash::{Kind, ObjectId};
use gix_object::TreeRefIter;
use gix_object::bstr::{BStr, BString, ByteSlice, ByteVec};
use gix_object::tree::EntryMode;

use super::objects::Objects;

/// The most paths that a commit may change and still be followed: a vote of one that changed more would count less than
/// a four-thousandth of that of a pair.
pub const MOST_PATHS: usize = 4096;
/// The most folders that one comparison opens: folders may hold each other's content many times over.
const MOST_FOLDERS: usize = 65_536;
/// The longest path, in bytes: no system opens a longer one.
const MAX_PATH: usize = 4096;

/// A file that is on one side only, with the id of its content.
pub type OneSided = (BString, ObjectId);

/// A file that is on both sides, with the ids of its content before and after; `None` for what is no regular file.
pub type BothSided = (BString, [Option<ObjectId>; 2]);

/// The changed paths of a commit.
#[derive(Debug, Default)]
pub struct Difference {
    /// On both sides, with another content or kind.
    pub modified: Vec<BothSided>,
    /// On the newer side only.
    pub added: Vec<OneSided>,
    /// On the older side only.
    pub deleted: Vec<OneSided>,
    /// There are more, or folders are too many or too deep.
    pub is_cut: bool,
}

impl Difference {
    /// How many paths there are.
    pub fn len(&self) -> usize {
        self.modified.len() + self.added.len() + self.deleted.len()
    }
}

/// Compares two trees; without an older one, all is added. `None` where an object is missing or damaged.
pub fn diff(
    objects: &Objects<'_>,
    older: Option<&ObjectId>,
    newer: &ObjectId,
    state: &mut State,
) -> Option<Difference> {
    if older == Some(newer) {
        return Some(Difference::default());
    }
    let tree = |id: &ObjectId| objects.get(id, gix_object::Kind::Tree);
    let older = match older {
        Some(older) => tree(older)?,
        None => Vec::new(),
    };
    let newer = tree(newer)?;
    let side = |bytes| TreeRefIter::from_bytes(bytes, Kind::Sha1);
    let mut seen = Seen::default();
    let done = gix_diff::tree(side(&older), side(&newer), state, objects, &mut seen);
    (done.is_ok() || seen.found.is_cut).then_some(seen.found)
}

/// Follows the path of what is compared.
#[derive(Default)]
struct Seen {
    open: std::collections::VecDeque<BString>,
    n_folders: usize,
    path: BString,
    found: Difference,
}

impl Seen {
    fn push(&mut self, name: &BStr) {
        if !self.path.is_empty() {
            self.path.push(b'/');
        }
        self.path.push_str(name);
    }
}

impl Visit for Seen {
    fn pop_front_tracked_path_and_set_current(&mut self) {
        self.path = self.open.pop_front().unwrap_or_default();
    }

    fn push_back_tracked_path_component(&mut self, component: &BStr) {
        self.push(component);
        self.n_folders += 1;
        self.open.push_back(self.path.clone());
    }

    fn push_path_component(&mut self, component: &BStr) {
        self.push(component);
    }

    fn pop_path_component(&mut self) {
        let end = self.path.rfind_byte(b'/').unwrap_or(0);
        self.path.truncate(end);
    }

    fn visit(&mut self, change: Change) -> Action {
        let path = || self.path.clone();
        match change {
            Change::Addition { entry_mode, oid, .. } if !entry_mode.is_tree() => self.found.added.push((path(), oid)),
            Change::Deletion { entry_mode, oid, .. } if !entry_mode.is_tree() => self.found.deleted.push((path(), oid)),
            // A folder in place of a file is that file's end, and its files are added beside.
            Change::Modification { previous_entry_mode, previous_oid, entry_mode, oid }
                if !previous_entry_mode.is_tree() || !entry_mode.is_tree() =>
            {
                let content = |mode: EntryMode, id| mode.is_blob().then_some(id);
                let sides = [content(previous_entry_mode, previous_oid), content(entry_mode, oid)];
                self.found.modified.push((path(), sides));
            }
            _ => {}
        }
        let is_cut = self.found.len() > MOST_PATHS || self.n_folders > MOST_FOLDERS || self.path.len() > MAX_PATH;
        self.found.is_cut |= is_cut;
        if is_cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
