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

impl TermPlaces {
    /// Adds to the BM25, the cosine and the share of every chunk what one time is worth in each.
    pub fn add_to_chunks(&self, [bm25, cosine, share]: [&mut [f64]; 3], [idf, part, held]: [f64; 3]) {
        let places = self.saturated.iter().zip(&self.damped);
        if self.saturated.len() == bm25.len() {
            let chunks = bm25.iter_mut().zip(cosine).zip(share);
            for (((bm25, cosine), share), (saturated, damped)) in chunks.zip(places) {
                *bm25 += idf * saturated;
                *cosine += part * damped;
                *share += if *damped > 0.0 { held } else { 0.0 };
            }
            return;
        }
        for (chunk, (saturated, damped)) in self.chunks.iter().zip(places) {
            let chunk = *chunk as usize;
            bm25[chunk] += idf * saturated;
            cosine[chunk] += part * damped;
            share[chunk] += held;
        }
    }

    /// Adds to the BM25 of every file what one time is worth.
    pub fn add_to_files(&self, bm25: &mut [f64], idf: f64) {
        if self.files_saturated.len() == bm25.len() {
            bm25.iter_mut().zip(&self.files_saturated).for_each(|(bm25, saturated)| *bm25 += idf * saturated);
            return;
        }
        for (file, saturated) in self.files.iter().zip(&self.files_saturated) {
            bm25[*file as usize] += idf * saturated;
        }
    }
}

/// The values of some places, in order, or those of all where these are at least half of them: what is read in a row takes a third
/// of the time.
fn laid_out(values: Vec<f64>, places: &[u32], n_all: usize) -> Vec<f64> {
    if 2 * places.len() < n_all || places.len() == n_all {
        return values;
    }
    let mut all = vec![0.0; n_all];
    for (place, value) in places.iter().zip(values) {
        all[*place as usize] = value;
    }
    all
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
    let files_saturated = places.files.iter().zip(counts).map(saturated).collect();
    places.files_saturated = laid_out(files_saturated, &places.files, index.files.len());
    let TermPlaces { saturated, damped, chunks, .. } = &mut places;
    for values in [saturated, damped] {
        *values = laid_out(std::mem::take(values), chunks, index.n_chunks());
    }
    places
}
