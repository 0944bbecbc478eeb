//! The way on from an answer: what a reader may do next, and why the answer is less than it could be.

use super::advice_record::{ActionKind, Advice, DegradedKind, DegradedReason, Guidance, SuggestedAction};
use super::command_line::{command_line, quoted};
use super::guide::Outcome;
use super::missing::{Shortfall, ShortfallKind};
use super::record::{QueryRecord, Status};
use super::request::BundleRequest;
use crate::plan::{Stage, Step, stage_of};
use crate::scip::Confidence;

/// The most actions (S4.20).
const ACTIONS: usize = 3;
/// The longest text that is searched for as a name, in characters.
const NAME: usize = 80;

/// The advice: the next steps as command lines, and a search for names where one of contents was ended.
pub fn advice(request: &BundleRequest<'_>, steps: &[Guidance], status: Status, missing: &[Shortfall]) -> Advice {
    // What is missing comes before what could be more, as it does in print.
    let of_missing = missing.iter().filter_map(|it| Some(Guidance { why: it.what.clone(), run: it.run.clone()? }));
    let mut wanted: Vec<Guidance> = Vec::new();
    for step in of_missing.chain(steps.iter().cloned()) {
        if wanted.iter().all(|known| known.run != step.run) {
            wanted.push(step);
        }
    }
    let mut actions: Vec<SuggestedAction> = wanted.iter().take(ACTIONS).map(|step| action(request, step)).collect();
    if let Some(narrow) = narrowed(request) {
        actions.truncate(ACTIONS - 1);
        actions.push(narrow);
    }
    for (action, priority) in actions.iter_mut().zip(1..) {
        action.priority = priority;
    }
    Advice { message: message(status, missing), actions }
}

fn action(request: &BundleRequest<'_>, step: &Guidance) -> SuggestedAction {
    let flag = step.run.split(' ').next().unwrap_or_default();
    let (action, added, description) = match flag {
        "--set" => (ActionKind::Inspect, "--plan", "shows which queries wait for a value".to_owned()),
        "--promote" => (ActionKind::Load, step.run.as_str(), "prints the text of what is listed".to_owned()),
        "--max-chars" => (ActionKind::Widen, step.run.as_str(), "prints what had no room".to_owned()),
        "--max-files" => (ActionKind::Widen, step.run.as_str(), "takes the files past `max_files` in".to_owned()),
        _ => (ActionKind::Deepen, step.run.as_str(), "looks at what the limit of work left out".to_owned()),
    };
    SuggestedAction {
        priority: 0,
        pillar: "bundle",
        action,
        description,
        rationale: step.why.clone(),
        arguments: added.to_owned(),
        tool_call: command_line(request, added),
    }
}

/// The search for names in place of one of contents that a limit ended (S4.14).
fn narrowed(request: &BundleRequest<'_>) -> Option<SuggestedAction> {
    let is_ended = |step: &&Step| stage_of(step) == Stage::Content && step.ended_by().is_some();
    let step = request.plan.bands.iter().flat_map(|band| &band.steps).find(is_ended)?;
    let given = |name: &str| request.bound.values(name).map(|values| values.join(" "));
    let inside = step.call.split_once('(').map_or("", |(_, inside)| inside);
    let words = inside.split([',', ')', '[', ']', ' ']).find(|word| !word.is_empty())?;
    let literal = || inside.split('"').nth(1).map(str::to_owned);
    let text = given(words).or_else(literal)?.replace(['"', '\n', '\\'], " ");
    let text = text.trim();
    if text.is_empty() || text.chars().count() > NAME {
        return None;
    }
    Some(SuggestedAction {
        priority: 0,
        pillar: "query",
        action: ActionKind::Narrow,
        description: "searches for names alone".to_owned(),
        rationale: format!("`{}` reads contents, and reached a limit of work", step.name),
        arguments: String::new(),
        tool_call: Some(format!("cg-bundle query {}", quoted(&format!("search.symbols(\"{text}\")")))),
    })
}

fn message(status: Status, missing: &[Shortfall]) -> String {
    let has = |kind: ShortfallKind| missing.iter().any(|it| it.kind == kind);
    let is_room = |it: &&Shortfall| matches!(it.kind, ShortfallKind::Cut | ShortfallKind::OverCap);
    let has_action = missing.iter().filter(is_room).any(|it| it.run.is_some());
    let text = match status {
        Status::Success => "The answer is whole.",
        Status::NoResults if has(ShortfallKind::WeakText) => {
            "Nothing was found: no search is sure of this text. Give a name of the code, a path, or more words."
        }
        Status::NoResults => "Nothing was found. Give a name of the code or a path as it is written in the repository.",
        Status::PartialSuccess if has(ShortfallKind::Work) => {
            "Partial results: a limit of work was reached. To deepen, raise it as below; to narrow, name a folder with \
             `-C`, or a symbol in place of a text."
        }
        Status::PartialSuccess if missing.iter().any(|it| is_room(&it)) && !has_action => {
            "Partial results: not all that was found has room, by a bound that the manifest states."
        }
        Status::PartialSuccess if has_action => {
            "Partial results: not all that was found has room. The actions below make it."
        }
        Status::PartialSuccess => "Partial results: `missing` names what the answer lacks.",
    };
    text.to_owned()
}

/// Why the answer is less than it could be, each reason once.
pub fn reasons(request: &BundleRequest<'_>, outcome: &Outcome<'_>, missing: &[Shortfall]) -> Vec<DegradedReason> {
    let of = |kind, message: &str, action: Option<String>| DegradedReason { kind, message: message.to_owned(), action };
    let mut found: Vec<DegradedReason> = Vec::new();
    for it in missing {
        match it.kind {
            ShortfallKind::Work => found.push(of(DegradedKind::BudgetExceeded, &it.what, it.run.clone())),
            ShortfallKind::Cut => found.push(of(DegradedKind::OutputBudget, &it.what, it.run.clone())),
            _ => {}
        }
    }
    let health = request.engine.snapshot.health.as_ref();
    let doubted = health.and_then(|it| it.sources.iter().find(|source| source.confidence != Confidence::High));
    for record in outcome.records {
        if let Some(why) = &record.downgraded {
            let (kind, action) = match health {
                Some(_) => (DegradedKind::IndexStale, doubted.map(|source| source.refresh.clone())),
                None => (DegradedKind::IndexMissing, None),
            };
            found.push(of(kind, why, action));
        }
        found.extend(record.fallback.as_ref().map(|why| of(DegradedKind::FallbackUsed, &said(record, why), None)));
    }
    if found.is_empty() && super::assess::is_bound(outcome, missing) {
        found.push(of(DegradedKind::OutputBudget, "files are left out for want of room", None));
    }
    let mut known: Vec<(DegradedKind, String)> = Vec::new();
    found.retain(|it| {
        let key = (it.kind, it.message.clone());
        let is_new = !known.contains(&key);
        known.push(key);
        is_new
    });
    found
}

fn said(record: &QueryRecord, why: &str) -> String {
    format!("`{}`: {why}", record.name)
}
