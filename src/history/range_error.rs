//! Why two states of a repository are not compared.

use thiserror::Error;

use super::head::Off;

/// The reason why two states of a repository are not compared.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RangeError {
    /// There is no history.
    #[error(transparent)]
    Off(#[from] Off),
    /// A name is that of no commit.
    #[error("`{name}` names no commit")]
    Unknown {
        /// The name.
        name: String,
    },
    /// Several objects have ids that begin so.
    #[error("{count} commits have ids that begin with `{name}`")]
    Ambiguous {
        /// The beginning of an id.
        name: String,
        /// The number of commits.
        count: usize,
    },
    /// Two commits have no ancestor in common.
    #[error("`{old}` and `{new}` have no common ancestor")]
    NoBase {
        /// The older side.
        old: String,
        /// The newer side.
        new: String,
    },
    /// Another limit of a comparison was reached.
    #[error("more than {limit} {what}")]
    TooMany {
        /// The limit.
        limit: usize,
        /// The counted things: `changed files`.
        what: &'static str,
    },
    /// An object cannot be read.
    #[error("the object {id} is missing or damaged")]
    Missing {
        /// Its id.
        id: String,
    },
    /// The index of git cannot be read.
    #[error("the index of git: {why}")]
    GitIndex {
        /// Why not.
        why: String,
    },
    /// The files cannot be listed.
    #[error("{why}")]
    Walk {
        /// Why not.
        why: String,
    },
}
