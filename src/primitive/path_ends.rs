//! Files by the ends of their paths: by their names, and by what may be the last part of a dotted name that means them.

use std::hash::BuildHasher;

use cg_rules::{FileId, Id};
use rustc_hash::FxBuildHasher;

use super::locate::{is_dotted, stands_for_folder};
use crate::base::path;
use crate::facts::Snapshot;

/// The files of a repository by the ends of their paths. A key is the hash of an end; who asks compares the paths.
#[derive(Debug, Default)]
pub(super) struct PathEnds {
    names: Vec<(u64, FileId)>,
    parts: Vec<(u64, FileId)>,
}

impl PathEnds {
    /// The ends of the paths of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        let mut ends = Self::default();
        for (at, path) in snapshot.paths.iter().enumerate() {
            let file = FileId::of(at);
            ends.names.push((hash(path::name(path)), file));
            let inside = path.rsplit_once('.').map_or(path, |(inside, _)| inside);
            ends.parts.push((hash(last_part(inside)), file));
            if let Some((folder, stem)) = inside.rsplit_once('/')
                && stands_for_folder(stem)
            {
                ends.parts.push((hash(last_part(folder)), file));
            }
        }
        ends.names.sort_unstable();
        ends.parts.sort_unstable();
        ends.parts.dedup();
        ends
    }

    /// The files of a name, in order.
    pub fn named(&self, snapshot: &Snapshot, name: &str) -> Vec<FileId> {
        of(&self.names, name).filter(|file| path::name(snapshot.path(*file)) == name).collect()
    }

    /// The files that are the module of a dotted name, in order.
    pub fn dotted(&self, snapshot: &Snapshot, name: &str) -> Vec<FileId> {
        let last = name.rsplit(['.', ':']).next().unwrap_or(name);
        of(&self.parts, last).filter(|file| is_dotted(snapshot.path(*file), name)).collect()
    }
}

/// The files with an end, in order.
fn of<'e>(ends: &'e [(u64, FileId)], end: &str) -> impl Iterator<Item = FileId> + 'e {
    let key = hash(end);
    let first = ends.partition_point(|(known, _)| *known < key);
    ends[first..].iter().take_while(move |(known, _)| *known == key).map(|(_, file)| *file)
}

fn last_part(path: &str) -> &str {
    path.rsplit(['/', '.', ':']).next().unwrap_or(path)
}

fn hash(end: &str) -> u64 {
    FxBuildHasher.hash_one(end)
}
