//! The answers of earlier queries, as later ones use them.

use cg_rules::{DefId, FileId};

use super::stage::is_sure;
use super::step::Step;
use crate::manifest::Arg;
use crate::primitive::{Argument, Retrieved, Run};

/// The files that a search is sure of: its gate is about the first.
const LEADING: usize = 1;

/// The answer of an earlier entry, under its name.
pub(super) struct Earlier {
    name: String,
    files: Vec<FileId>,
    /// The definitions, where it is a search for names.
    defs: Option<Vec<DefId>>,
    /// The definitions that the text of a search names.
    named: Vec<DefId>,
    /// All files that a search by words found, tests among them, in the order of rank.
    ranked: Vec<FileId>,
    /// Its surest files, where it is sure of an answer.
    leading: Option<Vec<FileId>>,
    is_stopped: bool,
    has_run: bool,
}

impl Earlier {
    /// The answer of a step within its `max_files`.
    pub fn of(step: &Step) -> Self {
        let run = step.primitive().map(|it| it.run);
        let is_names = matches!(run, Some(Run::Found(Retrieved::Symbols)));
        let is_ranked = matches!(run, Some(Run::Found(Retrieved::Cascade | Retrieved::Related)));
        let files: Vec<FileId> = step.kept.iter().map(|hit| hit.file).collect();
        let most = if is_ranked { LEADING } else { files.len() };
        Self {
            name: step.name.clone(),
            defs: is_names.then(|| step.kept.iter().flat_map(|hit| hit.defs.iter().copied()).collect()),
            named: step.answer.named_defs.clone(),
            ranked: if is_ranked { step.answer.hits.iter().map(|hit| hit.file).collect() } else { Vec::new() },
            leading: is_sure(step).then(|| files.iter().copied().take(most).collect()),
            files,
            is_stopped: step.stopped.is_some(),
            has_run: step.skipped.is_none(),
        }
    }
}

/// All earlier answers.
#[derive(Default)]
pub(super) struct EarlierAnswers(Vec<Earlier>);

impl EarlierAnswers {
    /// Keeps the answer of a step.
    pub fn add(&mut self, step: &Step) {
        self.0.push(Earlier::of(step));
    }

    fn last(&self, name: &str) -> Option<&Earlier> {
        self.0.iter().rev().find(|it| it.name == name)
    }

    /// Whether a query is sure of its answer.
    pub fn is_sure(&self, name: &str) -> bool {
        self.last(name).is_some_and(|it| it.leading.is_some())
    }

    /// Whether a query was run.
    pub fn has_run(&self, name: &str) -> bool {
        self.last(name).is_some_and(|it| it.has_run)
    }

    /// Whether a query was stopped.
    pub fn is_stopped(&self, name: &str) -> bool {
        self.last(name).is_some_and(|it| it.is_stopped)
    }

    /// The definitions that the texts name by which some arguments were found, as an argument.
    pub fn named(&self, args: &[Arg]) -> Vec<Argument> {
        let found = args.iter().filter_map(|arg| match arg {
            Arg::Query(word) => self.last(&word.text),
            Arg::Input(_) | Arg::Literal(_) => None,
        });
        let found: Vec<&Earlier> = found.collect();
        let named: Vec<DefId> = found.iter().flat_map(|it| it.named.iter().copied()).collect();
        let ranked: Vec<FileId> = found.iter().flat_map(|it| it.ranked.iter().copied()).collect();
        let named = (!named.is_empty()).then_some(Argument::Definitions(named));
        named.into_iter().chain((!ranked.is_empty()).then_some(Argument::Files(ranked))).collect()
    }

    /// The files or definitions of a query as an argument; of one that has to be sure, its surest files.
    pub fn argument(&self, name: &str, takes_symbols: bool, has_to_be_sure: bool) -> Option<Argument> {
        let found = self.last(name)?;
        Some(match (&found.defs, &found.leading) {
            (Some(defs), _) if takes_symbols => Argument::Definitions(defs.clone()),
            (_, Some(leading)) if has_to_be_sure => Argument::Files(leading.clone()),
            _ => Argument::Files(found.files.clone()),
        })
    }
}
