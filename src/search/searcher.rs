//! The searcher: retrieval over one state of a repository, whose index is made at the first query that searches.

use std::path::PathBuf;
use std::sync::OnceLock;

use super::index::{SearchIndex, TermId};
use super::neural::Reranker;
use super::unnamed::unnamed;
use super::{cascade, related, report, symbols, token};
use crate::base::Digest;
use crate::language::EXTRACTOR;
use crate::primitive::{Answer, Engine, Retrieval, Retrieved, SearchRequest};
use crate::store::StorePlace;

/// The version of postings: that of the extraction, whose declarations bound the chunks, and that of the terms.
pub const SEARCH: u32 = EXTRACTOR * 256 + 6;

/// Retrieval over one state of a repository.
pub struct Searcher {
    /// The digest of each file that facts depend on, in the order of the tree.
    pub contents: Vec<Option<Digest>>,
    /// The language of each file, in the order of the tree.
    pub languages: Vec<Option<usize>>,
    /// Where postings are kept.
    pub place: StorePlace,
    /// The digest of everything the facts depend on.
    pub state: Digest,
    /// When the walk began, in nanoseconds since 1970.
    pub stamp: i64,
    /// The folder of a model that orders what words found.
    pub model: Option<PathBuf>,
    /// The digest of everything that the index depends on, once it is made.
    pub(super) depends: OnceLock<Digest>,
    index: OnceLock<SearchIndex>,
    reranker: OnceLock<Reranker>,
}

impl Searcher {
    /// A searcher that has read nothing yet.
    pub fn new(
        contents: Vec<Option<Digest>>,
        languages: Vec<Option<usize>>,
        place: StorePlace,
        state: Digest,
        stamp: i64,
    ) -> Self {
        let (depends, index, reranker) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { contents, languages, place, state, stamp, model: None, depends, index, reranker }
    }

    /// The digest of everything that was searched, if a search was made.
    pub fn has_searched(&self) -> Option<Digest> {
        self.depends.get().copied()
    }
}

impl Retrieval for Searcher {
    fn answer(&self, engine: &Engine<'_>, request: &SearchRequest, what: Retrieved) -> Answer {
        let Some(tree) = engine.tree else { return Answer::default() };
        let index = self.index.get_or_init(|| self.build(tree, engine));
        let open = |folder: &PathBuf| self.reranker.get_or_init(|| Reranker::open(folder, self.place.clone(), SEARCH));
        let reranker = self.model.as_ref().map(open);
        let mut answer = match what {
            Retrieved::Cascade => {
                let searched = cascade::search(engine, index, reranker, &request.text, &request.hypothesis);
                let answer = report::answer(engine, index, &searched);
                searched.round.scored.give_back(index);
                answer
            }
            Retrieved::Symbols => symbols::answer(engine, index, &request.text),
            Retrieved::Related => related::answer(engine, index, reranker, &request.files, &request.text),
        };
        answer.unnamed = unnamed(index, &request.text);
        answer
    }

    fn holding(&self, engine: &Engine<'_>, word: &str) -> Vec<Option<bool>> {
        let terms = token::terms(word);
        let Some(tree) = engine.tree.filter(|_| !terms.is_empty()) else { return Vec::new() };
        let index = self.index.get_or_init(|| self.build(tree, engine));
        let mut holding = vec![None; engine.snapshot.paths.len()];
        let mut set = |at: usize, holds: bool| {
            if let Some(of_file) = index.files.get(at).and_then(|file| holding.get_mut(*file as usize)) {
                *of_file = Some(holds);
            }
        };
        (0..index.files.len()).for_each(|at| set(at, false));
        let terms: Option<Vec<TermId>> = terms.keys().map(|term| index.term(term)).collect();
        for chunk in terms.into_iter().flat_map(|terms| index.holding(terms)) {
            set(index.chunk_ends.partition_point(|end| *end <= chunk), true);
        }
        holding
    }
}
