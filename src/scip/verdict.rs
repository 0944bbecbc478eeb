//! The freshness verdict for one SCIP document, and the evidence for it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::text_match::TextMatch;
use crate::base::Position;

/// Why a document is taken for stale: what no text could show from which it was indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// An occurrence lies outside of the text.
    OutOfBounds,
    /// An occurrence starts or ends inside of a name.
    SplitName,
    /// A definition is at a place where the text has another name.
    Definition,
    /// The file ends elsewhere than when it was indexed.
    End,
    /// Below the last occurrence there are names.
    Below,
    /// A reference is at a place where the text has another name, and the file that defines its symbol is stale or missing.
    Reference,
    /// The content is not the one that the stamp records.
    Content,
}

impl fmt::Display for Evidence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::OutOfBounds => "an occurrence lies outside of the text",
            Self::SplitName => "an occurrence starts or ends inside of a name",
            Self::Definition => "at a definition the text has another name",
            Self::End => "the file ends elsewhere than when it was indexed",
            Self::Below => "there are names below the last occurrence",
            Self::Reference => "at a reference to a stale or missing file the text has another name",
            Self::Content => "the content is not the one that was stamped",
        })
    }
}

/// The freshness of a document against the file on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum Verdict {
    /// Everything that can be checked holds.
    Fresh,
    /// The file was changed after it was indexed.
    Stale {
        /// By what it shows.
        evidence: Evidence,
        /// Where it shows first.
        at: Position,
    },
    /// There is no such file.
    Missing,
    /// The document says nothing that could be held against the text.
    Unverifiable,
}

/// One occurrence in the text at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedSite {
    /// Where it starts; 0:0 for what lies outside of the text. As everywhere, behind a byte order mark.
    pub start: Position,
    /// How far it goes, in bytes.
    pub length: u32,
    /// Whether the text there is the name of the symbol.
    pub agreement: TextMatch,
    /// Whether it may be shown: it lies in the text, splits no name, and a definition has its name.
    pub fits: bool,
}

impl CheckedSite {
    /// The site of an occurrence that lies outside of the text, or has none.
    pub const NOWHERE: Self =
        Self { start: Position { line: 0, column: 0 }, length: 0, agreement: TextMatch::Unnamed, fits: false };
}
