//! Rows that are found by the hash of a text: who asks compares what was found.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

/// Rows by the hashes of texts.
#[derive(Debug, Default)]
pub(super) struct Hashed<V> {
    rows: Vec<(u64, V)>,
}

impl<V: Copy + Ord> Hashed<V> {
    /// Rows, each with a text.
    pub fn of(rows: impl IntoIterator<Item = (u64, V)>) -> Self {
        let mut rows: Vec<(u64, V)> = rows.into_iter().collect();
        rows.sort_unstable();
        rows.dedup();
        Self { rows }
    }

    /// The rows whose text has the hash of another, in order.
    pub fn like(&self, text: &str) -> impl Iterator<Item = V> + '_ {
        let key = hash(text);
        let first = self.rows.partition_point(|(known, _)| *known < key);
        self.rows.iter().skip(first).take_while(move |(known, _)| *known == key).map(|(_, row)| *row)
    }
}

/// The hash of a text.
pub(super) fn hash(text: &str) -> u64 {
    FxBuildHasher.hash_one(text)
}
