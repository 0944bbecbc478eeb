//! The names in folders, why one is refused, and names that are free.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

use thiserror::Error;

use crate::base::GapKind;

/// The reason why a file or folder is not opened, read or written.
#[derive(Debug, Error)]
pub enum Refusal {
    /// A part of the path is a link.
    #[error("a link is not followed")]
    Link,
    /// The path leaves the root.
    #[error("the path leads outside the repository")]
    Outside,
    /// The path names a folder, a pipe, a socket or a device.
    #[error("it is no regular file")]
    NotRegular,
    /// The file has more bytes than the limit.
    #[error("more than {limit} bytes")]
    TooLarge {
        /// The limit, in bytes.
        limit: u64,
    },
    /// The system refuses.
    #[error("{}", .0.kind())]
    Io(#[from] io::Error),
}

impl Refusal {
    /// The kind of gap that a refused file is.
    pub fn kind(&self) -> GapKind {
        match self {
            Self::Link | Self::Outside => GapKind::Link,
            Self::TooLarge { .. } => GapKind::TooLarge,
            Self::NotRegular | Self::Io(_) => GapKind::Unreadable,
        }
    }

    /// Whether nothing has that path.
    pub fn is_absence(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

impl From<Refusal> for io::Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Io(error) => error,
            other => Self::new(io::ErrorKind::InvalidInput, other.to_string()),
        }
    }
}

/// The kind of a directory entry, with no link followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A file that somebody may run.
    Program,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A pipe, a socket or a device.
    Other,
}

/// One name in a folder.
#[derive(Debug)]
pub struct Name {
    /// The name.
    pub name: OsString,
    /// The kind of what has it.
    pub kind: FileKind,
}

/// Calls `make` with a name beside that of a file, and with the next where that one is taken: somebody may have put a
/// link there.
pub fn beside<T>(name: &OsStr, mut make: impl FnMut(&Path) -> io::Result<T>) -> io::Result<T> {
    const TRIES: u32 = 100;
    let mut last = None;
    for at in 0..TRIES {
        let mut beside = OsString::from(".");
        beside.push(name);
        beside.push(format!(".{}.{at}.new", std::process::id()));
        match make(Path::new(&beside)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = Some(error),
            other => return other,
        }
    }
    Err(last.unwrap_or_else(|| io::ErrorKind::AlreadyExists.into()))
}
