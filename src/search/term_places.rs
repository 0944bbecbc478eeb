//! The places of a term with what they add to a score: made once for all searches of a run that have the term.

use std::sync::Arc;

use super::derived::Derived;
use super::held_places::TermPlaces;
use super::index::{Posting, SearchIndex, TermId};
use super::rank::damped;

impl SearchIndex {
    /// The places of a term with what they add to a score.
    pub fn scored_places(&self, term: TermId) -> Arc<TermPlaces> {
        let number = term.number();
        self.held.get(number).unwrap_or_else(|| self.held.hold(number, places(self, term)))
    }
}

fn places(index: &SearchIndex, term: TermId) -> TermPlaces {
    let Derived { owners, chunks, files, .. } = index.derived();
    let mut places = TermPlaces::default();
    let n_chunks = index.spread(term) as usize;
    places.chunks.reserve(n_chunks);
    places.saturated.reserve(n_chunks);
    places.damped.reserve(n_chunks);
    let mut counts: Vec<f64> = Vec::new();
    for Posting { chunk, count, is_declared, is_in_path } in index.places(term) {
        places.chunks.push(chunk);
        places.declared.extend(is_declared.then_some(chunk));
        places.saturated.push(chunks.saturated(chunk as usize, f64::from(count)));
        places.damped.push(damped(count));
        let owner = owners[chunk as usize];
        if places.files.last() == Some(&owner) {
            counts.last_mut().into_iter().for_each(|sum| *sum += f64::from(count));
            continue;
        }
        places.files.push(owner);
        counts.push(f64::from(count));
        places.paths.extend(is_in_path.then_some(owner));
    }
    let saturated = |(file, count): (&u32, f64)| files.saturated(*file as usize, count);
    places.files_saturated = places.files.iter().zip(counts).map(saturated).collect();
    places
}
