//! The answer of a primitive.

use cg_rules::{DefId, Evidence, FileId};

use rustc_hash::FxHashMap;

use super::imported::ImportPlaces;
use super::mention_group::Mentioned;
use super::note::Note;
use super::retrieval::SearchTrace;
use crate::base::Position;
use crate::work::Account;

/// One file of an answer. Hits stand in the primitive's total order: hops, then affinity, then path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The file.
    pub file: FileId,
    /// How many steps it is away; the place in the reading order for a spine.
    pub hops: u32,
    /// The definitions in the file that the answer is about; empty where it is about the file as a whole.
    pub defs: Vec<DefId>,
    /// The lines in the file that the answer is about.
    pub lines: Vec<u32>,
}

/// Some lines of a found file that are shown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The first line.
    pub first: u32,
    /// The last line.
    pub last: u32,
    /// Its place among the passages of all files, the best first.
    pub place: u32,
}

/// One base fact of a chain: what holds between two things, and where the text says so.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// The relation.
    pub relation: &'static str,
    /// Its first column, as text.
    pub from: String,
    /// Its second column, as text.
    pub to: String,
    /// The file whose text says so.
    pub file: FileId,
    /// Where in that file.
    pub at: Position,
}

/// The answer of a primitive, in full: the plan applies the caps.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The files, best first.
    pub hits: Vec<Hit>,
    /// The passages of each file that words found, in the order of their places.
    pub passages: FxHashMap<FileId, Vec<Passage>>,
    /// The base facts behind each hit, derived one file at a time.
    pub(super) source: ChainSource,
    /// Set where the primitive could not be answered from its own source: what stood in, and why.
    pub downgraded: Option<String>,
    /// The sources consulted, in order; empty if the primitive has a single source.
    pub consulted: Vec<Consulted>,
    /// The requested symbols of which no use was found, the declaration at most: no empty success.
    pub bare: Vec<String>,
    /// Notes for the reader: names without a match or with several, a clamped depth.
    pub notes: Vec<Note>,
    /// The places in code that have the names of the requested symbols beside the chains' own.
    pub mentioned: Vec<Mentioned>,
    /// The evidence floor that was used.
    pub floor: Option<Evidence>,
    /// How many steps were allowed.
    pub depth: Option<u32>,
    /// The steps at which the depth ended a walk to tests that leads on from there.
    pub ended_at: Option<u32>,
    /// The course of a search by words.
    pub trace: Option<SearchTrace>,
    /// The names that a text writes as code and that no file holds.
    pub unnamed: Vec<String>,
    /// The words of a text that name something here, surely or nearly.
    pub named: Vec<String>,
    /// The definitions that a text surely names.
    pub named_defs: Vec<DefId>,
    /// The files that a text surely names, by a path or by the name of a definition: no other way leads more directly to a test.
    pub named_files: Vec<FileId>,
    /// The files that a text names by their paths or as modules, and no line of them.
    pub written_files: Vec<FileId>,
    /// Whether a search has files beside its text that are documents and settings alone.
    pub is_beside_documents: bool,
    /// Whether it has files of code beside its text.
    pub is_beside_code: bool,
    /// Whether a name of the request means one thing, by the letter.
    pub is_exact: bool,
    /// Whether the files hold what is like the requested types, and need no change with them: some are examples enough.
    pub is_of_examples: bool,
    /// The work that it took.
    pub work: Account,
}

/// One of several sources of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consulted {
    /// `scip`, `text`, or the call of a fallback.
    pub source: String,
    /// Why it was consulted, and for how many files.
    pub why: String,
    /// How many files of the answer it gave.
    pub files: usize,
}

/// Where the chains of an answer come from.
#[derive(Clone, Debug, Default)]
pub(super) enum ChainSource {
    /// There are none.
    #[default]
    Nothing,
    /// The steps of a reach.
    Reached(cg_rules::Reached),
    /// The definitions that lead from tests, by references at or above an evidence; and the tests that are there for
    /// another reason, each with its one fact, sorted by file.
    Exercised(cg_rules::Exercised, Evidence, Vec<(FileId, Link)>),
    /// The links of each file, sorted by file.
    Links(Vec<(FileId, Vec<Link>)>),
    /// The imports in each file.
    Imports(ImportPlaces),
    /// The ranks of files, sorted by file.
    Central(Vec<cg_rules::Central>),
}

impl Answer {
    /// Whether a base fact of this relation is behind a hit.
    pub fn is_linked_by(&self, relation: &str) -> bool {
        let ChainSource::Links(links) = &self.source else { return false };
        links.iter().flat_map(|(_, links)| links).any(|link| link.relation == relation)
    }

    /// Whether a chain is a path from the hit to a requested seed, and not a list of places.
    pub fn leads(&self) -> bool {
        matches!(self.source, ChainSource::Reached(_) | ChainSource::Exercised(..))
    }

    /// An answer with the base facts of each hit.
    pub fn linked(hits: Vec<Hit>, mut links: Vec<(FileId, Vec<Link>)>, notes: Vec<Note>) -> Self {
        links.sort_by_key(|(file, _)| *file);
        Self { hits, source: ChainSource::Links(links), notes, ..Self::default() }
    }

    /// An answer without chains: files that somebody named, each with the lines that were named in it.
    pub fn named(files: Vec<(FileId, Option<u32>)>, notes: Vec<Note>) -> Self {
        let mut hits: Vec<Hit> = Vec::new();
        let mut places: FxHashMap<FileId, usize> = FxHashMap::default();
        for (file, line) in files {
            let at = *places.entry(file).or_insert(hits.len());
            if at == hits.len() {
                hits.push(Hit { file, hops: 0, defs: Vec::new(), lines: Vec::new() });
            }
            hits[at].lines.extend(line);
        }
        Self { hits, notes, ..Self::default() }
    }
}
