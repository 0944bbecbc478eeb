//! Finds the files of a repository, and opens them. Does not know what is in a file.

mod attributes;
mod door;
mod entry;
mod rules;
mod secret;
mod tree;

use std::path::Path;

use crate::base::{Gap, GapKind, Position, visible};

pub use door::{Door, FileKind, Folder, Name, Refusal, drain, head, named, write_named};
pub use entry::{FileEntry, Stat, is_exhausted};
pub use secret::{is_secret, is_secret_file};
pub use tree::{Tree, WalkError, walk};

/// A gap of a file or folder as a whole.
fn gap(path: String, kind: GapKind, detail: &str) -> Gap {
    Gap { path: visible(&path).into_owned(), at: Position::default(), kind, detail: detail.to_owned() }
}

/// A path as a gap shows it, whatever its name holds.
fn shown(path: &Path) -> String {
    let path = path.to_string_lossy();
    if path.contains(char::is_control) { path.escape_default().to_string() } else { path.into_owned() }
}
