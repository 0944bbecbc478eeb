//! Merges the postings of all contents to one index: a pure function of the files in their order.

use rustc_hash::FxHashMap;

use super::index::{SearchIndex, push};
use super::posting::Postings;
use super::rank;
use super::token;
use crate::base::{Digest, Strings, path};

/// The postings of one file of the tree.
pub(super) struct FilePostings<'a> {
    /// Its id in the snapshot.
    pub file: u32,
    /// Its path.
    pub path: &'a str,
    /// Its content.
    pub content: Digest,
    /// The postings of its content.
    pub postings: &'a Postings,
}

/// Merges files, in the order of their ids.
pub(super) fn merged(files: &[FilePostings<'_>]) -> SearchIndex {
    let mut index = SearchIndex::default();
    let mut known: FxHashMap<String, u32> = FxHashMap::default();
    // Term, chunk, packed count; in the order of chunks for each term.
    let mut entries: Vec<(u32, u32, u32)> = Vec::new();
    let mut contents: FxHashMap<Digest, u32> = FxHashMap::default();
    for file in files {
        let base = word(index.n_chunks());
        let in_path = token::terms(file.path);
        let of_name = token::terms(path::name(file.path));
        let mut chunks = file.postings.chunks.clone();
        if chunks.is_empty() {
            // An empty file is found by its path.
            chunks.push((0, 0, 0));
        }
        let mut add = |term: &str, chunk: u32, count: u32| {
            let id = known.get(term).copied().unwrap_or_else(|| {
                let id = word(known.len());
                known.insert(term.to_owned(), id);
                id
            });
            entries.push((id, base + chunk, count));
        };
        for (term, held) in file.postings.terms().filter(|(term, _)| !in_path.contains_key(*term)) {
            held.iter().for_each(|(chunk, count)| add(term, *chunk, *count << 1));
        }
        // The names of the path are context of each of its chunks; that of the file is declared in its first line.
        let own: FxHashMap<&str, &[(u32, u32)]> =
            file.postings.terms().filter(|(term, _)| in_path.contains_key(*term)).collect();
        for term in in_path.keys() {
            let held = own.get(term.as_str()).copied().unwrap_or(&[]);
            for chunk in 0..word(chunks.len()) {
                let packed = held.binary_search_by_key(&chunk, |(at, _)| *at).map_or(0, |at| held[at].1);
                let is_named = chunk == 0 && chunks[0].0 == 1 && of_name.contains_key(term);
                add(term, chunk, ((packed + 2) | u32::from(is_named)) << 1 | 1);
            }
        }
        let n_path = word(in_path.len());
        index.chunks.extend(chunks.iter().map(|(first, last, n_terms)| [*first, *last, n_terms + n_path]));
        index.contents.push(*contents.entry(file.content).or_insert(word(index.files.len())));
        index.files.push(file.file);
        index.chunk_ends.push(word(index.n_chunks()));
    }
    enter(&mut index, known, &entries);
    rank::measure(&mut index);
    index
}

/// Sorts the entries by term and packs them.
fn enter(index: &mut SearchIndex, known: FxHashMap<String, u32>, entries: &[(u32, u32, u32)]) {
    let mut terms: Vec<(String, u32)> = known.into_iter().collect();
    terms.sort_unstable();
    let mut spread = vec![0_u32; terms.len()];
    entries.iter().for_each(|(id, ..)| spread[*id as usize] += 1);
    let mut starts = vec![0_usize; terms.len()];
    let mut sum = 0;
    for (_, id) in &terms {
        starts[*id as usize] = sum;
        sum += spread[*id as usize] as usize;
    }
    let mut sorted = vec![(0, 0); entries.len()];
    for (id, chunk, count) in entries {
        let place = &mut starts[*id as usize];
        sorted[*place] = (*chunk, *count);
        *place += 1;
    }
    let mut texts = Strings::default();
    let mut done = 0;
    for (text, id) in &terms {
        texts.push(text);
        let own = &sorted[done..done + spread[*id as usize] as usize];
        done += own.len();
        let mut before = 0;
        for (chunk, count) in own {
            push(&mut index.postings, chunk - before);
            push(&mut index.postings, *count);
            before = *chunk;
        }
        index.spread.push(word(own.len()));
        index.ends.push(word(index.postings.len()));
    }
    index.terms = texts;
}

fn word(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
