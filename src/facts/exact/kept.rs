//! What is kept of indexes beside the relations that they made surer: read only where a query asks for it.

use cg_rules::{Csr, Facts, Id, OccurrenceId, SymbolId};

use super::row::{Defined, Occurrence, Related};
use crate::base::{Strings, Table};

/// The occurrences of all symbols, and the orders in which symbols are looked up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exact {
    /// The symbols, in byte order: an id is a place in this list.
    pub symbols: Strings,
    /// The symbols in the order of their last names.
    pub by_name: Vec<u32>,
    /// The first symbol of each package.
    pub by_package: Vec<u32>,
    /// The files whose document may answer for them, sorted.
    pub fresh: Vec<u32>,
    /// The files that have a document, sorted.
    pub covered: Vec<u32>,
    /// `occurrence`, by symbol, then file and place.
    pub occurrences: Table<Occurrence, 6>,
    /// What symbols have to do with each other.
    pub related: Table<Related, 3>,
    /// The definitions of symbols.
    pub defined: Table<Defined, 2>,
}

impl Exact {
    /// The sections that hold it.
    pub fn to_sections(&self) -> Vec<(&'static str, Vec<u8>)> {
        vec![
            ("exact.by_name", to_bytes(&self.by_name)),
            ("exact.by_package", to_bytes(&self.by_package)),
            ("exact.covered", to_bytes(&self.covered)),
            ("exact.defined", self.defined.to_bytes()),
            ("exact.fresh", to_bytes(&self.fresh)),
            ("exact.occurrences", self.occurrences.to_bytes()),
            ("exact.related", self.related.to_bytes()),
            ("exact.symbols", self.symbols.to_bytes()),
        ]
    }

    /// Reads the sections again; `None` where one is missing or not whole.
    pub fn from_sections(section: impl Fn(&str) -> Option<Vec<u8>>) -> Option<Self> {
        Some(Self {
            symbols: Strings::from_bytes(&section("exact.symbols")?)?,
            by_name: from_bytes(&section("exact.by_name")?)?,
            by_package: from_bytes(&section("exact.by_package")?)?,
            fresh: from_bytes(&section("exact.fresh")?)?,
            covered: from_bytes(&section("exact.covered")?)?,
            occurrences: Table::from_bytes(&section("exact.occurrences")?)?,
            related: Table::from_bytes(&section("exact.related")?)?,
            defined: Table::from_bytes(&section("exact.defined")?)?,
        })
    }
}

impl Exact {
    /// The relations that `scip.refs` reads. An occurrence is numbered by its row.
    pub fn graph(&self) -> Facts {
        let rows = || self.occurrences.iter().enumerate();
        let pairs: Vec<(SymbolId, OccurrenceId)> =
            rows().map(|(at, row)| (SymbolId(row.symbol), OccurrenceId::of(at))).collect();
        let related = self.related.iter().filter(|row| row.is_reference);
        let stands_for: Vec<(SymbolId, SymbolId)> = related.map(|row| (SymbolId(row.from), SymbolId(row.to))).collect();
        let n_symbols = self.symbols.len();
        let mut facts = Facts {
            occurrences: Csr::build(n_symbols, &pairs),
            is_definition: rows().map(|(_, row)| row.is_definition()).collect(),
            stands_for: Csr::build(n_symbols, &stands_for),
            ..Facts::default()
        };
        facts.stand_ins = facts.stands_for.transposed(n_symbols);
        facts
    }
}

fn to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn from_bytes(bytes: &[u8]) -> Option<Vec<u32>> {
    let (words, rest) = bytes.as_chunks::<4>();
    rest.is_empty().then(|| words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}
