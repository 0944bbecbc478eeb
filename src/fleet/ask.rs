//! Answers over a fleet: the primitives over the exports, one repository after the other.
//!
//! The programs run unchanged; the repository is a column of every fact. No edge leads from one repository into another
//! but by the name of a package, so the answer is the union of what each repository says of that name; and, of types, of
//! what others say of the names of the types found.

use rayon::prelude::*;

use super::error::FleetError;
use super::file::{Fleet, StatedKey};
use super::keys::{Lookups, is_reached, stated_text};
use super::meant::meant_part;
use super::part::Wanted;
use super::postings::KeyPostings;
use crate::base::Position;
use crate::primitive::{Answer, Argument, Engine, Invocation, Link, NoteKind};

/// The primitives that a fleet answers.
pub const ANSWERED: [&str; 4] = [CONSUMERS, "import_graph.reverse_lookup", "scip.refs", SUBTYPES];
/// The one that manifests and lockfiles answer.
const CONSUMERS: &str = "dep_graph.consumers";
/// The one whose answers go on from one repository into another.
const SUBTYPES: &str = "type_graph.subtypes";

/// How many repositories are worth a thread.
pub(super) const MANY: usize = 64;

/// A base fact of one repository.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FleetLink {
    /// The repository, where it is another one than that of the answer.
    pub repository: Option<u32>,
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

/// The answer of a fleet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FleetAnswer {
    /// The answers of the repositories that have one, by name.
    pub repositories: Vec<RepositoryAnswer>,
    /// How many more repositories the names of the question lead to, which were not read as the files were enough.
    pub n_unread: usize,
    /// The remarks on steps from one repository into another.
    pub notes: Vec<String>,
}

impl FleetAnswer {
    /// How many files it has.
    pub fn n_files(&self) -> usize {
        self.repositories.iter().map(|answer| answer.files.len()).sum()
    }
}

/// A repository that the names of a question lead to, with the numbers behind its keys.
pub(super) type LedTo = (u32, Vec<u32>);

/// A question, and where its names lead.
pub(super) struct Question<'c> {
    pub(super) call: &'c Invocation,
    pub(super) texts: Vec<&'c str>,
    pub(super) postings: KeyPostings,
    stated: Vec<StatedKey>,
}

impl Question<'_> {
    /// The rows of a repository that it needs.
    pub(super) fn wanted(&self, repository: u32, packages: Vec<u32>) -> Wanted {
        let states = |(_, repositories): &&StatedKey| repositories.binary_search(&repository).is_ok();
        Wanted {
            packages,
            stated: self.stated.iter().filter(states).map(|(key, _)| key.clone()).collect(),
            types: self.call.primitive.name == SUBTYPES,
        }
    }

    /// The repositories that the names lead to, each with the numbers behind its keys. Of packages that manifests and lockfiles
    /// state it is known whether a manifest is reached from them.
    pub(super) fn named(&self) -> Vec<LedTo> {
        let is_led_to = |numbers: &[u32]| !self.is_of_packages() || numbers.iter().any(|it| is_reached(*it));
        self.postings.repositories().filter(|(_, numbers)| is_led_to(numbers)).collect()
    }

    /// How many steps lead from the type of the question to those below it.
    pub(super) fn depth(&self) -> u32 {
        self.call.depth.or_else(|| self.call.primitive.depth().map(|depth| depth.default)).unwrap_or(1)
    }

    fn is_of_packages(&self) -> bool {
        self.call.primitive.name == CONSUMERS
    }
}

impl Fleet {
    /// The answers of repositories, by name, until they have as many files as are wanted. The call is of a primitive in
    /// [`ANSWERED`].
    pub fn answer(&self, call: &Invocation, most: usize) -> Result<FleetAnswer, FleetError> {
        let mut repositories = Vec::new();
        let rest = self.each_answer(call, most, &mut |answer| {
            repositories.push(answer);
            Ok::<(), FleetError>(())
        })?;
        Ok(FleetAnswer { repositories, ..rest })
    }

    /// Calls a function with the answers of [`Self::answer`], one after the other, and returns the rest of it: however many
    /// there are, a few are in memory at a time, but for types within a number of files.
    pub fn each_answer<E: From<FleetError>>(
        &self,
        call: &Invocation,
        most: usize,
        take: &mut dyn FnMut(RepositoryAnswer) -> Result<(), E>,
    ) -> Result<FleetAnswer, E> {
        let question = self.question(call)?;
        let named = question.named();
        if call.primitive.name == SUBTYPES {
            return self.each_below(&question, &named, most, take);
        }
        let n_unread = self.each_alone(&question, &named, most, take)?;
        Ok(FleetAnswer { n_unread, ..FleetAnswer::default() })
    }

    /// Calls a function with what repositories answer alone, until they have as many files as are wanted. Returns how many
    /// were not read.
    pub(super) fn each_alone<E: From<FleetError>>(
        &self,
        question: &Question<'_>,
        named: &[LedTo],
        most: usize,
        take: &mut dyn FnMut(RepositoryAnswer) -> Result<(), E>,
    ) -> Result<usize, E> {
        let (mut n_files, mut at) = (0, 0);
        let mut step = if most == usize::MAX { MANY } else { 1 };
        while n_files < most && at < named.len() {
            let next = named.get(at..named.len().min(at + step)).unwrap_or_default();
            for answer in self.answers(question, next)? {
                at += 1;
                n_files += answer.as_ref().map_or(0, |answer| answer.files.len());
                answer.map_or(Ok(()), &mut *take)?;
                if n_files >= most {
                    break;
                }
            }
            step = MANY.min(step * 2);
        }
        Ok(named.len() - at)
    }

    pub(super) fn question<'c>(&self, call: &'c Invocation) -> Result<Question<'c>, FleetError> {
        let texts: Vec<&str> = call.arguments.iter().filter_map(Argument::text).collect();
        let is_of_packages = call.primitive.name == CONSUMERS;
        let (mut postings, mut stated) = (KeyPostings::default(), Vec::new());
        for text in &texts {
            let lookups = if is_of_packages { Lookups::of_package(text) } else { Lookups::of_name(text) };
            let mut named = self.postings(&lookups)?;
            stated.extend(self.stated(&lookups)?);
            if call.primitive.name == SUBTYPES {
                named.keep(&self.postings(&lookups.of_supertypes())?);
            }
            postings.extend(named);
        }
        postings.close();
        Ok(Question { call, texts, postings, stated })
    }

    /// The answers of some repositories; a thread costs more than a few of them.
    fn answers(&self, question: &Question<'_>, named: &[LedTo]) -> Result<Vec<Option<RepositoryAnswer>>, FleetError> {
        let answer = |(repository, packages): &LedTo| self.of_repository(*repository, packages, question);
        match named.len() < MANY {
            true => named.iter().map(answer).collect(),
            false => named.par_iter().map(answer).collect(),
        }
    }

    /// The answer over what a question needs of one repository; `None` where it is empty.
    pub(super) fn of_repository(
        &self,
        repository: u32,
        numbers: &[u32],
        question: &Question<'_>,
    ) -> Result<Option<RepositoryAnswer>, FleetError> {
        let part = self.read(repository, |body, paged| match question.is_of_packages() {
            true => body.consumers(paged, &stated_texts(numbers)).map(Some),
            false => meant_part(body, paged, &question.wanted(repository, numbers.to_vec()), &question.texts),
        })?;
        let Some(part) = part else { return Ok(None) };
        let snapshot = part.snapshot();
        let engine = Engine::new(&snapshot);
        Ok(of_engine(&engine, &engine.answer(question.call), repository))
    }
}

/// The texts of packages that manifests and lockfiles state, by the numbers behind their keys.
pub(super) fn stated_texts(numbers: &[u32]) -> Vec<u32> {
    numbers.iter().map(|number| stated_text(*number)).collect()
}

/// The answer of an engine, without its ids; `None` where it is empty.
pub fn of_engine(engine: &Engine<'_>, answer: &Answer, repository: u32) -> Option<RepositoryAnswer> {
    let snapshot = engine.snapshot;
    let link = |link: Link| FleetLink {
        repository: None,
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
