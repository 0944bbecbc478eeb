//! The graph of commits: which files each of them changed.

use crate::csr::Csr;
use crate::id::{CommitId, FileId, Id};

/// The relations of `history.*`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangeGraph {
    /// `changed(Commit, File)`, read from `Commit`.
    pub changed: Csr<CommitId, FileId>,
    /// `changed(Commit, File)`, read from `File`.
    pub changes: Csr<FileId, CommitId>,
    /// How many paths each commit changed, those that no longer have a file among them.
    pub sizes: Vec<u32>,
}

impl ChangeGraph {
    /// The graph over `n_files` files and the commits of `sizes`, from `changed(Commit, File)`.
    pub fn new(n_files: usize, changed: &[(CommitId, FileId)], sizes: Vec<u32>) -> Self {
        let changed = Csr::build(sizes.len(), changed);
        Self { changes: changed.transposed(n_files), changed, sizes }
    }

    /// The number of paths that a commit changed; never less than its files.
    pub fn size(&self, commit: CommitId) -> u64 {
        let n_files = self.changed.row(commit).len() as u64;
        self.sizes.get(commit.index()).map_or(0, |size| u64::from(*size)).max(n_files)
    }
}
