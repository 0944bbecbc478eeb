//! The health of the indexes of a repository: what was counted, how far it may be trusted, and why no further.

use serde::{Deserialize, Serialize};

use super::verdict::Verdict;

/// How far an index may be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Not at all: the syntax alone answers.
    Low,
    /// Its fresh documents answer, the syntax does for all other files.
    Medium,
    /// It is fresh and covers the repository.
    High,
}

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// How many.
    pub part: u32,
    /// The total.
    pub of: u32,
}

/// Counts from the check of one index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    /// Its documents.
    pub documents: u32,
    /// Those that are fresh.
    pub fresh: u32,
    /// Those whose file was changed since.
    pub stale: u32,
    /// Those without a file.
    pub missing: u32,
    /// Those that say nothing which could be held against the text.
    pub unverifiable: u32,
    /// The files on disk with the endings of its documents that are in this or another index.
    pub coverage: Share,
    /// The imports of packages in its documents that it resolved; zero where imports were not required.
    pub imports: Share,
    /// The occurrences that refer to a symbol of its own packages which it does not define.
    pub own_undefined: Share,
    /// The references to symbols whose text is another name.
    pub mismatched: Share,
}

/// Why an index is not fresh.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "cause")]
pub enum Cause {
    /// The indexer failed, or its index cannot be read to the end.
    IndexerError {
        /// The message.
        message: String,
    },
    /// The files are not those that were stamped.
    DigestMismatch {
        /// The digest of the files when they were stamped.
        expected: String,
        /// The digest of the files on disk.
        actual: String,
    },
    /// Documents do not fit the files on disk.
    TextMismatch {
        /// Those whose file was changed.
        stale: u32,
        /// Those without a file.
        missing: u32,
    },
    /// Files are in no index.
    CoverageGap {
        /// How many are.
        files_indexed: u32,
        /// How many there are.
        files_in_repo: u32,
    },
    /// Commits came after the one at which it was stamped.
    CommitsBehind {
        /// How many.
        n: u32,
        /// The commit at which it was stamped.
        last_indexed: String,
    },
}

/// Whether an index is that of the files on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum Freshness {
    /// It is.
    Fresh {
        /// The commit at which it was stamped, where that is known.
        indexed_at: Option<String>,
    },
    /// It is not.
    Stale(Cause),
}

/// The health of one index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceHealth {
    /// The name of its file.
    pub name: String,
    /// The indexer.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// Whether a stamp of this very index was there, so that verdicts compare contents.
    pub is_stamped: bool,
    /// The counts.
    pub numbers: Numbers,
    /// Whether it is that of the files on disk.
    pub freshness: Freshness,
    /// How far it may be trusted.
    pub confidence: Confidence,
    /// Why no further: sentences, none where confidence is high.
    pub reasons: Vec<String>,
    /// Further notes that do not lower the confidence.
    pub notes: Vec<String>,
    /// The command that writes it anew.
    pub refresh: String,
}

/// A document that is not fresh.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentHealth {
    /// The path.
    pub path: String,
    /// The index, as a place in [`Health::sources`].
    pub source: u32,
    /// The verdict.
    pub verdict: Verdict,
}

/// Why a file is in no index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    /// It came after the stamp.
    New,
    /// A file with the same ending in the same folder is indexed: it may have come later.
    PerhapsNew,
    /// The indexer was not configured to read it.
    Excluded,
}

/// A file with the ending of indexed ones that no index holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unindexed {
    /// The path.
    pub path: String,
    /// Why it may not be there.
    pub absence: Absence,
}

/// The health of all indexes of a repository.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// The lowest of its sources.
    pub confidence: Confidence,
    /// The indexes, in their order.
    pub sources: Vec<SourceHealth>,
    /// The documents that are not fresh, by path. All others are.
    pub not_fresh: Vec<DocumentHealth>,
    /// The files that are in no index, by path.
    pub unindexed: Vec<Unindexed>,
}

impl Confidence {
    /// The word for it, as it is shown.
    pub fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

impl Share {
    /// Whether it is at least so many in a hundred. Of none it is.
    pub fn is_at_least(self, percent: u32) -> bool {
        u64::from(self.part) * 100 >= u64::from(self.of) * u64::from(percent)
    }

    /// In a hundred, rounded down; 100 of none.
    pub fn percent(self) -> u32 {
        let percent = (u64::from(self.part) * 100).checked_div(u64::from(self.of)).unwrap_or(100);
        u32::try_from(percent).unwrap_or(u32::MAX)
    }
}

impl Numbers {
    /// The fresh documents among those of which it is known.
    pub fn freshness(&self) -> Share {
        Share { part: self.fresh, of: self.fresh + self.stale + self.missing }
    }
}
