//! The way on from an answer, and the reasons for which it is degraded, as they are written down.

use serde::Serialize;

use crate::base::words;

/// A next step, ready to be put in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guidance {
    /// Why.
    pub why: String,
    /// The arguments to add to the command line.
    pub run: String,
}

/// The way on from an answer (S4.20): a sentence, and at most three actions, the most urgent first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// The sentence.
    pub message: String,
    /// The actions.
    #[serde(rename = "suggestedActions")]
    pub actions: Vec<SuggestedAction>,
}

/// One action that a reader may take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SuggestedAction {
    /// Its place, from 1.
    pub priority: usize,
    /// The part of the program that does it.
    pub pillar: &'static str,
    /// The sort of action.
    pub action: ActionKind,
    /// Its effect.
    pub description: String,
    /// Why it is suggested.
    pub rationale: String,
    /// The arguments to add to the request; empty for another command.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub arguments: String,
    /// The command line, to be run at the root of the repository; `None` where the values of the request make it too long.
    #[serde(rename = "toolCall", skip_serializing_if = "Option::is_none")]
    pub tool_call: Option<String>,
}

words! {
    /// The sort of a suggested action.
    pub enum ActionKind {
        /// Raises a limit of work.
        Deepen = "deepen",
        /// Searches for names alone, which is within every limit.
        Narrow = "narrow",
        /// Makes room for text or files.
        Widen = "widen",
        /// Loads what is only listed.
        Load = "load",
        /// Shows which queries wait for an input.
        Inspect = "inspect",
    }
}

words! {
    /// The sort of reason for which an answer is degraded (S4.32).
    pub enum DegradedKind {
        /// A limit of work ended a query, or the reading of files.
        BudgetExceeded = "budget_exceeded",
        /// The bundle has no room for all that was found.
        OutputBudget = "output_budget",
        /// An index is stale, broken or partial, so that the text answered.
        IndexStale = "index_stale",
        /// There is no index, so that the text answered.
        IndexMissing = "index_missing",
        /// Another call was run in place of a query.
        FallbackUsed = "fallback_used",
    }
}

/// Why an answer is less than it could be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DegradedReason {
    /// The sort.
    #[serde(rename = "type")]
    pub kind: DegradedKind,
    /// The same as a sentence.
    pub message: String,
    /// The command that removes the reason, or the arguments to add, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}
