//! The names that chunks declare, against the terms of a text (S2.27).

use std::cell::RefCell;

use cg_rules::{FileId, Id};
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::SearchIndex;
use super::token;
use crate::facts::{NONE, Snapshot};
use crate::language::DeclKind;

/// The most that the names a chunk declares add to it, and the shortest term that may be one (S2.27).
const SYMBOLS: f64 = 0.1;
const SYMBOL_LETTERS: usize = 4;

/// The terms of a text that may be names.
#[derive(Default)]
pub(super) struct DeclaredTerms {
    numbers: FxHashMap<String, u32>,
    /// For each name of the snapshot that was met, the terms that it has: files declare names alike.
    of_names: RefCell<FxHashMap<u32, Vec<u32>>>,
}

impl DeclaredTerms {
    /// Those of some terms.
    pub fn of<'t>(terms: impl Iterator<Item = &'t String>) -> Self {
        let long = terms.filter(|term| term.len() >= SYMBOL_LETTERS);
        Self { numbers: long.cloned().zip(0..).collect(), of_names: RefCell::default() }
    }

    /// The part that the names declared in it add to each of some chunks of a file, which stand in order; nothing for one that declares
    /// none.
    pub fn boosts(
        &self,
        snapshot: &Snapshot,
        index: &SearchIndex,
        at: usize,
        chunks: &[usize],
    ) -> FxHashMap<usize, f64> {
        let mut boosts = FxHashMap::default();
        if self.numbers.is_empty() {
            return boosts;
        }
        let mut known = self.of_names.borrow_mut();
        let rows = snapshot.definitions_of(FileId::of(index.files[at] as usize)).filter(|(_, row)| row.name != NONE);
        let mut lines: Vec<(u32, u32)> = Vec::new();
        for (_, row) in rows {
            // A file has its own name, which no other declaration shares.
            let terms = if row.kind == DeclKind::File {
                &self.terms(snapshot.name_in(&row))
            } else {
                &*known.entry(row.name).or_insert_with(|| self.terms(snapshot.name_in(&row)))
            };
            lines.extend(terms.iter().map(|term| (row.at.line, *term)));
        }
        lines.sort_unstable();
        let mut met: FxHashSet<u32> = FxHashSet::default();
        for chunk in chunks {
            let Some(range) = index.lines(*chunk) else { continue };
            let first = lines.partition_point(|(line, _)| *line < range.first);
            let inside = lines.iter().skip(first).take_while(|(line, _)| *line <= range.last);
            met.clear();
            met.extend(inside.map(|(_, term)| *term));
            if !met.is_empty() {
                boosts.insert(*chunk, SYMBOLS * met.len() as f64 / self.numbers.len() as f64);
            }
        }
        boosts
    }

    fn terms(&self, name: &str) -> Vec<u32> {
        let mut found = Vec::new();
        token::visit(name, |term, _| {
            found.extend(std::str::from_utf8(term).ok().and_then(|term| self.numbers.get(term)).copied());
        });
        found
    }
}
