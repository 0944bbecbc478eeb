//! The files of one state of a repository, each with the id of its content: of a tree, or of the index.

use std::collections::BTreeMap;
use std::path::Path;

use gix_hash::{Kind, ObjectId};
use gix_object::TreeRefIter;
use gix_object::bstr::{BString, ByteSlice, ByteVec};

use super::diff::{Difference, MOST_PATHS};
use super::head::Head;
use super::objects::Objects;
use super::range_error::RangeError;
use crate::walk::{MAX_INDEX, Stat, git_entries};

/// The most folders of one tree that are opened.
const MOST_FOLDERS: usize = 65_536;

/// The files of a state by path. What is no regular file has no id.
pub type Listed = BTreeMap<BString, Option<ObjectId>>;

/// The files of a tree.
pub fn tree(objects: &Objects<'_>, root: ObjectId) -> Result<Listed, RangeError> {
    let mut listed = Listed::new();
    let mut open = vec![(BString::default(), root)];
    let mut n_opened = 0;
    while let Some((path, id)) = open.pop() {
        let broken = || RangeError::Missing { id: id.to_string() };
        let bytes = objects.get(&id, gix_object::Kind::Tree).ok_or_else(broken)?;
        n_opened += 1;
        if n_opened > MOST_FOLDERS {
            return Err(RangeError::TooMany { limit: MOST_FOLDERS, what: "folders" });
        }
        for entry in TreeRefIter::from_bytes(&bytes, Kind::Sha1) {
            let entry = entry.map_err(|_| broken())?;
            let mut below = path.clone();
            if !below.is_empty() {
                below.push_byte(b'/');
            }
            below.push_str(entry.filename);
            match entry.mode.is_tree() {
                true => open.push((below, entry.oid.to_owned())),
                false => _ = listed.insert(below, entry.mode.is_blob().then(|| entry.oid.to_owned())),
            }
        }
    }
    Ok(listed)
}

/// The index of git.
#[derive(Default)]
pub struct Staged {
    /// The files, but for those in conflict.
    pub files: Listed,
    /// The sizes and times at which the files were those of the index.
    pub stats: BTreeMap<BString, [u32; 3]>,
    /// The files that a sparse checkout leaves out.
    pub away: Vec<BString>,
    /// When it was written.
    pub written: Stat,
}

/// The files of the index; one that is missing has none.
pub fn staged(head: &Head) -> Result<Staged, RangeError> {
    let (door, path) = (&head.door, head.own.join("index"));
    let wrong = |why: &dyn std::fmt::Display| RangeError::GitIndex { why: why.to_string() };
    let written = match door.file(Path::new(&path)) {
        Ok((_, stat)) => stat,
        Err(refusal) if refusal.is_absence() => return Ok(Staged::default()),
        Err(refusal) => return Err(wrong(&refusal)),
    };
    let bytes = door.read(&path, MAX_INDEX).map_err(|refusal| wrong(&refusal))?;
    let mut staged = Staged { written, ..Staged::default() };
    git_entries(&bytes, Kind::Sha1.len_in_bytes(), &mut |entry| {
        let path = BString::from(entry.path);
        if entry.is_away {
            staged.away.push(path.clone());
        }
        if entry.is_settled {
            let id = entry.is_file.then(|| ObjectId::from_bytes_or_panic(entry.id));
            staged.stats.insert(path.clone(), entry.stat);
            staged.files.insert(path, id);
        }
    })
    .map_err(|error| wrong(&error))?;
    Ok(staged)
}

/// The difference between two states.
pub fn difference(older: &Listed, newer: &Listed) -> Result<Difference, RangeError> {
    let mut found = Difference::default();
    for (path, old) in older {
        match newer.get(path) {
            Some(new) if new == old => {}
            Some(new) => found.modified.push((path.clone(), [*old, *new])),
            None => found.deleted.extend(old.map(|id| (path.clone(), id))),
        }
    }
    let added = newer.iter().filter(|(path, _)| !older.contains_key(path.as_bstr()));
    found.added.extend(added.filter_map(|(path, id)| Some((path.clone(), (*id)?))));
    match found.len() > MOST_PATHS {
        true => Err(RangeError::TooMany { limit: MOST_PATHS, what: "changed files" }),
        false => Ok(found),
    }
}
