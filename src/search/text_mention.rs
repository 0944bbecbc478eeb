//! One thing that a text names, and how sure that is.

use cg_rules::DefId;

use crate::primitive::Located;

/// How many places a name may have to be meant (S0.11).
pub(super) const NEAR_UNIQUE: usize = 3;

/// How sure a mention is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// One thing has that name.
    Exact,
    /// Two or three have it; or a word of prose that hardly another text holds.
    NearUnique,
    /// More have it, and the text is nothing else.
    Shared,
    /// Nothing has that name, and one thing nearly has it.
    Fuzzy,
}

impl Certainty {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::NearUnique => "near-unique",
            Self::Shared => "shared",
            Self::Fuzzy => "fuzzy",
        }
    }
}

/// One word or quotation of a text, and the places that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextMention {
    /// As the text has it.
    pub word: String,
    /// How sure it is.
    pub certainty: Certainty,
    /// The definitions that it names.
    pub defs: Vec<DefId>,
    /// The files that it names, each with a line where it names one.
    pub files: Vec<Located>,
}
