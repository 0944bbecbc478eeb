//! The errors of fleet files.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// A part of a file that is not what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// The bytes end too early.
    #[error("it ends too early")]
    End,
    /// A number is none.
    #[error("a number is out of its range")]
    Number,
    /// A text is none.
    #[error("a text is none")]
    Text,
    /// A page does not have the seal that it was written with.
    #[error("page {0} does not have the seal it was written with")]
    Page(u64),
    /// The file is no fleet, or of another version.
    #[error("it is no fleet file of this version")]
    Version,
}

/// A fleet file that cannot be read.
#[derive(Debug, Error)]
pub enum FleetError {
    /// The system refuses.
    #[error("cannot read the fleet file `{}`", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It is damaged, or no fleet file.
    #[error("the fleet file `{}` cannot be used: {damage}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage.
        damage: Damage,
    },
}

/// A number that the form of the file has no room for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} has {size} bytes or rows; a fleet file has room for {most}")]
pub struct FleetBound {
    /// The part that is too large.
    pub what: String,
    /// Its size.
    pub size: u64,
    /// The most that fits.
    pub most: u64,
}

/// A fleet file that cannot be written.
#[derive(Debug, Error)]
pub enum MergeError {
    /// The system refuses.
    #[error("cannot write the fleet file")]
    Io(#[from] io::Error),
    /// Something is too large.
    #[error(transparent)]
    FleetBound(#[from] FleetBound),
    /// An export is not what was written.
    #[error("the export `{name}` is damaged: {damage}")]
    Damaged {
        /// The export.
        name: String,
        /// The damage.
        damage: Damage,
    },
}
