//! SCIP facts beyond the relations that they confirm: loaded only where a query needs them.

use std::collections::BTreeSet;

use cg_rules::{Id, OccurrenceId, SymbolGraph, SymbolId};

use super::row::{Defined, OccurrenceRow, Related};
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
    pub occurrences: Table<OccurrenceRow, 5>,
    /// Relationships between symbols.
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
    /// The relations that `scip.refs` reads, as far as they can matter for some symbols: those of every symbol that
    /// `stands_for` connects with one of them, in whatever direction. An occurrence is numbered by its row. All of them
    /// would be made for a few.
    pub fn graph(&self, symbols: &[SymbolId]) -> SymbolGraph {
        let related: Vec<(SymbolId, SymbolId)> = self
            .related
            .iter()
            .filter(|row| row.is_reference)
            .map(|row| (SymbolId(row.from), SymbolId(row.to)))
            .collect();
        let connected = connected(symbols, &related);
        let (mut pairs, mut is_definition) = (Vec::new(), Vec::new());
        for symbol in &connected {
            for (row, occurrence) in self.occurrences.numbered([symbol.0]) {
                pairs.push((*symbol, OccurrenceId::of(row)));
                is_definition.resize(is_definition.len().max(row + 1), false);
                is_definition[row] = occurrence.is_definition();
            }
        }
        let stands_for: Vec<(SymbolId, SymbolId)> =
            related.into_iter().filter(|(from, _)| connected.contains(from)).collect();
        SymbolGraph::new(self.symbols.len(), &pairs, is_definition, &stands_for)
    }
}

/// The symbols that pairs connect with some, those included.
fn connected(symbols: &[SymbolId], pairs: &[(SymbolId, SymbolId)]) -> BTreeSet<SymbolId> {
    let mut connected: BTreeSet<SymbolId> = symbols.iter().copied().collect();
    let mut size = 0;
    // Overriding is a few steps deep; each round goes one further.
    while connected.len() > size {
        size = connected.len();
        for (from, to) in pairs {
            if connected.contains(from) || connected.contains(to) {
                connected.extend([*from, *to]);
            }
        }
    }
    connected
}

fn to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn from_bytes(bytes: &[u8]) -> Option<Vec<u32>> {
    let (words, rest) = bytes.as_chunks::<4>();
    rest.is_empty().then(|| words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}
