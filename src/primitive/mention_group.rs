//! Mentions of a name beside the places that an answer lists, by what they mean.

use std::collections::BTreeMap;

use cg_rules::{DefId, FileId};

/// Whether mentions belong to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MentionVerdict {
    /// They mean what the answer is about: its own file, or one that imports it, names it again.
    Meant,
    /// No fact decides.
    Open,
    /// They mean something else.
    Other,
}

impl MentionVerdict {
    /// The word for it in an answer.
    pub fn name(self) -> &'static str {
        match self {
            Self::Meant => "meant",
            Self::Open => "open",
            Self::Other => "other",
        }
    }
}

/// The mentions of one name in one meaning, beside the places that the answer lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mentioned {
    /// The name.
    pub name: u32,
    /// Whether they belong to the answer.
    pub verdict: MentionVerdict,
    /// Their meaning, by its name in facts; `inferred`, `calls` and `declares` for calls that are guessed, and for calls
    /// and declarations of other definitions.
    pub meaning: &'static str,
    /// How many there are in each file.
    pub files: BTreeMap<FileId, u32>,
    /// The other definitions that are meant, most first; not all of them.
    pub of: Vec<DefId>,
}

impl Mentioned {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.files.values().map(|count| *count as usize).sum()
    }
}
