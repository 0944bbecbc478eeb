//! Finds the files of a repository. Does not know what is in a file.

mod attributes;
mod entry;
mod secret;
mod tree;

pub use entry::{Entry, Stat, is_exhausted};
pub use secret::is_secret;
pub use tree::{Tree, WalkError, walk};
