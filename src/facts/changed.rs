//! The changes of a snapshot's files, by their ids.

use super::changes::LoadedChanges;
use super::snapshot::Snapshot;

impl Snapshot {
    /// The changes of so many commits, or of more; read at the first call.
    pub fn changed(&self, n_commits: u32) -> LoadedChanges {
        self.changes.get(n_commits, self.paths.len(), &|path| self.file(path))
    }
}
