//! Relations as flat arrays of `u32`, so that a snapshot is stored and loaded by copying.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A row of a relation that fits in `K` words.
pub trait Row<const K: usize>: Sized {
    /// The row as words.
    fn pack(&self) -> [u32; K];
    /// The row of some words. Words that no version wrote give some valid row, never a panic.
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
        let rows = &self.words[all.clone()];
        let start = all.start + rows.partition_point(|words| words[..H] < head[..]);
        let len = self.words[start..all.end].partition_point(|words| words[..H] == head[..]);
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

/// Many short texts in one, each with an id. Serialized as a list of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strings {
    text: String,
    ends: Vec<u32>,
}

impl Strings {
    /// Adds a text; its id is its position.
    pub fn push(&mut self, text: &str) -> u32 {
        self.text.push_str(text);
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        u32::try_from(self.ends.len() - 1).unwrap_or(u32::MAX)
    }

    /// Whether there is more than ids and ends can tell: some texts are not what was given then.
    pub fn is_over(&self) -> bool {
        u32::try_from(self.text.len()).is_err() || u32::try_from(self.ends.len()).is_err()
    }

    /// Gives back the room that no text fills.
    pub fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// The text of an id; empty for an id that was not given.
    pub fn get(&self, id: u32) -> &str {
        let at = id as usize;
        let start = if at == 0 { 0 } else { self.ends.get(at - 1).copied().unwrap_or(0) };
        let end = self.ends.get(at).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// The id of a text, where all are in byte order.
    pub fn find(&self, text: &str) -> Option<u32> {
        self.rank(text).ok()
    }

    /// The id of a text, where all are in byte order; else the id before which it would come.
    pub fn rank(&self, text: &str) -> Result<u32, u32> {
        let (mut first, mut last) = (0, u32::try_from(self.ends.len()).unwrap_or(u32::MAX));
        while first < last {
            let middle = first.midpoint(last);
            match self.get(middle).cmp(text) {
                std::cmp::Ordering::Less => first = middle + 1,
                std::cmp::Ordering::Greater => last = middle,
                std::cmp::Ordering::Equal => return Ok(middle),
            }
        }
        Err(first)
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All texts, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|at| self.get(u32::try_from(at).unwrap_or(u32::MAX)))
    }

    /// The number of texts, their ends, then the text.
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        let head = std::iter::once(count).chain(self.ends.iter().copied()).flat_map(u32::to_le_bytes);
        head.chain(self.text.bytes()).collect()
    }

    /// Reads [`Self::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let word = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.try_into().ok()?));
        let count = word(bytes.get(..4)?)? as usize;
        let ends_end = count.checked_mul(4)?.checked_add(4)?;
        let (words, _) = bytes.get(4..ends_end)?.as_chunks::<4>();
        let ends: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let text = std::str::from_utf8(bytes.get(ends_end..)?).ok()?.to_owned();
        let is_whole = ends.is_sorted() && ends.last().is_none_or(|end| *end as usize == text.len());
        is_whole.then_some(Self { text, ends })
    }
}

/// Bytes that are written and read as a whole.
pub trait Stored {
    /// The bytes.
    fn to_bytes(&self) -> Vec<u8>;
    /// Replaces it by the content of the bytes; `None` where they are not whole.
    fn read(&mut self, bytes: &[u8]) -> Option<()>;
}

impl<R: Row<K>, const K: usize> Stored for Table<R, K> {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
    fn read(&mut self, bytes: &[u8]) -> Option<()> {
        *self = Self::from_bytes(bytes)?;
        Some(())
    }
}

impl Stored for Strings {
    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
    fn read(&mut self, bytes: &[u8]) -> Option<()> {
        *self = Self::from_bytes(bytes)?;
        Some(())
    }
}

impl Serialize for Strings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Strings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Reading)
    }
}

/// Reads a list of texts.
struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Strings;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of texts")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut texts: A) -> Result<Strings, A::Error> {
        let mut strings = Strings::default();
        while texts.next_element_seed(Next(&mut strings))?.is_some() {}
        strings.shrink();
        Ok(strings)
    }
}

/// Reads one text of a list, without a copy of its own.
struct Next<'s>(&'s mut Strings);

impl<'de> DeserializeSeed<'de> for Next<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Next<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.push(text);
        Ok(())
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

    #[test]
    fn texts_are_written_as_a_list_of_texts() {
        let all = ["", "name", "größe", "name"];
        let mut strings = Strings::default();
        for text in all {
            strings.push(text);
        }
        let bytes = postcard::to_stdvec(&strings).unwrap();
        assert_eq!(bytes, postcard::to_stdvec(&all.to_vec()).unwrap());
        assert_eq!(postcard::from_bytes::<Strings>(&bytes).unwrap(), strings);
        assert!((0..bytes.len()).all(|end| postcard::from_bytes::<Strings>(&bytes[..end]).is_err()));
        assert!(postcard::from_bytes::<Strings>(&[1, 1, 0xff]).is_err(), "what is no UTF-8 is no text");
    }
}
