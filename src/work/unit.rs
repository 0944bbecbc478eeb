//! The units of work, and an amount of each.

use serde::Serialize;

use crate::base::words;

words! {
    /// A unit of work.
    pub enum Unit {
        /// A definition that a name may mean, or a file that a search ranks by its chunks.
        Candidates = "candidates",
        /// A file whose text is read.
        FilesRead = "files_read",
        /// A byte of such a file, or of the postings of a word that a search visits.
        BytesRead = "bytes_read",
        /// A microsecond of parsing, by the measured cost of the language: bytes times its price.
        ParseUnits = "parse_units",
        /// A file or definition that a walk enters into its answer.
        GraphNodes = "graph_nodes",
    }
}

/// An amount of each unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Amounts {
    /// Amount of [`Unit::Candidates`].
    pub candidates: u64,
    /// Amount of [`Unit::FilesRead`].
    pub files_read: u64,
    /// Amount of [`Unit::BytesRead`].
    pub bytes_read: u64,
    /// Amount of [`Unit::ParseUnits`].
    pub parse_units: u64,
    /// Amount of [`Unit::GraphNodes`].
    pub graph_nodes: u64,
}

impl Amounts {
    /// So much of each unit that nothing is refused.
    pub const UNBOUNDED: Self = Self {
        candidates: u64::MAX,
        files_read: u64::MAX,
        bytes_read: u64::MAX,
        parse_units: u64::MAX,
        graph_nodes: u64::MAX,
    };

    /// An amount for each unit.
    pub fn of(amount: impl Fn(Unit) -> u64) -> Self {
        Self {
            candidates: amount(Unit::Candidates),
            files_read: amount(Unit::FilesRead),
            bytes_read: amount(Unit::BytesRead),
            parse_units: amount(Unit::ParseUnits),
            graph_nodes: amount(Unit::GraphNodes),
        }
    }

    /// The amount of a unit.
    pub fn get(&self, unit: Unit) -> u64 {
        match unit {
            Unit::Candidates => self.candidates,
            Unit::FilesRead => self.files_read,
            Unit::BytesRead => self.bytes_read,
            Unit::ParseUnits => self.parse_units,
            Unit::GraphNodes => self.graph_nodes,
        }
    }

    /// The sum, unit by unit.
    pub fn plus(&self, other: &Self) -> Self {
        Self::of(|unit| self.get(unit).saturating_add(other.get(unit)))
    }

    /// The difference, unit by unit, at least nothing.
    pub fn minus(&self, other: &Self) -> Self {
        Self::of(|unit| self.get(unit).saturating_sub(other.get(unit)))
    }

    /// Whether no unit has more than in another amount.
    pub fn is_within(&self, other: &Self) -> bool {
        Unit::ALL.iter().all(|unit| self.get(*unit) <= other.get(*unit))
    }
}
