//! The record of a batch: for each task that is done, the digests of what it was made from and of its file. Each has a file
//! of its own, written whole when the task is done: runs that are killed, and several at once, lose nothing and disagree
//! about nothing.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::base::Digest;
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::walk;

/// The folder of the record, beside the bundles.
const FOLDER: &str = ".done";
/// The most bytes of a bundle, and of an entry, that are read.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The record of one folder.
pub struct Record {
    root: PathBuf,
    folder: PathBuf,
}

impl Record {
    /// The record of a folder.
    pub fn of(root: &Path, folder: &Path) -> Self {
        Self { root: root.to_owned(), folder: folder.join(FOLDER) }
    }

    /// Whether a task is done: its file is the one that was made, from the same.
    pub fn holds(&self, id: &str, made_from: &Digest, file: &Path) -> bool {
        let entry = walk::named(&self.path(id), MAX_BYTES);
        let is_of = |bytes: Vec<u8>| entry.is_ok_and(|entry| entry == text(made_from, &bytes).into_bytes());
        walk::named(file, MAX_BYTES).is_ok_and(is_of)
    }

    /// Enters a task that is done.
    pub fn enter(&self, id: &str, made_from: &Digest, bundle: &str) -> Result<(), Fault> {
        output::folder(&self.root, &self.folder)?;
        output::write(&self.root, &self.path(id), &text(made_from, bundle.as_bytes()))
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(output::file_name(OsStr::new(id), "tsv"))
    }
}

/// An entry: what the bundle was made from, and what it is.
fn text(made_from: &Digest, bundle: &[u8]) -> String {
    format!("{made_from}\t{}\n", Digest::of(bundle))
}
