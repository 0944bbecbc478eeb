//! Gaps: what is not known, said instead of guessed.

use serde::{Deserialize, Serialize};

use super::Position;

/// The kind of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GapKind {
    /// A part of the file has a syntax error; the rest was read.
    ParseError,
    /// Parsing was given up at its work limit.
    WorkLimit,
    /// An import leads nowhere in the repository, and is no known package.
    UnresolvedImport,
    /// The file has more bytes than the limit.
    TooLarge,
    /// The file holds bytes that no text has.
    Binary,
    /// The file is not UTF-8; it was read byte by byte.
    Encoding,
    /// The file is made by a program; it is kept out of source answers.
    Generated,
    /// The file is minified; it was not parsed.
    Minified,
    /// The file could not be read.
    Unreadable,
    /// The file's name is not UTF-8; it was left out.
    Name,
    /// A symbolic link leads outside the root; it was not followed.
    Link,
    /// A package manifest, or a file that steers resolution, could not be understood.
    Config,
    /// Reading the file met a bug of this program; nothing of it was read.
    Internal,
    /// Git tracks the file, and others as the reason counts them; a sparse checkout leaves them out.
    NotCheckedOut,
    /// Git has another repository in the folder, which is not checked out.
    Submodule,
}

impl GapKind {
    /// Every kind, in order.
    pub const ALL: [Self; 15] = [
        Self::ParseError,
        Self::WorkLimit,
        Self::UnresolvedImport,
        Self::TooLarge,
        Self::Binary,
        Self::Encoding,
        Self::Generated,
        Self::Minified,
        Self::Unreadable,
        Self::Name,
        Self::Link,
        Self::Config,
        Self::Internal,
        Self::NotCheckedOut,
        Self::Submodule,
    ];

    /// The name that facts and bundles show.
    pub fn name(self) -> &'static str {
        match self {
            Self::ParseError => "parse-error",
            Self::WorkLimit => "work-limit",
            Self::UnresolvedImport => "unresolved-import",
            Self::TooLarge => "too-large",
            Self::Binary => "binary",
            Self::Encoding => "encoding",
            Self::Generated => "generated",
            Self::Minified => "minified",
            Self::Unreadable => "unreadable",
            Self::Name => "name",
            Self::Link => "link",
            Self::Config => "config",
            Self::Internal => "internal",
            Self::NotCheckedOut => "not-checked-out",
            Self::Submodule => "submodule",
        }
    }
}

/// One thing that is not known about a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Gap {
    /// The path relative to the root; lossy where the name is not UTF-8.
    pub path: String,
    /// Where in the file; line 0 for the file as a whole.
    pub at: Position,
    /// The missing thing, in words.
    pub kind: GapKind,
    /// The particulars: the specifier, the size and limit, the system's message.
    pub detail: String,
}
