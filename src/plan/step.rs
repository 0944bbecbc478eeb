//! The shape of a plan.

use std::rc::Rc;

use cg_rules::{Evidence, FileId};

use super::adapter::AnswerAdapter;
use super::context::Context;
use super::fallback::Fallback;
use super::stop::QueryStop;
use crate::manifest::{Band, Render};
use crate::primitive::{Answer, Consulted, Hit, Primitive};
use crate::work::{Account, Clamp, Unit};

/// The plan, band by band.
#[derive(Debug, Default)]
pub struct Plan {
    /// The bands, in the order of [`Band::ALL`].
    pub bands: Vec<PlannedBand>,
    /// The work of all queries; the limits are those of the request itself and of each of its steps.
    pub work: Account,
    /// The stated limits that were lowered.
    pub lowered: Vec<Clamp>,
    /// The calls that were run in place of others, in order.
    pub fallbacks: Vec<Fallback>,
}

/// The plan of one band.
#[derive(Debug)]
pub struct PlannedBand {
    /// Which band.
    pub band: Band,
    /// Texts beside the files: inputs of type `text`, summaries of the repository.
    pub context: Vec<Context>,
    /// The steps, in the order in which they claim files.
    pub steps: Vec<Step>,
}

/// Where the files of a step come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepSource {
    /// A query, by its primitive.
    Query(&'static Primitive),
    /// The globs of a band.
    Globs,
    /// An input that names files.
    Input,
}

/// One source of files: a query, the globs of a band, or an input that names files.
#[derive(Debug)]
pub struct Step {
    /// The name of the query; `globs`, or the name of the input.
    pub name: String,
    /// The call, or the globs, as written.
    pub call: String,
    /// Where the files come from.
    pub source: StepSource,
    /// Why the author wants the files; may be empty.
    pub why: String,
    /// How the author wants them shown.
    pub render: Option<Render>,
    /// Files of a sure search that are not kept, though `max_files` would keep them.
    pub n_behind: usize,
    /// It is listed, as words alone lead from a document to its files, and the search is unsure of them.
    pub is_guess: bool,
    /// The most files, where that is bounded.
    pub max_files: Option<u32>,
    /// The hits within `max_files`, best first.
    pub kept: Vec<Hit>,
    /// The hits past `max_files`, best first.
    pub over_cap: Vec<Hit>,
    /// The answer, for its chains.
    pub answer: Rc<Answer>,
    /// The files that `exclude:` took out of the answer.
    pub n_excluded: usize,
    /// Why the query was not run.
    pub skipped: Option<String>,
    /// The call that was run instead, and why.
    pub fallback: Option<String>,
    /// The answer of the call in whose place another answers: it found nothing.
    pub unanswered: Option<Rc<Answer>>,
    /// Sources consulted before, without a result.
    pub before: Vec<Consulted>,
    /// The evidence below which no edge was used.
    pub floor: Option<Evidence>,
    /// Promoted from `may_read` by the user: loaded as `should_read` is.
    pub promoted: bool,
    /// Run because an earlier query was not sure.
    pub escalated: bool,
    /// Why it was not run, though it has all its inputs.
    pub stopped: Option<QueryStop>,
    /// The source of the answer.
    pub adapter: AnswerAdapter,
    /// Why an answer was taken that is less sure than a fallback should be.
    pub low_confidence: Option<String>,
    /// The work of the call that a limit ended, where another was run in its place.
    pub ended: Option<Account>,
    /// Paths of secrets that it requests.
    pub n_secret: usize,
}

impl Step {
    /// A step with a whole answer, before `max_files`.
    pub fn of(name: &str, call: String, answer: Rc<Answer>, source: StepSource) -> Self {
        Self {
            name: name.to_owned(),
            call,
            source,
            why: String::new(),
            render: None,
            is_guess: false,
            n_behind: 0,
            max_files: None,
            kept: answer.hits.clone(),
            over_cap: Vec::new(),
            floor: answer.floor,
            answer,
            n_excluded: 0,
            skipped: None,
            fallback: None,
            unanswered: None,
            before: Vec::new(),
            promoted: false,
            escalated: false,
            stopped: None,
            adapter: AnswerAdapter::PATHS,
            low_confidence: None,
            ended: None,
            n_secret: 0,
        }
    }

    /// The primitive of a query.
    pub fn primitive(&self) -> Option<&'static Primitive> {
        match self.source {
            StepSource::Query(primitive) => Some(primitive),
            StepSource::Globs | StepSource::Input => None,
        }
    }

    /// The sources consulted, in order; none if the primitive has a single source.
    pub fn chain(&self) -> impl Iterator<Item = Consulted> + '_ {
        let fallback = self.fallback.as_ref().map(|why| Consulted {
            source: self.call.clone(),
            why: why.clone(),
            files: self.returned(),
        });
        self.before.iter().chain(&self.answer.consulted).cloned().chain(fallback)
    }

    /// The limits and the use of the call that the manifest requests.
    pub fn work(&self) -> &Account {
        self.ended.as_ref().unwrap_or(&self.answer.work)
    }

    /// The limit that ended the query before it had as many files as it may have.
    pub fn ended_by(&self) -> Option<Unit> {
        let (unit, _) = self.work().ended_by()?;
        // Past `max_files` a walk looks for nothing.
        let is_full = self.max_files.is_some_and(|most| self.kept.len() >= most as usize);
        (!(unit == Unit::GraphNodes && is_full)).then_some(unit)
    }

    /// How many files the answer has, before `max_files`.
    pub fn returned(&self) -> usize {
        self.kept.len() + self.over_cap.len()
    }

    /// The place of a file in the answer, from 1; `None` where it is not in it.
    pub fn rank(&self, file: FileId) -> Option<usize> {
        self.kept.iter().chain(&self.over_cap).position(|hit| hit.file == file).map(|at| at + 1)
    }
}
