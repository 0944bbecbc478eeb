//! The phrase of a text (S2.6): whether a chunk, or its path with it, holds all words of the text in a row. The postings know no
//! order, so a chunk is read for that; but only one that holds every word, which hardly one does where a text is long.

use std::cell::RefCell;

use cg_rules::{FileId, Id};
use rustc_hash::FxHashMap;

use super::index::{SearchIndex, TermId};
use super::token;
use crate::base::redacted;
use crate::primitive::Engine;

/// A text as a phrase.
#[derive(Default)]
pub(super) struct Phrase {
    /// The stems of its words, in order.
    stems: Vec<String>,
    /// The chunks that hold all of them, in whatever order; sorted.
    candidates: Vec<u32>,
    /// For each chunk that was read, whether it has the phrase.
    read: RefCell<FxHashMap<usize, bool>>,
}

impl Phrase {
    /// The phrase of a text, with the chunks that may hold it.
    pub fn of(index: &SearchIndex, text: &str) -> Self {
        let stems = sequence(text);
        let mut terms: Vec<TermId> = Vec::new();
        for stem in &stems {
            let Some(term) = index.term(stem) else { return Self::default() };
            terms.push(term);
        }
        Self { stems, candidates: index.holding(terms), read: RefCell::default() }
    }

    /// Whether a chunk of a file has the phrase.
    pub fn is_in(&self, engine: &Engine<'_>, index: &SearchIndex, at: usize, chunk: usize) -> bool {
        let may_be =
            |chunk: usize| u32::try_from(chunk).is_ok_and(|chunk| self.candidates.binary_search(&chunk).is_ok());
        if !may_be(chunk) {
            return false;
        }
        if self.stems.len() == 1 {
            return true;
        }
        if let Some(known) = self.read.borrow().get(&chunk) {
            return *known;
        }
        let own: Vec<usize> = index.chunks_of(at).filter(|it| may_be(*it)).collect();
        let file = FileId::of(index.files[at] as usize);
        let path = engine.snapshot.path(file);
        let read = || engine.tree.and_then(|tree| tree.read(path).ok());
        let bytes = engine.admits(file).then(read).flatten().unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let text = redacted(&text);
        let lines: Vec<&str> = text.split('\n').collect();
        for chunk in own {
            let range = index.lines(chunk).map(|it| it.first as usize - 1..it.last as usize);
            let inside = range.and_then(|range| lines.get(range)).unwrap_or_default().join("\n");
            let is_in = self.is_held(&format!("{path}\n{inside}"));
            self.read.borrow_mut().insert(chunk, is_in);
        }
        self.read.borrow().get(&chunk).copied().unwrap_or(false)
    }

    fn is_held(&self, text: &str) -> bool {
        sequence(text).windows(self.stems.len()).any(|own| *own == *self.stems)
    }
}

/// The stems of a text's words and of their parts, in order; a name of several parts is its parts.
fn sequence(text: &str) -> Vec<String> {
    let (mut stems, mut end) = (Vec::new(), 0);
    token::visit(text, |term, at| {
        // The name as a whole comes behind its parts.
        if at.start >= end {
            stems.push(String::from_utf8_lossy(term).into_owned());
            end = at.end;
        }
    });
    stems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_a_row_are_a_phrase_however_they_are_joined() {
        assert_eq!(sequence("get_keys of theCache2"), ["get", "key", "of", "the", "cach"]);
        let phrase = |text: &str| Phrase { stems: sequence(text), ..Phrase::default() };
        assert!(phrase("get key").is_held("def get_key(): pass") && phrase("key def").is_held("getKey\ndef a"));
        assert!(!phrase("key get").is_held("def get_key(): pass") && !phrase("get the key").is_held("get key"));
    }
}
