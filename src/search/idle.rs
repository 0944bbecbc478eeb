//! Files that hold nothing of a text but words that say nothing of it: what to do (`Add …`), numbers, and what most files hold,
//! as the name of the project. They are no answer where others are.

use std::collections::BTreeSet;

use super::index::SearchIndex;
use super::rank::Scored;
use super::round::FoundFile;
use super::token;
use crate::primitive::imperatives;

/// How many chunks of a file are looked at, the best first.
const CHUNKS: usize = 2;
/// In fewer files no word is one that most of them hold.
const FEWEST: usize = 20;

/// The chunks, and the files by their path, that hold a word which says something.
pub(super) struct Telling {
    chunks: BTreeSet<usize>,
    paths: BTreeSet<usize>,
}

impl Telling {
    /// Looks at the best chunks of some files. Where none of them holds a word that is rare, all words but verbs say something.
    pub fn of(index: &SearchIndex, scored: &Scored, text: &str, files: &[&FoundFile]) -> Self {
        let rare = Self::by(index, scored, text, files, true);
        if files.iter().any(|it| rare.has(it)) { rare } else { Self::by(index, scored, text, files, false) }
    }

    fn by(index: &SearchIndex, scored: &Scored, text: &str, files: &[&FoundFile], are_rare: bool) -> Self {
        let verbs: BTreeSet<String> =
            imperatives(text).into_iter().flat_map(|verb| token::terms(verb).into_keys()).collect();
        let is_many = |n: usize| are_rare && index.files.len() >= FEWEST && n * 2 > index.files.len();
        let mut telling = Self { chunks: BTreeSet::new(), paths: BTreeSet::new() };
        let best: BTreeSet<usize> = files.iter().flat_map(|it| best(it)).collect();
        for (term, word) in &scored.terms {
            let is_verb = verbs.contains(term) && word.count == 1;
            let is_number = term.bytes().all(|it| it.is_ascii_digit());
            let Some(id) = index.term(term).filter(|_| !is_verb && !is_number) else { continue };
            let places = index.scored_places(id);
            if !is_many(places.files.len()) {
                let chunks = places.chunks.iter().map(|chunk| *chunk as usize);
                telling.chunks.extend(chunks.filter(|chunk| best.contains(chunk)));
                telling.paths.extend(places.paths.iter().map(|at| *at as usize));
            }
        }
        telling
    }

    /// Whether a file holds such a word.
    pub fn has(&self, found: &FoundFile) -> bool {
        self.paths.contains(&found.at) || best(found).any(|chunk| self.chunks.contains(&chunk))
    }
}

/// The best chunks of a file.
fn best(found: &FoundFile) -> impl Iterator<Item = usize> + '_ {
    found.chunks.iter().take(CHUNKS).map(|it| it.chunk)
}
