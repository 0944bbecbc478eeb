//! The two measures of a text against the index, and nothing else: BM25 by chunk (Robertson and Walker), and the cosine of
//! TF-IDF vectors. Sums run in the order of terms and chunks, so that every run computes the same bits.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::derived::{Derived, owners};
use super::index::{Posting, SearchIndex};
use super::query::{QueryTerm, query};
use crate::base::ln;
use crate::work::{Meter, Unit};

/// A file is scored by its best chunks, each counting half of the one before.
const BEST_CHUNKS: usize = 3;
const DECAY: f64 = 0.5;

/// The most that the names a chunk declares add to it, and the shortest term that may be one (S2.27).
const SYMBOLS: f64 = 0.1;
const SYMBOL_LETTERS: usize = 4;

fn may_be_name(term: &str) -> bool {
    term.len() >= SYMBOL_LETTERS
}

/// The weight of a term that so many of all chunks hold, in vectors.
fn weight(n_chunks: usize, spread: u32) -> f64 {
    ln((1.0 + n_chunks as f64) / (1.0 + f64::from(spread))) + 1.0
}

/// The damped numbers of times that a chunk holds a term; hardly one holds it more often.
static DAMPED: LazyLock<[f64; 64]> = LazyLock::new(|| std::array::from_fn(|count| damping(count as u32)));

/// The damped number of times that a chunk holds a term.
pub(super) fn damped(count: u32) -> f64 {
    DAMPED.get(count as usize).copied().unwrap_or_else(|| damping(count))
}

fn damping(count: u32) -> f64 {
    1.0 + ln(f64::from(count.max(1)))
}

/// Computes the lengths of the vectors of chunks and files.
pub(super) fn measure(index: &mut SearchIndex) {
    let n_chunks = index.n_chunks();
    let mut squares = vec![0.0; n_chunks];
    let terms = index.all_terms();
    for term in &terms {
        let weight = weight(n_chunks, index.spread(*term));
        for Posting { chunk, count, .. } in index.places(*term) {
            let part = weight * damped(count);
            squares[chunk as usize] += part * part;
        }
    }
    index.chunk_norms = squares.iter().map(|square: &f64| (square.sqrt() as f32).to_bits()).collect();
    let owner = owners(&index.chunk_ends);
    let mut file_squares = vec![0.0; index.files.len()];
    for term in &terms {
        let weight = weight(n_chunks, index.spread(*term));
        let (mut open, mut sum) = (None, 0.0);
        for Posting { chunk, count, .. } in index.places(*term) {
            let chunk = chunk as usize;
            if open != Some(owner[chunk]) {
                if let Some(file) = open {
                    file_squares[file as usize] += sum * sum;
                }
                (open, sum) = (Some(owner[chunk]), 0.0);
            }
            sum += weight * damped(count) / index.chunk_norm(chunk).max(f64::MIN_POSITIVE);
        }
        if let Some(file) = open {
            file_squares[file as usize] += sum * sum;
        }
    }
    index.file_norms = file_squares.iter().map(|square: &f64| (square.sqrt() as f32).to_bits()).collect();
}

/// A text against every chunk and every file.
#[derive(Clone, Debug, Default)]
pub(super) struct Scored {
    /// The distinct terms of the text that the index holds.
    pub terms: BTreeMap<String, QueryTerm>,
    /// BM25, for each chunk.
    pub bm25: Vec<f64>,
    /// The cosine, for each chunk.
    pub cosine: Vec<f64>,
    /// The share of the text's terms, for each chunk.
    pub share: Vec<f64>,
    /// BM25 by the best chunks, for each indexed file.
    pub file_bm25: Vec<f64>,
    /// BM25 of the file as a whole, for each indexed file.
    pub whole_bm25: Vec<f64>,
    /// The rarities of the terms that its path has, for each indexed file.
    pub path: Vec<f64>,
    /// The cosine, for each indexed file.
    pub file_cosine: Vec<f64>,
    /// How many of the text's terms that may be names each chunk declares a name with.
    declared: Vec<f64>,
    /// How many terms of the text may be names.
    n_names: usize,
}

impl Scored {
    /// Gives the room of the scores to later searches.
    pub fn give_back(self, index: &SearchIndex) {
        let of_files = [self.file_bm25, self.whole_bm25, self.path, self.file_cosine];
        index.held.give_back([self.bm25, self.cosine, self.share, self.declared].into_iter().chain(of_files));
    }

    /// The part that the names which a chunk declares add to it (S2.27).
    pub fn of_declared(&self, chunk: usize) -> f64 {
        let n_declared = self.declared[chunk];
        if n_declared > 0.0 { SYMBOLS * n_declared / self.n_names as f64 } else { 0.0 }
    }
}

/// Scores a text.
pub(super) fn score(index: &SearchIndex, text: &str, meter: &Meter) -> Scored {
    let (n_chunks, n_files) = (index.n_chunks(), index.files.len());
    let mut terms = query(text);
    without_parts(index, text.trim(), &mut terms);
    terms.retain(|term, _| index.term(term).is_some());
    bound(index, &mut terms, meter);
    let mut scored = Scored {
        bm25: index.held.scores(n_chunks),
        cosine: index.held.scores(n_chunks),
        share: index.held.scores(n_chunks),
        whole_bm25: index.held.scores(n_files),
        path: index.held.scores(n_files),
        file_bm25: index.held.scores(n_files),
        file_cosine: index.held.scores(n_files),
        declared: index.held.scores(n_chunks),
        n_names: terms.keys().filter(|term| may_be_name(term)).count(),
        terms: BTreeMap::new(),
    };
    let Derived { chunks, files, .. } = index.derived();
    let (mut square, n_terms) = (0.0, terms.len().max(1) as f64);
    for (text, own) in &mut terms {
        let Some(term) = index.term(text) else { continue };
        let places = index.scored_places(term);
        if may_be_name(text) {
            places.declared.iter().for_each(|chunk| scored.declared[*chunk as usize] += 1.0);
        }
        // A term that most files hold tells few of them apart, however few of their chunks hold it.
        let rarity = own.weight * (1.0 - places.files.len() as f64 / n_files.max(1) as f64);
        let idf = rarity * chunks.idf(f64::from(index.spread(term)));
        let weight = weight(n_chunks, index.spread(term));
        let part = weight * damped(own.count);
        square += part * part;
        let (part, share) = (part * weight, 1.0 / n_terms);
        let sums = [&mut scored.bm25[..], &mut scored.cosine[..], &mut scored.share[..]];
        places.add_to_chunks(sums, [idf, part, share]);
        own.rarity = idf;
        let idf = rarity * files.idf(places.files.len() as f64);
        places.add_to_files(&mut scored.whole_bm25, idf);
        places.paths.iter().for_each(|file| scored.path[*file as usize] += idf);
    }
    let length = f64::sqrt(square).max(f64::MIN_POSITIVE);
    for (dot, norm) in scored.cosine.iter_mut().zip(&index.chunk_norms) {
        *dot /= f64::from(f32::from_bits(*norm)).max(f64::MIN_POSITIVE) * length;
    }
    let (mut first, mut bm25, mut cosine) = (0, &scored.bm25[..], &scored.cosine[..]);
    let of_files = scored.file_bm25.iter_mut().zip(&mut scored.file_cosine);
    for ((file_bm25, file_cosine), (end, norm)) in of_files.zip(index.chunk_ends.iter().zip(&index.file_norms)) {
        let n_own = (*end - first) as usize;
        let (own_bm25, own_cosine);
        (own_bm25, bm25) = bm25.split_at(n_own);
        (own_cosine, cosine) = cosine.split_at(n_own);
        first = *end;
        *file_bm25 = best(own_bm25);
        let sum: f64 = own_cosine.iter().sum();
        *file_cosine = sum / f64::from(f32::from_bits(*norm)).max(f64::MIN_POSITIVE);
    }
    scored.terms = terms;
    scored
}

/// Takes the parts of a name away, where the text is nothing but the name, and something here is declared so.
fn without_parts(index: &SearchIndex, text: &str, terms: &mut BTreeMap<String, QueryTerm>) {
    let is_whole = |term: &QueryTerm| term.word.len() == text.len();
    if index.names.defs(text).len() > 0 && terms.iter().any(|(key, term)| is_whole(term) && index.term(key).is_some()) {
        terms.retain(|_, term| is_whole(term));
    }
}

/// Holds the postings that are visited to the limit of bytes: the rarest terms come first, as they say most.
fn bound(index: &SearchIndex, terms: &mut BTreeMap<String, QueryTerm>, meter: &Meter) {
    let sized = terms.keys().filter_map(|term| Some((index.n_bytes(index.term(term)?) as u64, term.clone())));
    let mut sized: Vec<(u64, String)> = sized.collect();
    sized.sort_unstable();
    let n_kept = sized.iter().take_while(|(bytes, _)| meter.take_whole(Unit::BytesRead, *bytes)).count();
    let behind = sized.split_off(n_kept);
    meter.refuse(Unit::BytesRead, behind.iter().skip(1).map(|(bytes, _)| bytes).sum());
    behind.iter().for_each(|(_, term)| {
        terms.remove(term);
    });
}

/// The sum of the best scores, each counting half of the one before.
fn best(scores: &[f64]) -> f64 {
    match *scores {
        [only] => return only.max(0.0),
        [first, second] => return first.max(second) + DECAY * first.min(second),
        [first, second, third] => {
            let (more, less) = (first.max(second), first.min(second));
            return more.max(third) + DECAY * (less.max(more.min(third)) + DECAY * less.min(third));
        }
        _ => {}
    }
    let mut top = [0.0; BEST_CHUNKS];
    for score in scores.iter().filter(|score| **score > 0.0) {
        let mut next = *score;
        for place in &mut top {
            if next > *place {
                std::mem::swap(place, &mut next);
            }
        }
    }
    top.iter().rev().fold(0.0, |sum, score| sum * DECAY + score)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        /// However many chunks a file has, its score is that of the three best of them in order.
        #[test]
        fn the_best_chunks_are_those_of_the_whole_order(mut scores in prop::collection::vec(0.0f64..9.0, 0..7)) {
            let best = super::best(&scores);
            scores.sort_by(|a, b| b.total_cmp(a));
            let naive: f64 = scores.iter().take(3).zip([1.0, 0.5, 0.25]).map(|(score, share)| score * share).sum();
            prop_assert!((best - naive).abs() < 1e-12, "{best} {naive}");
        }
    }
}
