//! Answers over a fleet: the primitives over the exports, one repository after the other.
//!
//! The programs run unchanged; the repository is a column of every fact. No edge leads from one repository into another
//! but by the name of a package, so the answer is the union of what each repository says of that name.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::error::FleetError;
use super::file::{Fleet, KeyPostings};
use super::keys::Lookups;
use super::part::Wanted;
use crate::base::Position;
use crate::primitive::{Answer, Argument, Engine, Invocation, Link, NoteKind};

/// The primitives that a fleet answers.
pub const ANSWERED: [&str; 4] =
    ["dep_graph.consumers", "import_graph.reverse_lookup", "scip.refs", "type_graph.subtypes"];

/// How many repositories are worth a thread.
const MANY: usize = 64;

/// A base fact of one repository.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FleetLink {
    /// The file whose text says so.
    pub path: String,
    /// Where.
    pub at: Position,
    /// The relation.
    pub relation: &'static str,
    /// Its first column, as text.
    pub from: String,
    /// Its second column, as text.
    pub to: String,
}

/// One file of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FleetFile {
    /// The path.
    pub path: String,
    /// How many steps it is away.
    pub hops: u32,
    /// The names of the definitions that the answer is about.
    pub definitions: Vec<String>,
    /// The base facts.
    pub chain: Vec<FleetLink>,
}

/// The answer of one repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepositoryAnswer {
    /// The number of the repository in the fleet.
    pub repository: u32,
    /// The files, in the order of the primitive.
    pub files: Vec<FleetFile>,
    /// The remarks of the primitive.
    pub notes: Vec<String>,
}

impl Fleet {
    /// The answers of all repositories that have one, by name. The call is of a primitive in [`ANSWERED`].
    pub fn answer(&self, call: &Invocation) -> Result<Vec<RepositoryAnswer>, FleetError> {
        let texts: Vec<&str> = call.arguments.iter().filter_map(Argument::text).collect();
        let is_of_packages = call.primitive.name == "dep_graph.consumers";
        let (mut found, mut stated) = (KeyPostings::new(), BTreeMap::<u32, Vec<String>>::new());
        for text in texts {
            let lookups = if is_of_packages { Lookups::of_package(text) } else { Lookups::of_name(text) };
            for (repository, packages) in self.postings(&lookups)? {
                found.entry(repository).or_default().extend(packages);
            }
            for (repository, keys) in self.stated(&lookups)? {
                stated.entry(repository).or_default().extend(keys);
            }
        }
        let answer = |(repository, packages): (&u32, &BTreeSet<u32>)| {
            let wanted = Wanted {
                packages: packages.iter().copied().collect(),
                stated: stated.get(repository).cloned().unwrap_or_default(),
                types: call.primitive.name == "type_graph.subtypes",
                dependencies: is_of_packages,
            };
            self.of_repository(*repository, &wanted, call)
        };
        // A thread costs more than a few repositories.
        let answers: Vec<Option<RepositoryAnswer>> = match found.len() < MANY {
            true => found.iter().map(answer).collect::<Result<_, _>>()?,
            false => found.par_iter().map(answer).collect::<Result<_, _>>()?,
        };
        Ok(answers.into_iter().flatten().collect())
    }

    /// The answer over what a question needs of one repository; `None` where it is empty.
    fn of_repository(
        &self,
        repository: u32,
        wanted: &Wanted,
        call: &Invocation,
    ) -> Result<Option<RepositoryAnswer>, FleetError> {
        let snapshot = self.part(repository, wanted)?.snapshot();
        let engine = Engine::new(&snapshot);
        Ok(of_engine(&engine, &engine.answer(call), repository))
    }
}

/// The answer of an engine, without its ids; `None` where it is empty.
pub fn of_engine(engine: &Engine<'_>, answer: &Answer, repository: u32) -> Option<RepositoryAnswer> {
    let snapshot = engine.snapshot;
    let link = |link: Link| FleetLink {
        path: snapshot.path(link.file).to_owned(),
        at: link.at,
        relation: link.relation,
        from: link.from,
        to: link.to,
    };
    let files: Vec<FleetFile> = answer
        .hits
        .iter()
        .map(|hit| FleetFile {
            path: snapshot.path(hit.file).to_owned(),
            hops: hit.hops,
            definitions: hit.defs.iter().map(|def| snapshot.qualified_name(*def)).collect(),
            chain: answer.chain(engine, hit.file).into_iter().map(link).collect(),
        })
        .collect();
    let is_open = |kind: &NoteKind| !matches!(kind, NoteKind::Settled);
    let notes = answer.notes.iter().filter(|note| is_open(&note.kind)).map(|note| note.text.clone());
    (!files.is_empty()).then(|| RepositoryAnswer { repository, files, notes: notes.collect() })
}
