//! Files by the ends of their paths: by their names, and by what may be the last part of a dotted name that means them.

use cg_rules::{FileId, Id};

use super::hashed::{Hashed, hash};
use super::locate::{is_dotted, stands_for_folder};
use crate::base::path;
use crate::facts::Snapshot;

/// The files of a repository by the ends of their paths.
#[derive(Debug, Default)]
pub(super) struct PathEnds {
    names: Hashed<FileId>,
    parts: Hashed<FileId>,
}

impl PathEnds {
    /// The ends of the paths of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        let (mut names, mut parts) = (Vec::new(), Vec::new());
        for (at, path) in snapshot.paths.iter().enumerate() {
            let file = FileId::of(at);
            names.push((hash(path::name(path)), file));
            let inside = path.rsplit_once('.').map_or(path, |(inside, _)| inside);
            parts.push((hash(last_part(inside)), file));
            if let Some((folder, stem)) = inside.rsplit_once('/')
                && stands_for_folder(stem)
            {
                parts.push((hash(last_part(folder)), file));
            }
        }
        Self { names: Hashed::of(names), parts: Hashed::of(parts) }
    }

    /// The files of a name, in order.
    pub fn named(&self, snapshot: &Snapshot, name: &str) -> Vec<FileId> {
        self.names.like(name).filter(|file| path::name(snapshot.path(*file)) == name).collect()
    }

    /// The files that are the module of a dotted name, in order.
    pub fn dotted(&self, snapshot: &Snapshot, name: &str) -> Vec<FileId> {
        let last = name.rsplit(['.', ':']).next().unwrap_or(name);
        self.parts.like(last).filter(|file| is_dotted(snapshot.path(*file), name)).collect()
    }
}

fn last_part(path: &str) -> &str {
    path.rsplit(['/', '.', ':']).next().unwrap_or(path)
}
