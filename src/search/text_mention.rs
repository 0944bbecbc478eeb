//! One thing that a text names, and how sure that is.

use cg_rules::{DefId, FileId};

use super::query::is_name;
use crate::facts::Snapshot;
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

impl TextMention {
    /// Whether the text writes a name or a path, and no word of prose or quotation that several places have.
    pub fn is_sure(&self) -> bool {
        let is_written = || is_name(&self.word) || !self.files.is_empty() && !self.word.contains(char::is_whitespace);
        match self.certainty {
            // A name that is all of the text is what is requested, however many have it.
            Certainty::Exact | Certainty::Shared => true,
            Certainty::NearUnique => is_written(),
            Certainty::Fuzzy => false,
        }
    }

    /// The files that it names, or that declare what it names.
    pub fn in_files<'s>(&'s self, snapshot: &'s Snapshot) -> impl Iterator<Item = FileId> + 's {
        let declaring = self.defs.iter().filter_map(|def| snapshot.definition(*def)).map(|row| row.file);
        declaring.chain(self.files.iter().map(|(file, _)| *file))
    }
}

/// The files that the mentions of a text surely name, each once. A patch holds names, and requests none of them.
pub(super) fn sure_files(snapshot: &Snapshot, text: &str, mentions: &[TextMention]) -> Vec<FileId> {
    if ["diff --git ", "--- a/", "Index: "].iter().any(|head| text.trim_start().starts_with(head)) {
        return Vec::new();
    }
    // A word that is all of the text is requested, whatever its form.
    let is_all = |it: &TextMention| it.certainty == Certainty::NearUnique && it.word == text.trim();
    let sure = mentions.iter().filter(|it| it.is_sure() || is_all(it));
    let mut files: Vec<FileId> = sure.flat_map(|it| it.in_files(snapshot)).collect();
    files.sort_unstable();
    files.dedup();
    files
}
