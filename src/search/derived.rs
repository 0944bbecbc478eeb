//! Lengths, sources and copies that follow from an index and serve every search of a run: computed at the first.

use super::standard::{SourceWeights, Standard};
use super::text_kind::TextKind;
use crate::base::ln;

/// The saturation and the length normalisation of BM25, as usual.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// The sizes, the sources and the copies of an index.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Derived {
    /// The indexed file of each chunk.
    pub owners: Vec<u32>,
    /// The lengths of the chunks.
    pub chunks: Lengths,
    /// The lengths of the files.
    pub files: Lengths,
    /// The indexed files of each kind, in order.
    of_kind: [Vec<usize>; 3],
    /// Which of the indexed files are sources.
    pub of_sources: SourceWeights,
    /// The logarithm of the PageRank of each indexed file; a file that no other relies on has that of the least.
    pub prior: Vec<f64>,
    /// The scale of that over all sources.
    pub prior_spread: Standard,
    /// The indexed files whose content an earlier one has, each behind that one, in order.
    later: Vec<(u32, u32)>,
}

impl Derived {
    /// Computes it of the ends of each file's chunks, the chunks, the first file of each content, and each file's kind and
    /// PageRank.
    pub fn of(chunk_ends: &[u32], chunks: &[[u32; 3]], contents: &[u32], kinds: &[TextKind], ranks: &[u64]) -> Self {
        let least = ranks.iter().copied().filter(|rank| *rank > 0).min().unwrap_or(1);
        let prior = |rank: &u64| ln(if *rank > 0 { *rank } else { least } as f64);
        let mut later: Vec<(u32, u32)> = (0..).zip(contents).map(|(at, first)| (*first, at)).collect();
        later.retain(|(first, at)| first != at);
        later.sort_unstable();
        let owners = owners(chunk_ends);
        let lengths: Vec<f64> = chunks.iter().map(|[.., length]| f64::from(*length)).collect();
        let mut of_files = vec![0.0; chunk_ends.len()];
        for (owner, length) in owners.iter().zip(&lengths) {
            of_files[*owner as usize] += length;
        }
        let mut of_kind: [Vec<usize>; 3] = Default::default();
        for (at, kind) in kinds.iter().enumerate() {
            of_kind[*kind as usize].push(at);
        }
        let of_sources = SourceWeights::of(kinds.iter().map(|kind| *kind == TextKind::Source));
        let prior: Vec<f64> = ranks.iter().map(prior).collect();
        Self {
            owners,
            chunks: Lengths::new(lengths),
            files: Lengths::new(of_files),
            of_kind,
            prior_spread: Standard::of(&prior, &of_sources),
            of_sources,
            prior,
            later,
        }
    }

    /// The indexed files of a kind, in order.
    pub fn of_kind(&self, kind: TextKind) -> &[usize] {
        &self.of_kind[kind as usize]
    }

    /// The files that have the content of a file which is the first to have it, in order.
    pub fn copies(&self, first: u32) -> impl Iterator<Item = u32> {
        let start = self.later.partition_point(|(own, _)| *own < first);
        self.later[start..].iter().take_while(move |(own, _)| *own == first).map(|(_, at)| *at)
    }
}

/// The indexed file of each chunk.
pub(super) fn owners(chunk_ends: &[u32]) -> Vec<u32> {
    let mut owners = Vec::new();
    for (file, end) in (0..).zip(chunk_ends) {
        owners.resize(*end as usize, file);
    }
    owners
}

/// The sizes that BM25 normalises by.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lengths {
    n_all: f64,
    /// For each the number of times that saturates it by half.
    halves: Vec<f64>,
}

impl Lengths {
    fn new(lengths: Vec<f64>) -> Self {
        let n_all = lengths.len().max(1) as f64;
        let average = (lengths.iter().sum::<f64>() / n_all).max(1.0);
        let half = |length: f64| K1 * (1.0 - B + B * length / average);
        Self { n_all, halves: lengths.into_iter().map(half).collect() }
    }

    /// The rarity of a term that so many of all hold.
    pub fn idf(&self, spread: f64) -> f64 {
        ln(1.0 + (self.n_all - spread + 0.5) / (spread + 0.5))
    }

    /// The saturated number of times that one holds a term.
    pub fn saturated(&self, at: usize, count: f64) -> f64 {
        count * (K1 + 1.0) / (count + self.halves[at])
    }
}
