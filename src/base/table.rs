//! Relations as flat arrays of `u32`, so that a snapshot is stored and loaded by copying.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A row of a relation that fits in `K` words.
pub trait Row<const K: usize>: Sized {
    /// The row as words.
    fn pack(&self) -> [u32; K];
    /// The row of some words. RowWords that no version wrote give some valid row, never a panic.
    fn unpack(words: [u32; K]) -> Self;
}

/// A row of plain words.
impl<const K: usize> Row<K> for [u32; K] {
    fn pack(&self) -> [u32; K] {
        *self
    }
    fn unpack(words: [u32; K]) -> Self {
        words
    }
}

/// All rows of one relation, sorted and distinct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<R, const K: usize> {
    words: Vec<[u32; K]>,
    heads: Heads,
    rows: PhantomData<R>,
}

/// Where the rows of each first word begin, made once so many rows were looked for that a search for each takes longer.
#[derive(Debug, Default)]
struct Heads {
    n_asked: AtomicU32,
    starts: OnceLock<Vec<u32>>,
}

impl Heads {
    /// So many searches take as long as the starts do.
    const MANY: u32 = 500;

    /// The rows of a first word; `None` where a search finds them.
    fn range<const K: usize>(&self, words: &[[u32; K]], first: u32) -> Option<Range<usize>> {
        if self.starts.get().is_none() && self.n_asked.fetch_add(1, Ordering::Relaxed) < Self::MANY {
            return None;
        }
        let starts = self.starts.get_or_init(|| Self::starts(words));
        if starts.is_empty() {
            return None;
        }
        let at = |first: usize| starts.get(first).map_or(words.len(), |at| *at as usize);
        Some(at(first as usize)..at(first as usize + 1))
    }

    /// None where the first words are not dense.
    fn starts<const K: usize>(words: &[[u32; K]]) -> Vec<u32> {
        let last = words.last().map_or(0, |words| words[0] as usize);
        if last > 8 * words.len() + 1_000_000 || u32::try_from(words.len()).is_err() {
            return Vec::new();
        }
        let mut starts = vec![0u32; last + 2];
        for words in words {
            if let Some(start) = starts.get_mut(words[0] as usize + 1) {
                *start += 1;
            }
        }
        for first in 0..=last {
            starts[first + 1] += starts[first];
        }
        starts
    }
}

/// No part of the rows.
impl Clone for Heads {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Heads {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Heads {}

impl<R, const K: usize> Default for Table<R, K> {
    fn default() -> Self {
        Self { words: Vec::new(), heads: Heads::default(), rows: PhantomData }
    }
}

impl<R: Row<K>, const K: usize> Table<R, K> {
    /// Collects rows in any order; they are sorted by their words and made distinct.
    pub fn sorted(rows: impl IntoIterator<Item = R>) -> Self {
        Self::of_words(rows.into_iter().map(|row| row.pack()).collect())
    }

    /// Takes rows as words, in any order; they are sorted and made distinct in their place.
    pub fn of_words(mut words: Vec<[u32; K]>) -> Self {
        words.sort_unstable();
        words.dedup();
        Self { words, heads: Heads::default(), rows: PhantomData }
    }

    /// Collects rows that keep their order: the position is the id.
    pub fn in_order(rows: impl IntoIterator<Item = R>) -> Self {
        Self { words: rows.into_iter().map(|row| row.pack()).collect(), ..Self::default() }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The row at a position.
    #[inline]
    pub fn get(&self, at: usize) -> Option<R> {
        self.words.get(at).map(|words| R::unpack(*words))
    }

    /// In a sorted table: the position of a row.
    pub fn position(&self, row: &R) -> Option<usize> {
        self.words.binary_search(&row.pack()).ok()
    }

    /// All rows, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = R> + '_ {
        self.words.iter().map(|words| R::unpack(*words))
    }

    /// One word of each row, in order.
    pub fn column(&self, at: usize) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.words.iter().map(move |words| words.get(at).copied().unwrap_or(0))
    }

    /// In a sorted table: the rows whose first words are `head`.
    pub fn headed<const H: usize>(&self, head: [u32; H]) -> impl ExactSizeIterator<Item = R> + '_ {
        self.words[self.range(head)].iter().map(|words| R::unpack(*words))
    }

    /// The positions of the rows whose first words are `head`.
    fn range<const H: usize>(&self, head: [u32; H]) -> Range<usize> {
        let all = match head.first() {
            Some(first) => self.heads.range(&self.words, *first).unwrap_or(0..self.words.len()),
            None => 0..self.words.len(),
        };
        let key = leading::<H, H>(&head);
        let start = all.start + self.words[all.clone()].partition_point(|words| leading::<H, K>(words) < key);
        let rows = &self.words[start..all.end];
        // Mostly there are few: a search of all that is behind would read rows far away.
        let mut most = 1;
        while rows.get(most - 1).is_some_and(|words| leading::<H, K>(words) == key) {
            most *= 2;
        }
        let len = rows[..most.min(rows.len())].partition_point(|words| leading::<H, K>(words) == key);
        start..start + len
    }

    /// In a sorted table: the rows whose first words are `head`, each with its position.
    pub fn numbered<const H: usize>(&self, head: [u32; H]) -> impl Iterator<Item = (usize, R)> + '_ {
        let range = self.range(head);
        range.clone().zip(self.words[range].iter().map(|words| R::unpack(*words)))
    }

    /// The rows as little-endian bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.words.len() * 4 * K);
        self.words.iter().flatten().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        bytes
    }

    /// Reads [`Self::to_bytes`]; `None` where the length does not fit.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if !bytes.len().is_multiple_of(4 * K) {
            return None;
        }
        let (words, _) = bytes.as_chunks::<4>();
        let mut rows = vec![[0u32; K]; words.len() / K];
        // Over one flat slice this is a copy.
        for (word, bytes) in rows.as_flattened_mut().iter_mut().zip(words) {
            *word = u32::from_le_bytes(*bytes);
        }
        Some(Self { words: rows, ..Self::default() })
    }
}

/// The first words as one number, so that rows are compared without a branch a word.
#[inline]
fn leading<const H: usize, const K: usize>(words: &[u32; K]) -> u128 {
    const { assert!(H <= 4 && H <= K, "a number of 128 bits has four words") };
    (0..H).fold(0, |key, at| key << 32 | u128::from(words[at]))
}

/// Rows of so many words, row by row.
pub trait RowWords {
    /// The number of rows.
    fn n_rows(&self) -> usize;
    /// Makes room for so many rows more, and no others.
    fn reserve(&mut self, n_rows: usize);
    /// The words of a row; none for one that is not there.
    fn row(&self, at: usize) -> &[u32];
    /// Adds a row behind the others. One with another number of words is left out.
    fn push(&mut self, row: &[u32]);
}

impl<R, const K: usize> RowWords for Table<R, K> {
    fn n_rows(&self) -> usize {
        self.words.len()
    }
    fn reserve(&mut self, n_rows: usize) {
        self.words.reserve_exact(n_rows);
    }
    fn row(&self, at: usize) -> &[u32] {
        self.words.get(at).map_or(&[], |row| row)
    }
    fn push(&mut self, row: &[u32]) {
        self.words.extend(<[u32; K]>::try_from(row));
    }
}

/// Bytes that are written and read as a whole.
pub trait Stored {
    /// The bytes.
    fn to_bytes(&self) -> Vec<u8>;
    /// Replaces it by the content of the bytes; `None` where they are not whole.
    fn read(&mut self, bytes: &[u8]) -> Option<()>;
    /// Its rows, where it is a table.
    fn words(&self) -> Option<&dyn RowWords> {
        None
    }
    /// The same, to add to them.
    fn words_mut(&mut self) -> Option<&mut dyn RowWords> {
        None
    }
}

impl<R: Row<K>, const K: usize> Stored for Table<R, K> {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
    fn read(&mut self, bytes: &[u8]) -> Option<()> {
        *self = Self::from_bytes(bytes)?;
        Some(())
    }
    fn words(&self) -> Option<&dyn RowWords> {
        Some(self)
    }
    fn words_mut(&mut self) -> Option<&mut dyn RowWords> {
        Some(self)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The rows of a head are those that begin so, by the search and by the starts.
        #[test]
        fn rows_are_found_by_their_head(
            rows in proptest::collection::vec(proptest::array::uniform3(0u32..12), 0..60), asked in 0u32..14, then in 0u32..14,
        ) {
            let table: Table<[u32; 3], 3> = Table::sorted(rows);
            for _ in 0..Heads::MANY + 5 {
                let found: Vec<[u32; 3]> = table.headed([asked]).collect();
                prop_assert_eq!(found, table.iter().filter(|row| row[0] == asked).collect::<Vec<_>>());
            }
            let found: Vec<(usize, [u32; 3])> = table.numbered([asked, then]).collect();
            let wanted = table.iter().enumerate().filter(|(_, row)| row[..2] == [asked, then]);
            prop_assert_eq!(found, wanted.collect::<Vec<_>>());
        }
    }
}
