//! The shapes of the relations that come from indexes.

use cg_rules::{DefId, FileId};

use crate::base::{Position, Row};
pub use crate::parse::SiteKind as UseKind;
pub use crate::scip::TextMatch;

/// Every agreement, in the order in which they are packed.
const AGREEMENTS: [TextMatch; 4] = [TextMatch::Exact, TextMatch::Alias, TextMatch::Mismatch, TextMatch::Unnamed];

/// `occurrence(Symbol, File, At, Length, Role, Kind, Agreement)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OccurrenceRow {
    /// The symbol, among [`super::Exact::symbols`].
    pub symbol: u32,
    /// The file.
    pub file: FileId,
    /// Where it begins.
    pub at: Position,
    /// How many bytes long it is.
    pub length: u32,
    /// The bits of SCIP's roles.
    pub roles: u32,
    /// The kind of use, by the syntax tree of the file.
    pub kind: UseKind,
    /// How the text there fits the symbol.
    pub agreement: TextMatch,
    /// The document's text is that which was indexed.
    pub is_fresh: bool,
}

impl OccurrenceRow {
    /// Whether the symbol is defined here.
    pub fn is_definition(&self) -> bool {
        self.roles & 1 != 0
    }

    /// The word for how the text fits.
    pub fn agreement_word(&self) -> &'static str {
        match self.agreement {
            TextMatch::Exact => "exact",
            TextMatch::Alias => "alias",
            TextMatch::Mismatch => "mismatch",
            TextMatch::Unnamed => "unnamed",
        }
    }
}

/// The longest name that is kept; no language's is longer, and an index of a large repository is read in each run.
const LONGEST: u32 = (1 << 16) - 1;

impl Row<5> for OccurrenceRow {
    fn pack(&self) -> [u32; 5] {
        let bits = (self.roles & 0x7f) << 25
            | u32::from(self.is_fresh) << 24
            | (self.agreement as u32 & 0xf) << 20
            | (self.kind as u32 & 0xf) << 16
            | self.length.min(LONGEST);
        [self.symbol, self.file.0, self.at.line, self.at.column, bits]
    }
    fn unpack([symbol, file, line, column, bits]: [u32; 5]) -> Self {
        Self {
            symbol,
            file: FileId(file),
            at: Position { line, column },
            length: bits & LONGEST,
            roles: bits >> 25,
            kind: UseKind::ALL.get((bits >> 16 & 0xf) as usize).copied().unwrap_or(UseKind::Read),
            agreement: AGREEMENTS.get((bits >> 20 & 0xf) as usize).copied().unwrap_or(TextMatch::Mismatch),
            is_fresh: bits & 1 << 24 != 0,
        }
    }
}

/// A symbol and a definition of it that the text shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Defined {
    /// The symbol.
    pub symbol: u32,
    /// The definition.
    pub def: DefId,
}

impl Row<2> for Defined {
    fn pack(&self) -> [u32; 2] {
        [self.symbol, self.def.0]
    }
    fn unpack([symbol, def]: [u32; 2]) -> Self {
        Self { symbol, def: DefId(def) }
    }
}

/// A relationship between two symbols by an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Related {
    /// The symbol whose information says so.
    pub from: u32,
    /// The other.
    pub to: u32,
    /// References of one are references of the other.
    pub is_reference: bool,
    /// `from` implements `to`.
    pub is_implementation: bool,
}

impl Row<3> for Related {
    fn pack(&self) -> [u32; 3] {
        [self.from, self.to, u32::from(self.is_reference) | u32::from(self.is_implementation) << 1]
    }
    fn unpack([from, to, bits]: [u32; 3]) -> Self {
        Self { from, to, is_reference: bits & 1 != 0, is_implementation: bits & 2 != 0 }
    }
}
