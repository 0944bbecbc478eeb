//! The order of what words found, where a model of sentence embeddings is at hand: the measures of words and that of the model,
//! each on its own scale, added (S2.18). A model is an option of the build and of a run; without one the order is that of words.

use std::path::Path;

use cg_rules::{FileId, Id};
use rustc_hash::FxHashMap;

#[cfg(feature = "neural")]
use super::embedder::Embedder;
use super::gate::spread;
use super::index::SearchIndex;
#[cfg(not(feature = "neural"))]
use super::no_embedder::Embedder;
use super::round::FoundFile;
use crate::base::{Digest, Digester, redacted};
use crate::primitive::{Engine, Note};
use crate::store::{Additions, Store, StorePlace};

/// The files that a model orders, and the most chunks of one whose vectors are compared. No file behind comes before these.
const FILES: usize = 10;
const FILE_CHUNKS: usize = 8;
/// The weight of the model beside that of the words: each is in standard deviations.
const MODEL: f64 = 1.0;
/// The language under which vectors are kept.
const VECTOR: &str = "vector";

/// A model with the place where its vectors are kept.
pub(super) struct Reranker {
    embedder: Result<Embedder, String>,
    place: StorePlace,
    version: u32,
}

impl Reranker {
    /// The model in a folder; one that cannot be read says so with every answer.
    pub fn open(folder: &Path, place: StorePlace, version: u32) -> Self {
        let embedder = Embedder::open(folder);
        let embedder = embedder.map_err(|why| format!("no model orders what was found: `{}`: {why}", folder.display()));
        Self { embedder, place, version }
    }

    /// Orders files anew, the best first, and says what it did.
    pub fn rerank(
        &self,
        engine: &Engine<'_>,
        index: &SearchIndex,
        text: &str,
        found: &mut Vec<FoundFile>,
    ) -> Option<Note> {
        let embedder = match &self.embedder {
            Ok(embedder) => embedder,
            Err(why) => return Some(Note::from(why.clone())),
        };
        let question = embedder.embed(text)?;
        let behind = found.split_off(found.len().min(FILES));
        let (chunks, mut n_chunks) = (texts(engine, index, found), 0);
        let mut known = Known::of(self, engine);
        let cosine = |parts: &Vec<String>| {
            let cosines = parts.iter().filter_map(|part| {
                n_chunks += 1;
                Some(dot(&question, &known.vector(embedder, part)?))
            });
            cosines.reduce(f64::max)
        };
        let cosines: Vec<Option<f64>> = chunks.iter().map(cosine).collect();
        let n_skipped = known.keep(engine);
        let scores: Vec<f64> = found.iter().map(|it| it.score).collect();
        let order = fused(&scores, &cosines);
        let mut taken: Vec<Option<FoundFile>> = std::mem::take(found).into_iter().map(Some).collect();
        found.extend(order.into_iter().filter_map(|at| taken.get_mut(at)?.take()));
        // The order is that of the scores everywhere behind.
        let mut falling = scores;
        falling.sort_by(|a, b| b.total_cmp(a));
        found.iter_mut().zip(falling).for_each(|(it, score)| it.score = score);
        found.extend(behind);
        let model = format!("{} ({} dimensions)", embedder.id().short(), embedder.dimension());
        let skipped = match n_skipped {
            0 => String::new(),
            n => format!("; {n} kept vectors had another length and were made again"),
        };
        Some(Note::from(format!("the model {model} compared {n_chunks} chunks with the text{skipped}")))
    }
}

/// The vectors that the store has, and those that are new.
struct Known<'r> {
    reranker: &'r Reranker,
    store: Store,
    new: Vec<(Digest, &'static str, u32, Vec<u8>)>,
    n_skipped: usize,
}

impl<'r> Known<'r> {
    fn of(reranker: &'r Reranker, engine: &Engine<'_>) -> Self {
        let store = engine.tree.and_then(|tree| Store::glance(&reranker.place, &tree.root).ok()).unwrap_or_default();
        Self { reranker, store, new: Vec::new(), n_skipped: 0 }
    }

    /// The vector of a chunk: kept under the digest of the model and of its text. One of another length counts as none.
    fn vector(&mut self, embedder: &Embedder, text: &str) -> Option<Vec<f32>> {
        let key = Digester::new(VECTOR).part(&embedder.id().0).part(text.as_bytes()).finish();
        if let Some(body) = self.store.postings(&key, VECTOR, self.reranker.version) {
            let (parts, rest) = body.as_chunks::<4>();
            if parts.len() == embedder.dimension() && rest.is_empty() {
                return Some(parts.iter().map(|part| f32::from_le_bytes(*part)).collect());
            }
            self.n_skipped += 1;
        }
        let vector = embedder.embed(text).filter(|vector| vector.len() == embedder.dimension())?;
        let body = vector.iter().flat_map(|part| part.to_le_bytes()).collect();
        self.new.push((key, VECTOR, self.reranker.version, body));
        Some(vector)
    }

    /// Keeps the new ones. Returns how many of those that were kept had another length.
    fn keep(mut self, engine: &Engine<'_>) -> usize {
        if engine.tree.is_some() && !self.new.is_empty() {
            self.store.add(&Additions { postings: self.new, ..Additions::default() });
        }
        self.n_skipped
    }
}

/// The texts of the best chunks of files, each behind its path.
fn texts(engine: &Engine<'_>, index: &SearchIndex, found: &[FoundFile]) -> Vec<Vec<String>> {
    let of_file = |it: &FoundFile| {
        let file = FileId::of(index.files[it.at] as usize);
        let path = engine.snapshot.path(file);
        let read = || engine.tree.and_then(|tree| tree.read(path).ok());
        let Some(bytes) = engine.admits(file).then(read).flatten() else { return Vec::new() };
        let text = String::from_utf8_lossy(&bytes);
        let text = redacted(&text);
        let lines: Vec<&str> = text.split('\n').collect();
        let chunk = |chunk: usize| {
            let range = index.lines(chunk)?;
            Some(format!("{path}\n{}", lines.get(range.first as usize - 1..range.last as usize)?.join("\n")))
        };
        let best = it.chunks.iter().filter(|chunk| chunk.score > 0.0).take(FILE_CHUNKS);
        best.filter_map(|it| chunk(it.chunk)).collect()
    };
    found.iter().map(of_file).collect()
}

/// The places of all things, the best first: by the sum of both measures, each in deviations from its mean. A thing without the
/// second has the mean of it. One that is behind another in neither comes before it.
fn fused(scores: &[f64], cosines: &[Option<f64>]) -> Vec<usize> {
    let known: Vec<f64> = cosines.iter().copied().flatten().collect();
    let scale = |values: &[f64]| {
        let (mean, deviation) = spread(values);
        (mean, if deviation > 0.0 { deviation } else { 1.0 })
    };
    let ((mean, deviation), (model_mean, model_deviation)) = (scale(scores), scale(&known));
    let of_model = |at: usize| {
        let cosine = cosines.get(at).copied().flatten();
        cosine.map_or(0.0, |cosine| MODEL * (cosine - model_mean) / model_deviation)
    };
    let sum = |at: usize| (scores[at] - mean) / deviation + of_model(at);
    let mut order: Vec<usize> = (0..scores.len()).collect();
    let sums: FxHashMap<usize, f64> = order.iter().map(|at| (*at, sum(*at))).collect();
    order.sort_by(|a, b| sums[b].total_cmp(&sums[a]).then(a.cmp(b)));
    order
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(one, other)| f64::from(one * other)).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// S2.18: the order falls with neither measure: of two, the one that is ahead in one and behind in none comes first.
        #[test]
        fn the_order_is_monotone_in_each_measure(both in prop::collection::vec((0u8..9, 0u8..9), 2..30)) {
            let scores: Vec<f64> = both.iter().map(|it| f64::from(it.0)).collect();
            let cosines: Vec<Option<f64>> = both.iter().map(|it| Some(f64::from(it.1) / 9.0)).collect();
            let order = fused(&scores, &cosines);
            for (place, one) in order.iter().enumerate() {
                for other in &order[place + 1..] {
                    let (ahead, behind) = (both[*one], both[*other]);
                    prop_assert!(ahead.0 >= behind.0 || ahead.1 >= behind.1, "{ahead:?} before {behind:?}");
                }
            }
            // Without a model, and with one that says nothing, the order is that of the words.
            let mut by_words: Vec<usize> = (0..scores.len()).collect();
            by_words.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
            prop_assert_eq!(&fused(&scores, &vec![None; scores.len()]), &by_words);
            prop_assert_eq!(&fused(&scores, &vec![Some(0.5); scores.len()]), &by_words);
        }
    }
}
