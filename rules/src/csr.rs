//! A binary relation as compressed sparse rows: `row(key)` is sorted and distinct.

use std::marker::PhantomData;

use crate::id::Id;

/// Rows `K` → sorted, distinct `V`. Two flat arrays; a key past the end has an empty row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csr<K, V> {
    starts: Vec<u32>,
    values: Vec<V>,
    keys: PhantomData<K>,
}

impl<K: Id, V: Id> Default for Csr<K, V> {
    fn default() -> Self {
        Self::build(0, &[])
    }
}

impl<K: Id, V: Id> Csr<K, V> {
    /// Builds the rows `0..n_keys` of `pairs`, in any order and with repeats.
    /// A pair whose key is not below `n_keys` is left out.
    pub fn build(n_keys: usize, pairs: &[(K, V)]) -> Self {
        if pairs.is_sorted() {
            return Self::of_sorted(n_keys, pairs);
        }
        let mut starts = starts(n_keys, pairs.iter().map(|(key, _)| key.index()));
        let mut values = vec![V::of(0); starts[n_keys] as usize];
        for (key, value) in pairs.iter().filter(|(key, _)| key.index() < n_keys) {
            let next = &mut starts[key.index()];
            values[*next as usize] = *value;
            *next += 1;
        }
        Self { starts: shifted(starts), values, keys: PhantomData }.distinct()
    }

    fn of_sorted(n_keys: usize, pairs: &[(K, V)]) -> Self {
        let mut starts = Vec::with_capacity(n_keys + 1);
        let mut values = Vec::with_capacity(pairs.len());
        let mut last = None;
        for pair in pairs.iter().take_while(|(key, _)| key.index() < n_keys) {
            if last.replace(*pair) == Some(*pair) {
                continue;
            }
            let (key, value) = *pair;
            if starts.len() <= key.index() {
                starts.resize(key.index() + 1, values.len() as u32);
            }
            values.push(value);
        }
        starts.resize(n_keys + 1, values.len() as u32);
        Self { starts, values, keys: PhantomData }
    }

    /// The same rows with some pairs more, in any order. Nearly all is copied as it is.
    pub fn with(&self, more: &[(K, V)]) -> Self {
        let is_new = |(key, value): &&(K, V)| key.index() < self.n_keys() && !self.contains(*key, *value);
        let mut more: Vec<(K, V)> = more.iter().filter(is_new).copied().collect();
        more.sort_unstable();
        more.dedup();
        let mut values = Vec::with_capacity(self.values.len() + more.len());
        let mut n_copied = 0;
        for (key, value) in &more {
            let at = self.starts[key.index()] as usize + self.row(*key).partition_point(|known| known < value);
            values.extend_from_slice(&self.values[n_copied..at]);
            values.push(*value);
            n_copied = at;
        }
        values.extend_from_slice(&self.values[n_copied..]);
        let mut starts = self.starts.clone();
        for (n_before, (key, _)) in (1u32..).zip(&more) {
            let end = more.get(n_before as usize).map_or(self.n_keys(), |(next, _)| next.index());
            starts[key.index() + 1..=end].iter_mut().for_each(|start| *start += n_before);
        }
        Self { starts, values, keys: PhantomData }
    }

    /// Sorts each row, and leaves out repeats. Most rows come in order.
    fn distinct(mut self) -> Self {
        let is_distinct = |row: &[V]| row.windows(2).all(|pair| pair[0] < pair[1]);
        let bounds = || self.starts.windows(2).map(|pair| pair[0] as usize..pair[1] as usize);
        if bounds().all(|range| range.len() < 2 || is_distinct(&self.values[range])) {
            return self;
        }
        let mut kept = 0;
        for row in 0..self.n_keys() {
            let range = self.starts[row] as usize..self.starts[row + 1] as usize;
            self.values[range.clone()].sort_unstable();
            self.starts[row] = kept as u32;
            for at in range {
                if kept == self.starts[row] as usize || self.values[kept - 1] != self.values[at] {
                    self.values[kept] = self.values[at];
                    kept += 1;
                }
            }
        }
        self.values.truncate(kept);
        if let Some(end) = self.starts.last_mut() {
            *end = kept as u32;
        }
        self
    }

    /// The rows `0..n_keys` of values that are numbered on, each given by its key.
    pub fn numbered(n_keys: usize, keys: &[K]) -> Self {
        let mut starts = starts(n_keys, keys.iter().map(|key| key.index()));
        let mut values = vec![V::of(0); starts[n_keys] as usize];
        for (value, key) in keys.iter().enumerate().filter(|(_, key)| key.index() < n_keys) {
            let next = &mut starts[key.index()];
            values[*next as usize] = V::of(value);
            *next += 1;
        }
        Self { starts: shifted(starts), values, keys: PhantomData }
    }

    /// The values of a key, sorted and distinct.
    #[inline]
    pub fn row(&self, key: K) -> &[V] {
        match self.starts.get(key.index()..key.index() + 2) {
            Some(&[start, end]) => &self.values[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Whether the relation holds `(key, value)`.
    pub fn contains(&self, key: K, value: V) -> bool {
        self.row(key).binary_search(&value).is_ok()
    }

    /// The number of rows.
    pub fn n_keys(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// All pairs, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (K, V)> + '_ {
        (0..self.n_keys()).flat_map(|row| self.row(K::of(row)).iter().map(move |&value| (K::of(row), value)))
    }

    /// The same relation read from the other side, with `n_values` rows.
    pub fn transposed(&self, n_values: usize) -> Csr<V, K> {
        let mut starts = starts(n_values, self.values.iter().map(|value| value.index()));
        let mut values = vec![K::of(0); starts[n_values] as usize];
        // Keys come in order, so every transposed row is sorted without a sort.
        for (row, range) in self.starts.windows(2).enumerate() {
            for value in &self.values[range[0] as usize..range[1] as usize] {
                if value.index() < n_values {
                    let next = &mut starts[value.index()];
                    values[*next as usize] = K::of(row);
                    *next += 1;
                }
            }
        }
        Csr { starts: shifted(starts), values, keys: PhantomData }
    }
}

/// Where the rows `0..n_keys` begin, and behind them the end of the last; of keys in any order.
fn starts(n_keys: usize, keys: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut starts = vec![0u32; n_keys + 1];
    for key in keys.filter(|key| *key < n_keys) {
        starts[key + 1] += 1;
    }
    for row in 0..n_keys {
        starts[row + 1] += starts[row];
    }
    starts
}

/// The starts of rows, from their ends: each start moved to its end while the row was filled.
fn shifted(mut ends: Vec<u32>) -> Vec<u32> {
    ends.rotate_right(1);
    ends[0] = 0;
    ends
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::Csr;
    use crate::id::FileId;

    fn csr(n_keys: usize, pairs: &[(u32, u32)]) -> Csr<FileId, FileId> {
        let pairs: Vec<_> = pairs.iter().map(|&(key, value)| (FileId(key), FileId(value))).collect();
        Csr::build(n_keys, &pairs)
    }

    #[test]
    fn rows_are_sorted_and_distinct() {
        let rows = csr(3, &[(2, 1), (0, 2), (2, 0), (2, 1), (3, 0)]);
        assert_eq!(rows.row(FileId(2)), [FileId(0), FileId(1)]);
        assert_eq!((rows.n_keys(), rows.len(), rows.is_empty()), (3, 3, false));
        assert!(rows.contains(FileId(0), FileId(2)) && !rows.contains(FileId(1), FileId(2)));
    }

    proptest! {
        /// The rows are those of the pairs, whatever order they come in, and however many come later.
        #[test]
        fn rows_are_those_of_the_pairs(
            n_keys in 0usize..6, pairs in vec((0u32..7, 0u32..5), 0..20), more in vec((0u32..7, 0u32..5), 0..8)
        ) {
            let naive = |pairs: &[(u32, u32)]| {
                let pairs: BTreeSet<(u32, u32)> = pairs.iter().copied().filter(|pair| (pair.0 as usize) < n_keys).collect();
                pairs.into_iter().map(|(key, value)| (FileId(key), FileId(value))).collect::<Vec<_>>()
            };
            let rows = csr(n_keys, &pairs);
            prop_assert_eq!(rows.pairs().collect::<Vec<_>>(), naive(&pairs));
            let mut sorted = pairs.clone();
            sorted.sort_unstable();
            prop_assert_eq!(&csr(n_keys, &sorted), &rows);
            let added: Vec<_> = more.iter().map(|&(key, value)| (FileId(key), FileId(value))).collect();
            prop_assert_eq!(rows.with(&added), csr(n_keys, &[pairs, more].concat()));
        }
    }

    #[test]
    fn a_key_past_the_end_has_an_empty_row() {
        assert!(csr(1, &[(0, 0)]).row(FileId(u32::MAX)).is_empty());
        assert!(Csr::<FileId, FileId>::default().is_empty());
    }

    #[test]
    fn transposed_twice_is_the_same() {
        let rows = csr(4, &[(0, 3), (1, 3), (3, 3), (3, 0)]);
        let back = rows.transposed(4);
        assert_eq!(back.row(FileId(3)), [FileId(0), FileId(1), FileId(3)]);
        assert_eq!(back.transposed(4), rows);
        assert_eq!(rows.transposed(1).pairs().collect::<Vec<_>>(), [(FileId(0), FileId(3))]);
    }
}
