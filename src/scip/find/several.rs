//! Groups the symbols that a text names into distinct things, and lists these where there are several.

use std::collections::BTreeMap;

use super::found::{Fitting, Found, Kind, MOST, SymbolCandidate, Symbols};
use super::order::headed;
use super::qualified::Fit;
use super::suggest::written;

/// The names of constructors, as symbols write them.
const CONSTRUCTORS: [&str; 3] = ["`<constructor>`(", "`<init>`(", "__init__("];

/// Keeps those that fit best, and whatever is the same thing as one of them.
pub(super) fn close(fitting: &mut Vec<Fitting>, best: (Fit, Kind)) {
    let is_best = |it: &Fitting| (it.fit, it.kind) == best;
    let mut identities: Vec<String> = fitting.iter().filter(|it| is_best(it)).map(|it| it.identity.clone()).collect();
    identities.sort_unstable();
    fitting.retain(|it| is_best(it) || identities.binary_search(&it.identity).is_ok());
}

impl Symbols<'_> {
    /// The answer for symbols that fit equally well.
    pub(super) fn things(&self, fitting: Vec<Fitting>, notes: Vec<String>) -> Found {
        let mut things: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for it in fitting {
            things.entry(it.identity).or_default().push(it.id);
        }
        let n_things = things.len();
        let mut things: Vec<Vec<u32>> = things.into_values().map(|ids| self.with_constructors(ids)).collect();
        let mut symbols: Vec<u32> = things.concat();
        symbols.sort_unstable();
        symbols.dedup();
        let mut ambiguous = Vec::new();
        if n_things > 1 {
            let count =
                |ids: &Vec<u32>| ids.iter().map(|id| self.counts.n_references(*id)).fold(0, u32::saturating_add);
            things.sort_by_cached_key(|ids| (std::cmp::Reverse(count(ids)), ids.first().copied()));
            ambiguous = things.into_iter().take(MOST).map(|ids| self.candidate(ids)).collect();
        }
        Found { symbols, ambiguous, n_things, notes, ..Found::default() }
    }

    /// Symbols, and the constructors of those that are types.
    fn with_constructors(&self, mut ids: Vec<u32>) -> Vec<u32> {
        for at in 0..ids.len() {
            let text = self.texts.get(ids[at]);
            if text.ends_with('#') {
                let heads = CONSTRUCTORS.iter().flat_map(|name| headed(self.texts, &format!("{text}{name}")));
                ids.extend(heads.filter(|id| self.texts.get(*id).ends_with(").")));
            }
        }
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    fn candidate(&self, symbols: Vec<u32>) -> SymbolCandidate {
        let sum = |count: &dyn Fn(u32) -> u32| symbols.iter().map(|id| count(*id)).fold(0, u32::saturating_add);
        let n_definitions = sum(&|id| self.counts.n_definitions(id));
        let n_references = sum(&|id| self.counts.n_references(id));
        let best = symbols.iter().copied().min_by_key(|id| (std::cmp::Reverse(self.counts.n_references(*id)), *id));
        let symbol = best.unwrap_or_default();
        let example = symbols.iter().find(|id| self.counts.n_definitions(**id) > 0).copied().unwrap_or(symbol);
        let written = written(self.texts.get(symbol));
        SymbolCandidate { symbol, written, n_definitions, n_references, example: self.counts.example(example), symbols }
    }
}
