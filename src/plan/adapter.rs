//! The source of an answer, and how sure it is (S3.U9): a declared fallback is run below a bound of it (S3.U5).

use cg_rules::Evidence;

use crate::primitive::{Answer, Engine, NoteKind, Primitive, Retrieved, Run, Stale};
use crate::scip::Confidence;

/// Below so much a declared fallback is run. Source: requirement S3.U5.
pub const LEAST_CONFIDENCE: f64 = 0.7;

/// The source of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnswerAdapter {
    /// Its name.
    pub name: &'static str,
    /// How sure its answer is, from 0 to 1.
    pub confidence: f64,
}

impl AnswerAdapter {
    /// Paths alone: what is written down is there.
    pub const PATHS: Self = Self { name: "paths", confidence: 1.0 };
}

/// The source of an answer of a primitive. What no fact decides, and what was found in place of an index, is less sure.
pub fn adapter(engine: &Engine<'_>, primitive: &Primitive, answer: &Answer) -> AnswerAdapter {
    let by_evidence = match answer.floor {
        None | Some(Evidence::Compiler) => 1.0,
        Some(Evidence::Resolved) => 0.9,
        Some(Evidence::Scoped) => 0.75,
        Some(Evidence::Inferred) => 0.5,
    };
    let is_early = answer.trace.as_ref().is_some_and(|trace| trace.early_exit);
    let (name, confidence) = match primitive.run {
        Run::Found(Retrieved::Symbols) => ("names", if answer.is_exact { 1.0 } else { 0.6 }),
        Run::Found(_) => ("search", if is_early { 0.9 } else { 0.6 }),
        _ if primitive.role.reads_index() => of_index(engine, answer, by_evidence),
        _ => ("facts", by_evidence),
    };
    let is_open = |kind| matches!(kind, NoteKind::Unresolved(_) | NoteKind::Unbound(..) | NoteKind::Possible(_));
    let is_open = answer.notes.iter().any(|note| is_open(note.kind));
    let confidence = if is_open { f64::min(confidence, LEAST_CONFIDENCE) } else { confidence };
    let is_lost = answer.hits.is_empty() && answer.downgraded.is_some();
    AnswerAdapter { name, confidence: if is_lost { f64::min(confidence, 0.3) } else { confidence } }
}

/// The source where an index and the text may answer: the less sure of those that gave files.
fn of_index(engine: &Engine<'_>, answer: &Answer, by_evidence: f64) -> (&'static str, f64) {
    let gave = |name: &str| answer.consulted.iter().any(|it| it.source == name && it.files > 0);
    let of_index = match engine.snapshot.health.as_ref().map(|health| health.confidence) {
        Some(Confidence::High) => 1.0,
        Some(Confidence::Medium) => 0.85,
        // Who has the index used all the same has decided.
        Some(Confidence::Low) if engine.stale == Stale::Use => LEAST_CONFIDENCE,
        Some(Confidence::Low) | None => 0.4,
    };
    match (gave("scip"), gave("text") || answer.consulted.is_empty()) {
        (true, false) => ("scip", of_index),
        (true, true) => ("scip+text", of_index.min(by_evidence)),
        (false, _) => ("text", by_evidence),
    }
}
