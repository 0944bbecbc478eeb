//! The places of terms with what they add to a score, held for later searches of a run; and the room that ended searches had.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

/// The most places that are held, of all terms: some 20 bytes each.
const HELD: usize = 1 << 21;
/// The most lists of scores that are held: those of two searches.
const LISTS: usize = 16;

/// The places of a term.
#[derive(Debug, Default)]
pub(super) struct TermPlaces {
    /// The chunks that hold it, in order.
    pub chunks: Vec<u32>,
    /// For each of these, or each of all chunks with 0 for the others, the saturated number of times, as BM25 has it.
    pub saturated: Vec<f64>,
    /// For the same chunks the damped number of times, as vectors have it.
    pub damped: Vec<f64>,
    /// The indexed files that hold it, in order.
    pub files: Vec<u32>,
    /// For each of these, or each of all files with 0 for the others, the saturated number of times.
    pub files_saturated: Vec<f64>,
    /// Those whose path has it.
    pub paths: Vec<u32>,
    /// The chunks that declare a name which has it.
    pub declared: Vec<u32>,
}

/// The places of some terms, by the numbers of the terms.
#[derive(Debug, Default)]
struct ByTerm {
    places: FxHashMap<u32, Arc<TermPlaces>>,
    n_places: usize,
}

/// The places and the room that are held.
#[derive(Debug, Default)]
pub(super) struct HeldPlaces {
    terms: Mutex<ByTerm>,
    lists: Mutex<Vec<Vec<f64>>>,
}

/// Held places follow from the index, and make none another.
impl PartialEq for HeldPlaces {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Clone for HeldPlaces {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl HeldPlaces {
    /// The places of a term, where a search of the run has made them.
    pub fn get(&self, term: u32) -> Option<Arc<TermPlaces>> {
        self.terms.lock().unwrap_or_else(PoisonError::into_inner).places.get(&term).cloned()
    }

    /// Holds the places of a term while there is room.
    pub fn hold(&self, term: u32, places: TermPlaces) -> Arc<TermPlaces> {
        let places = Arc::new(places);
        let mut held = self.terms.lock().unwrap_or_else(PoisonError::into_inner);
        if held.n_places + places.chunks.len() <= HELD {
            held.n_places += places.chunks.len();
            held.places.insert(term, Arc::clone(&places));
        }
        places
    }

    /// So many scores, all of them nothing. The system gives fresh memory page by page, which takes longer than to search.
    pub fn scores(&self, len: usize) -> Vec<f64> {
        let mut scores = self.lists.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        scores.truncate(len);
        scores.fill(0.0);
        scores.resize(len, 0.0);
        scores
    }

    /// Takes the room of a search that ended.
    pub fn give_back(&self, lists: impl IntoIterator<Item = Vec<f64>>) {
        let mut held = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        let n_free = LISTS.saturating_sub(held.len());
        held.extend(lists.into_iter().take(n_free));
    }
}
