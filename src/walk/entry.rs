//! A file with its file-system metadata.

use std::fs::Metadata;
use std::io;

use serde::{Deserialize, Serialize};

/// The stat fields that decide whether a file's content may have changed, as in git.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stat {
    /// Size in bytes.
    pub size: u64,
    /// Last change of the content, in nanoseconds since 1970.
    pub modified: i64,
    /// Last change of the content or the inode, in nanoseconds since 1970; 0 where the system has none.
    pub changed: i64,
    /// The inode; 0 where the system has none.
    pub inode: u64,
}

/// How much earlier than the walk a change must be to be trusted, in nanoseconds: the coarsest clock of a file system
/// in common use, with its jitter.
const SLACK: i64 = 20_000_000;

impl Stat {
    /// Whether the last change lies so far before a walk, begun at `stamp` nanoseconds since 1970, that a later one shows.
    pub fn is_settled(&self, stamp: i64) -> bool {
        self.modified.max(self.changed) < stamp - SLACK
    }

    /// Reads what matters of the metadata.
    #[cfg(unix)]
    pub fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Self {
            size: metadata.len(),
            modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
            inode: metadata.ino(),
        }
    }

    /// Reads what matters of the system's own form.
    #[cfg(unix)]
    #[allow(clippy::unnecessary_cast)] // the types of the fields differ from system to system
    pub(super) fn of_raw(stat: &rustix::fs::Stat) -> Self {
        let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Self {
            size: u64::try_from(stat.st_size).unwrap_or_default(),
            modified: nanoseconds(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
            changed: nanoseconds(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
            inode: stat.st_ino as u64,
        }
    }

    /// Reads what matters of the metadata.
    #[cfg(not(unix))]
    pub fn of(metadata: &Metadata) -> Self {
        let since = |time: std::time::SystemTime| time.duration_since(std::time::UNIX_EPOCH).ok();
        let modified = metadata.modified().ok().and_then(since).map_or(0, |time| time.as_nanos() as i64);
        Self { size: metadata.len(), modified, changed: 0, inode: 0 }
    }
}

/// One file of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEntry {
    /// The path relative to the root, parts joined by `/`.
    pub path: Box<str>,
    /// Its stat.
    pub stat: Stat,
    /// The system says that it may be run; `false` where no system says so.
    pub is_program: bool,
}

/// Whether the system has no more files to open, so that the answer would depend on what else runs.
pub fn is_exhausted(error: &io::Error) -> bool {
    // EMFILE and ENFILE have no kind of their own; 23 and 24 are their numbers on every Unix.
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}
