//! The merged index: all chunks of a repository by term, and the lengths of their vectors. Immutable.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use super::chunk::LineRange;
use super::derived::Derived;
use super::held_places::HeldPlaces;
use super::names::NameTable;
use super::stored::{bytes, next, part, words};
use super::text_kind::TextKind;
use crate::base::Strings;

/// The postings of all files.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SearchIndex {
    /// The indexed files in order, as ids of the snapshot.
    pub files: Vec<u32>,
    /// For each indexed file the first that has the same content.
    pub contents: Vec<u32>,
    /// For each indexed file the end of its chunks.
    pub chunk_ends: Vec<u32>,
    /// For each chunk its first line, its last line, and how many terms it holds; that of an empty file has no lines.
    pub chunks: Vec<[u32; 3]>,
    /// For each chunk the length of its TF-IDF vector, as bits.
    pub chunk_norms: Vec<u32>,
    /// For each indexed file the length of the sum of its chunks' unit vectors, as bits.
    pub file_norms: Vec<u32>,
    /// The terms, in byte order.
    pub terms: Strings,
    /// For each term the number of chunks that hold it.
    pub spread: Vec<u32>,
    /// For each term the end of its postings.
    pub ends: Vec<u32>,
    /// The postings: for each chunk its distance from the one before, and four times the number of times, with two more where it
    /// declares a name that has the term, and one where the path of its file has it; variable-length numbers.
    pub postings: Vec<u8>,
    /// For each indexed file its kind.
    pub kinds: Vec<TextKind>,
    /// The chunks that answer no question, in order.
    pub scraps: Vec<u32>,
    /// The PageRank of each file of the snapshot; 0 for one that is no source.
    pub ranks: Vec<u64>,
    /// The names of definitions.
    pub names: NameTable,
    /// The places of terms that were searched for.
    pub held: HeldPlaces,
    derived: OnceLock<Derived>,
}

/// A term of a query that the index holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct TermId(u32);

impl TermId {
    /// Its place among the terms.
    pub fn number(self) -> u32 {
        self.0
    }
}

impl SearchIndex {
    /// How many chunks there are.
    pub fn n_chunks(&self) -> usize {
        self.chunks.len()
    }

    /// The chunks of an indexed file.
    pub fn chunks_of(&self, at: usize) -> std::ops::Range<usize> {
        let start = at.checked_sub(1).map_or(0, |before| self.chunk_ends[before] as usize);
        start..self.chunk_ends[at] as usize
    }

    /// The sizes, the sources and the copies, computed at the first search.
    pub fn derived(&self) -> &Derived {
        self.derived.get_or_init(|| {
            let ranks: Vec<u64> = self.files.iter().map(|file| self.rank(*file)).collect();
            Derived::of(&self.chunk_ends, &self.chunks, &self.contents, &self.kinds, &ranks)
        })
    }

    /// The other files that have the content of an indexed file and any text, in order.
    pub fn copies(&self, at: usize) -> Vec<usize> {
        let Some(first) = self.contents.get(at).filter(|_| !self.is_empty(at)) else { return Vec::new() };
        let all = std::iter::once(*first).chain(self.derived().copies(*first));
        all.map(|it| it as usize).filter(|it| *it != at).collect()
    }

    /// Whether an indexed file has no text.
    fn is_empty(&self, at: usize) -> bool {
        self.chunks_of(at).all(|chunk| self.lines(chunk).is_none())
    }

    /// Whether an indexed file is of a kind.
    pub fn is(&self, at: usize, kind: TextKind) -> bool {
        self.kinds.get(at) == Some(&kind)
    }

    /// The PageRank of a file of the snapshot; 0 for one that is no source.
    pub fn rank(&self, file: u32) -> u64 {
        self.ranks.get(file as usize).copied().unwrap_or(0)
    }

    /// Keeps the first file of each content, and every file without text: their paths alone differ.
    pub fn once(&self, order: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
        let mut met: FxHashSet<u32> = FxHashSet::default();
        order.filter(move |at| self.is_empty(*at) || met.insert(self.contents[*at]))
    }

    /// The lines of a chunk; `None` for that of an empty file.
    pub fn lines(&self, chunk: usize) -> Option<LineRange> {
        let [first, last, _] = self.chunks[chunk];
        (first > 0).then_some(LineRange { first, last })
    }

    /// The length of a chunk's vector.
    pub fn chunk_norm(&self, chunk: usize) -> f64 {
        f64::from(f32::from_bits(self.chunk_norms[chunk]))
    }

    /// The number of chunks that hold a term.
    pub fn spread(&self, term: TermId) -> u32 {
        self.spread[term.0 as usize]
    }

    /// The bytes of the postings of a term.
    pub fn n_bytes(&self, term: TermId) -> usize {
        let at = term.0 as usize;
        (self.ends[at] - at.checked_sub(1).map_or(0, |before| self.ends[before])) as usize
    }

    /// A term, where any chunk holds it.
    pub fn term(&self, text: &str) -> Option<TermId> {
        let (mut first, mut last) = (0, u32::try_from(self.terms.len()).unwrap_or(u32::MAX));
        while first < last {
            let middle = first.midpoint(last);
            match self.terms.get(middle).cmp(text) {
                std::cmp::Ordering::Less => first = middle + 1,
                std::cmp::Ordering::Greater => last = middle,
                std::cmp::Ordering::Equal => return Some(TermId(middle)),
            }
        }
        None
    }

    /// Every term, in byte order.
    pub fn all_terms(&self) -> Vec<TermId> {
        (0..u32::try_from(self.terms.len()).unwrap_or(u32::MAX)).map(TermId).collect()
    }

    /// The chunks that hold a term, in order.
    pub fn places(&self, term: TermId) -> impl Iterator<Item = Posting> {
        let at = term.0 as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let mut bytes = self.postings[start..self.ends[at] as usize].iter();
        let mut chunk = 0;
        std::iter::from_fn(move || {
            chunk += number(&mut bytes)?;
            let packed = number(&mut bytes).unwrap_or(4);
            let (is_declared, is_in_path) = (packed & 2 == 2, packed & 1 == 1);
            Some(Posting { chunk, count: packed >> 2, is_declared, is_in_path })
        })
    }

    /// The chunks that hold all of some terms, in order.
    pub fn holding(&self, mut terms: Vec<TermId>) -> Vec<u32> {
        terms.sort_by_key(|term| self.spread(*term));
        let mut rest = terms.into_iter();
        let Some(first) = rest.next() else { return Vec::new() };
        let mut held: Vec<u32> = self.places(first).map(|place| place.chunk).collect();
        for term in rest {
            let Some(&last) = held.last() else { break };
            if let Some(places) = self.held.get(term.0) {
                let mut other = &places.chunks[..];
                held.retain(|chunk| {
                    other = from(other, *chunk);
                    other.first() == Some(chunk)
                });
                continue;
            }
            let mut other = self.places(term).map(|place| place.chunk).take_while(|chunk| *chunk <= last).peekable();
            held.retain(|chunk| {
                while other.next_if(|it| it < chunk).is_some() {}
                other.next_if_eq(chunk).is_some()
            });
        }
        held
    }

    /// The bytes of the index.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let chunks: Vec<u32> = self.chunks.iter().flatten().copied().collect();
        let kinds: Vec<u32> = self.kinds.iter().map(|kind| *kind as u32).collect();
        let ranks: Vec<u32> = self.ranks.iter().flat_map(|rank| [*rank as u32, (*rank >> 32) as u32]).collect();
        let tables = [
            &self.files,
            &self.contents,
            &self.chunk_ends,
            &chunks,
            &self.chunk_norms,
            &self.file_norms,
            &self.spread,
            &self.ends,
            &kinds,
            &ranks,
            &self.scraps,
        ];
        for table in tables {
            part(&mut out, &bytes(table));
        }
        part(&mut out, &self.postings);
        part(&mut out, &self.terms.to_bytes());
        self.names.write(&mut out);
        out
    }

    /// Reads an index again; `None` where the bytes are not whole.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let mut table = || words(next(&mut rest)?);
        let (files, contents, chunk_ends, chunks) = (table()?, table()?, table()?, table()?);
        let (chunk_norms, file_norms, spread, ends) = (table()?, table()?, table()?, table()?);
        let (kinds, ranks, scraps) = (table()?, table()?, table()?);
        let chunks = chunks.as_chunks::<3>().0.to_vec();
        let ranks = ranks.as_chunks::<2>().0.iter().map(|[low, high]| u64::from(*low) | u64::from(*high) << 32);
        Some(Self {
            files,
            contents,
            chunk_ends,
            chunks,
            chunk_norms,
            file_norms,
            spread,
            ends,
            kinds: kinds.into_iter().map(TextKind::of).collect(),
            ranks: ranks.collect(),
            scraps,
            postings: next(&mut rest)?.to_vec(),
            terms: Strings::from_bytes(next(&mut rest)?)?,
            names: NameTable::read(&mut rest)?,
            held: HeldPlaces::default(),
            derived: OnceLock::new(),
        })
    }
}

/// A chunk that holds a term.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posting {
    /// The chunk.
    pub chunk: u32,
    /// The number of times.
    pub count: u32,
    /// Whether it declares a name that has the term.
    pub is_declared: bool,
    /// Whether the path of its file has the term.
    pub is_in_path: bool,
}

/// The rest of some numbers in order from the first that is no less than another: near ones are found in few steps.
fn from(numbers: &[u32], least: u32) -> &[u32] {
    let mut step = 1;
    while numbers.get(step - 1).is_some_and(|it| *it < least) {
        step *= 2;
    }
    let near = &numbers[..numbers.len().min(step)];
    &numbers[near.partition_point(|it| *it < least)..]
}

/// Appends a number of variable length.
pub(super) fn push(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn number(bytes: &mut std::slice::Iter<'_, u8>) -> Option<u32> {
    let first = *bytes.next()?;
    if first < 0x80 {
        return Some(u32::from(first));
    }
    let (mut number, mut shift) = (u32::from(first & 0x7f), 7);
    loop {
        let byte = *bytes.next()?;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
        shift = (shift + 7).min(28);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// An index of terms `0`, `1`, …, each in some chunks, with a file a chunk.
    fn index(terms: &[BTreeSet<u32>]) -> SearchIndex {
        let n_files = terms.iter().flatten().max().map_or(0, |last| last + 1);
        let mut index = SearchIndex {
            files: (0..n_files).collect(),
            contents: (0..n_files).collect(),
            chunk_ends: (1..=n_files).collect(),
            chunks: vec![[1, 2, 3]; n_files as usize],
            chunk_norms: vec![1; n_files as usize],
            file_norms: vec![1; n_files as usize],
            kinds: vec![TextKind::Aside; n_files as usize],
            scraps: vec![0, 7],
            ranks: vec![u64::MAX - 7; n_files as usize],
            ..SearchIndex::default()
        };
        for (at, chunks) in terms.iter().enumerate() {
            index.terms.push(&at.to_string());
            let mut before = 0;
            for chunk in chunks {
                push(&mut index.postings, chunk - before);
                push(&mut index.postings, 300 << 2 | 3);
                before = *chunk;
            }
            index.spread.push(u32::try_from(chunks.len()).unwrap_or(0));
            index.ends.push(u32::try_from(index.postings.len()).unwrap_or(0));
        }
        index
    }

    proptest! {
        /// The chunks that hold all terms are those of the intersection, and bytes are read again as they were written.
        #[test]
        fn holding_is_the_intersection(terms in prop::collection::vec(prop::collection::btree_set(0u32..300, 1..80), 1..6)) {
            let index = index(&terms);
            let all: Vec<TermId> = (0..terms.len()).filter_map(|at| index.term(&at.to_string())).collect();
            let naive = terms.iter().skip(1).fold(terms[0].clone(), |held, own| &held & own);
            let naive: Vec<u32> = naive.into_iter().collect();
            prop_assert_eq!(index.holding(all.clone()), naive.clone());
            for (term, own) in all.iter().zip(&terms) {
                prop_assert!(index.places(*term).map(|it| it.chunk).eq(own.iter().copied()));
                prop_assert!(index.places(*term).all(|it| it.count == 300 && it.is_declared && it.is_in_path));
            }
            let bytes = index.to_bytes();
            prop_assert!(SearchIndex::from_bytes(&bytes[..bytes.len() - 1]).is_none());
            let again = SearchIndex::from_bytes(&bytes);
            prop_assert_eq!(again.as_ref(), Some(&index));
            let places: Vec<_> = all.iter().map(|term| index.scored_places(*term)).collect();
            prop_assert!(places.iter().zip(&terms).all(|(it, own)| it.chunks.iter().eq(own) && it.files.iter().eq(own)));
            prop_assert_eq!(index.holding(all), naive, "where the places are held");
        }
    }
}
