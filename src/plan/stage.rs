//! The stages of a request: names first, contents where these are not sure, walks over the graph where they are requested
//! (S4.9 to S4.12).

use serde::Serialize;

use super::fallback::Fallback;
use super::step::{Plan, Step};
use super::stop::QueryStop;
use crate::base::words;
use crate::primitive::{Engine, Primitive, Retrieved, Run};
use crate::work::{QueryMetrics, Unit};

words! {
    /// A stage, the cheapest first.
    pub enum Stage {
        /// Paths alone: globs, inputs, sets of files.
        Filename = "filename",
        /// Names of definitions and packages.
        Symbol = "symbol",
        /// The words and lines of texts.
        Content = "content",
        /// Imports, calls, types, tests, changes.
        Graph = "graph",
    }
}

words! {
    /// The reason why a request went so far, and no further.
    pub enum StageReason {
        /// A limit of work ended a query.
        BudgetExceeded = "budget_exceeded",
        /// An earlier stage was not sure.
        LowConfidence = "low_confidence",
        /// An earlier stage was sure, so that a later one was not run.
        HighConfidence = "high_confidence",
        /// The text is too short for a search of contents.
        WeakQuery = "weak_query",
        /// The manifest requests it.
        ExplicitOptIn = "explicit_opt_in",
    }
}

/// How far a request went (S4.19).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refinement {
    /// The farthest stage that was run.
    pub stage: Stage,
    /// Why.
    pub reason: StageReason,
    /// The calls that were run in place of others, in order (S4.6).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fallbacks: Vec<Fallback>,
}

/// The stage of a primitive.
pub fn stage(primitive: &Primitive) -> Stage {
    match (primitive.run, primitive.unit) {
        (Run::Found(Retrieved::Symbols), _) => Stage::Symbol,
        (Run::Found(Retrieved::Cascade | Retrieved::Related), _) | (_, Unit::FilesRead) => Stage::Content,
        (Run::Pair(..), _) => Stage::Filename,
        _ => Stage::Graph,
    }
}

/// The least letters of a word that is looked for in contents.
const LETTERS: usize = 3;
/// The most files that hold a word which says enough by itself.
const HOLDING: usize = 20;

/// Whether the texts of a query are too short for a search of contents: they say little, and are no word that few files hold.
pub fn is_weak(engine: &Engine<'_>, texts: &[String]) -> bool {
    let is_rare = || match texts {
        [word] => word.len() >= LETTERS && (1..=HOLDING).contains(&engine.n_holding(word)),
        _ => false,
    };
    !texts.is_empty() && !QueryMetrics::of(&texts.join(" ")).is_strong() && !is_rare()
}

/// The stage of a step.
pub fn stage_of(step: &Step) -> Stage {
    step.primitive().map_or(Stage::Filename, stage)
}

/// Whether the answer of a step is sure: a name means one thing by the letter, a search ends at its gate, a walk is whole
/// and finds anything.
pub fn is_sure(step: &Step) -> bool {
    let Some(primitive) = step.primitive().filter(|_| step.skipped.is_none()) else { return false };
    match primitive.run {
        Run::Found(Retrieved::Symbols) => step.answer.is_exact,
        Run::Found(_) => step.answer.trace.as_ref().is_some_and(|trace| trace.early_exit),
        _ => !step.kept.is_empty() && step.ended_by().is_none() && step.answer.downgraded.is_none(),
    }
}

/// How far a plan went.
pub fn refinement(plan: &Plan) -> Refinement {
    let steps = || plan.bands.iter().flat_map(|band| &band.steps);
    let ran = steps().filter(|step| step.skipped.is_none());
    let stage = ran.map(stage_of).max().unwrap_or(Stage::Filename);
    let stopped = |meant: fn(&QueryStop) -> bool| steps().filter_map(|step| step.stopped.as_ref()).any(meant);
    let reason = if steps().any(|step| step.ended_by().is_some()) {
        StageReason::BudgetExceeded
    } else if steps().any(|step| step.escalated) {
        StageReason::LowConfidence
    } else if stopped(|stop| matches!(stop, QueryStop::Sure(_))) {
        StageReason::HighConfidence
    } else if stopped(|stop| *stop == QueryStop::Weak) {
        StageReason::WeakQuery
    } else {
        StageReason::ExplicitOptIn
    };
    Refinement { stage, reason, fallbacks: plan.fallbacks.clone() }
}
