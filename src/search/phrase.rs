//! The phrase of a text (S2.6): whether a chunk, or its path with it, holds all words of the text in a row. The postings know no
//! order, so a chunk is read for that; but only one that holds every word, which hardly one does where a text is long.

use std::cell::{OnceCell, RefCell};

use cg_rules::{FileId, Id};
use rustc_hash::FxHashMap;

use super::index::{SearchIndex, TermId};
use super::token;
use crate::base::redacted as redact;
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
        let has = |lines: &[&str], chunk: usize| {
            let range = index.lines(chunk).map(|it| it.first as usize - 1..it.last as usize);
            let inside = range.and_then(|range| lines.get(range)).unwrap_or_default();
            self.is_held(std::iter::once(path).chain(inside.iter().copied()))
        };
        let lines: Vec<&str> = text.split('\n').collect();
        // A credential is not found by its value; hardly a chunk has the phrase at all.
        let redacted = OnceCell::new();
        let redacted = || redacted.get_or_init(|| redact(&text));
        for chunk in own {
            let is_in = has(&lines, chunk) && has(&redacted().split('\n').collect::<Vec<_>>(), chunk);
            self.read.borrow_mut().insert(chunk, is_in);
        }
        self.read.borrow().get(&chunk).copied().unwrap_or(false)
    }

    /// Whether lines hold the words in a row. For each beginning of the phrase that the words so far end in, its length is open.
    fn is_held<'t>(&self, lines: impl Iterator<Item = &'t str>) -> bool {
        let (mut open, mut longer, mut is_held) = (Vec::new(), Vec::new(), false);
        for line in lines {
            visit_parts(line, |term| {
                let goes_on = |length: &usize| self.stems.get(*length).is_some_and(|stem| stem.as_bytes() == term);
                longer.clear();
                longer.extend(open.drain(..).chain([0]).filter(goes_on).map(|length| length + 1));
                is_held |= longer.contains(&self.stems.len());
                std::mem::swap(&mut open, &mut longer);
            });
        }
        is_held
    }
}

/// The stems of a text's words and of their parts, in order; a name of several parts is its parts.
fn sequence(text: &str) -> Vec<String> {
    let mut stems = Vec::new();
    visit_parts(text, |term| stems.push(String::from_utf8_lossy(term).into_owned()));
    stems
}

fn visit_parts(text: &str, mut part: impl FnMut(&[u8])) {
    let mut end = 0;
    token::visit(text, |term, at| {
        // The name as a whole comes behind its parts.
        if at.start >= end {
            part(term);
            end = at.end;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_a_row_are_a_phrase_however_they_are_joined() {
        assert_eq!(sequence("get_keys of theCache2"), ["get", "key", "of", "the", "cach"]);
        let phrase = |text: &str| Phrase { stems: sequence(text), ..Phrase::default() };
        let has = |words: &str, text: &str| phrase(words).is_held(text.lines());
        assert!(has("get key", "def get_key(): pass") && has("key def", "getKey\ndef a"));
        assert!(!has("key get", "def get_key(): pass") && !has("get the key", "get key"));
        // A beginning inside of another.
        assert!(has("get get key", "get get get key") && !has("get get key", "get key get"));
    }
}
