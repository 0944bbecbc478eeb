//! The merged index: all chunks of a repository by term, and the lengths of their vectors. Immutable.

use rustc_hash::FxHashSet;

use super::chunk::LineRange;
use super::names::NameTable;
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
    /// The postings: for each chunk its distance from the one before, and twice the number of times, with one more where
    /// the path of its file has the term; variable-length numbers.
    pub postings: Vec<u8>,
    /// The names of definitions. They are the snapshot's, and not among the bytes.
    pub names: NameTable,
}

/// A term of a query that the index holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct TermId(u32);

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

    /// The other files that have the content of an indexed file and any text.
    pub fn copies(&self, at: usize) -> impl Iterator<Item = usize> {
        let has_text = self.chunks_of(at).any(|chunk| self.lines(chunk).is_some());
        let all = (0..self.files.len()).filter(move |_| has_text);
        all.filter(move |other| *other != at && self.contents[*other] == self.contents[at])
    }

    /// Keeps the first file of each content, and every file without text: their paths alone differ.
    pub fn once(&self, order: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
        let mut met: FxHashSet<u32> = FxHashSet::default();
        let is_empty = |at: usize| self.chunks_of(at).all(|chunk| self.lines(chunk).is_none());
        order.filter(move |at| is_empty(*at) || met.insert(self.contents[*at]))
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

    /// The length of a file's vector.
    pub fn file_norm(&self, at: usize) -> f64 {
        f64::from(f32::from_bits(self.file_norms[at]))
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

    /// Visits the chunks that hold a term, each with the number of times.
    pub fn visit(&self, term: TermId, mut chunk: impl FnMut(usize, u32)) {
        self.visit_places(term, |at, count, _| chunk(at, count));
    }

    /// Visits the chunks that hold a term, each with the number of times, and whether the path of its file has the term.
    pub fn visit_places(&self, term: TermId, mut chunk: impl FnMut(usize, u32, bool)) {
        let at = term.0 as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let mut bytes = self.postings[start..self.ends[at] as usize].iter();
        let mut place = 0;
        while let Some(step) = number(&mut bytes) {
            place += step as usize;
            let packed = number(&mut bytes).unwrap_or(2);
            chunk(place, packed >> 1, packed & 1 == 1);
        }
    }

    /// The bytes of the index.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let chunks: Vec<u32> = self.chunks.iter().flatten().copied().collect();
        let tables = [
            &self.files,
            &self.contents,
            &self.chunk_ends,
            &chunks,
            &self.chunk_norms,
            &self.file_norms,
            &self.spread,
            &self.ends,
        ];
        for table in tables {
            let bytes: Vec<u8> = table.iter().flat_map(|word| word.to_le_bytes()).collect();
            part(&mut out, &bytes);
        }
        part(&mut out, &self.postings);
        part(&mut out, &self.terms.to_bytes());
        out
    }

    /// Reads an index again; `None` where the bytes are not whole.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let mut table = || words(next(&mut rest)?);
        let (files, contents, chunk_ends, chunks) = (table()?, table()?, table()?, table()?);
        let (chunk_norms, file_norms, spread, ends) = (table()?, table()?, table()?, table()?);
        let chunks = chunks.as_chunks::<3>().0.to_vec();
        let postings = next(&mut rest)?.to_vec();
        let terms = Strings::from_bytes(next(&mut rest)?)?;
        Some(Self {
            files,
            contents,
            chunk_ends,
            chunks,
            chunk_norms,
            file_norms,
            terms,
            spread,
            ends,
            postings,
            names: NameTable::default(),
        })
    }
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
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = *bytes.next()?;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
        shift = (shift + 7).min(28);
    }
}

fn part(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u64).to_le_bytes());
    out.extend(bytes);
}

fn next<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let (length, after) = rest.split_first_chunk::<8>()?;
    let (part, after) = after.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    *rest = after;
    Some(part)
}

fn words(bytes: &[u8]) -> Option<Vec<u32>> {
    let (words, rest) = bytes.as_chunks::<4>();
    rest.is_empty().then(|| words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}
