//! The names that chunks declare, against the terms of a text (S2.27).

use std::cell::RefCell;

use cg_rules::{FileId, Id};
use rustc_hash::{FxHashMap, FxHashSet};

use super::chunk::LineRange;
use super::index::SearchIndex;
use super::token;
use crate::facts::{NONE, Snapshot};
use crate::language::DeclKind;

/// The most that the names a chunk declares add to it, and the shortest term that may be one (S2.27).
const SYMBOLS: f64 = 0.1;
const SYMBOL_LETTERS: usize = 4;

/// The letters that a term has from the word that it is of: a stem changes no more than its last.
const BEGINNING: usize = SYMBOL_LETTERS - 1;
/// The bits of a letter in either case, and those of a beginning.
const LETTER_BITS: usize = 5;
const BEGINNING_BITS: usize = LETTER_BITS * BEGINNING;

/// The terms of a text that may be names.
#[derive(Default)]
pub(super) struct DeclaredTerms {
    numbers: FxHashMap<String, u32>,
    /// For each beginning, by the bits of its letters, whether a term has it.
    beginnings: Vec<bool>,
    /// For each name of the snapshot that was met, the terms that it has: files declare names alike.
    of_names: RefCell<FxHashMap<u32, Vec<u32>>>,
}

impl DeclaredTerms {
    /// Those of some terms.
    pub fn of<'t>(terms: impl Iterator<Item = &'t String>) -> Self {
        let long: Vec<&String> = terms.filter(|term| term.len() >= SYMBOL_LETTERS).collect();
        let mut beginnings = vec![false; 1 << BEGINNING_BITS];
        for term in &long {
            beginnings[term.bytes().take(BEGINNING).fold(0, pushed)] = true;
        }
        Self { numbers: long.into_iter().cloned().zip(0..).collect(), beginnings, of_names: RefCell::default() }
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
        let ranges: Vec<(LineRange, usize)> =
            chunks.iter().filter_map(|chunk| Some((index.lines(*chunk)?, *chunk))).collect();
        let mut met: Vec<FxHashSet<u32>> = vec![FxHashSet::default(); ranges.len()];
        let mut known = self.of_names.borrow_mut();
        let rows = snapshot.definitions_of(FileId::of(index.files[at] as usize)).filter(|(_, row)| row.name != NONE);
        for (_, row) in rows {
            let place = ranges.partition_point(|(range, _)| range.last < row.at.line);
            let Some(met) = met.get_mut(place).filter(|_| ranges[place].0.first <= row.at.line) else { continue };
            // A file has its own name, which no other declaration shares.
            let terms = if row.kind == DeclKind::File {
                &self.terms(snapshot.name_in(&row))
            } else {
                &*known.entry(row.name).or_insert_with(|| self.terms(snapshot.name_in(&row)))
            };
            met.extend(terms);
        }
        for ((_, chunk), met) in ranges.into_iter().zip(met).filter(|(_, met)| !met.is_empty()) {
            boosts.insert(chunk, SYMBOLS * met.len() as f64 / self.numbers.len() as f64);
        }
        boosts
    }

    fn terms(&self, name: &str) -> Vec<u32> {
        let mut found = Vec::new();
        if !self.may_have_any(name) {
            return found;
        }
        token::visit(name, |term, _| {
            found.extend(std::str::from_utf8(term).ok().and_then(|term| self.numbers.get(term)).copied());
        });
        found
    }

    /// Whether a name has the beginning of any term, in its letters without underscores; one that is not of ASCII may.
    fn may_have_any(&self, name: &str) -> bool {
        let mut last = 0;
        !name.is_ascii()
            || name.bytes().filter(|byte| *byte != b'_').any(|byte| {
                last = pushed(last, byte);
                self.beginnings.get(last) == Some(&true)
            })
    }
}

/// The bits of the last letters, with one more.
fn pushed(last: usize, byte: u8) -> usize {
    (last << LETTER_BITS | usize::from(byte) & ((1 << LETTER_BITS) - 1)) & ((1 << BEGINNING_BITS) - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// No name is passed over that has a term.
        #[test]
        fn what_has_a_term_has_its_beginning(
            text in "([a-e]{1,4}(s|ies|ed|ing|er|es|y|e)?[_ ]?){1,5}",
            name in "[_]?([A-Ea-e]{1,4}(s|ies|ed|ing|er|es|y|e)?_?[0-9]?){1,4}",
        ) {
            let terms: Vec<String> = token::terms(&format!("{text} {name}")).into_keys().collect();
            let declared = DeclaredTerms::of(terms.iter());
            let mut has_any = false;
            token::visit(&name, |term, _| has_any |= std::str::from_utf8(term).is_ok_and(|it| declared.numbers.contains_key(it)));
            prop_assert!(!has_any || declared.may_have_any(&name), "{} {:?}", name, terms);
        }
    }
}
