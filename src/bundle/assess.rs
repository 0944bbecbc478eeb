//! The gap between a request and its answer: names without a meaning, places that no fact decides, text that is cut,
//! hidden, only listed or left out. The status follows from it and from nothing else.

use super::broken::broken;
use super::extent::View;
use super::guide::{self, Outcome};
use super::item::{Item, Omission};
use super::missing::{FileCounts, Shortfall, ShortfallKind};
use super::record::{QueryRecord, Status};
use super::request::BundleRequest;
use super::summed::SummedNotes;
use super::unbound::{UnprintedPlaces, is_said_elsewhere};
use super::unnamed::{opted, unlooked, unnamed, unnamed_focus};
use super::unread_files::{not_checked_out, unprintable, unread_files};
use super::unsure::unsure;
use super::work;
use crate::manifest::{Band, Render};
use crate::plan::{Plan, QueryStop, Step, StepSource};
use crate::primitive::{Note, NoteKind, Run};
use crate::work::WorkProfile;

/// The most symbols without a use that are named.
const NAMED: usize = 5;

impl FileCounts {
    /// Counts each file of a bundle once.
    pub fn of(outcome: &Outcome<'_>) -> Self {
        let shown = || outcome.items.iter().filter(|item| item.view != View::Listed);
        let mut out: Vec<&str> = outcome.left_out.iter().map(|left| left.path.as_str()).collect();
        out.sort_unstable();
        out.dedup();
        let is_placed = |path: &&str| outcome.items.iter().any(|item| item.path == *path);
        Self {
            shown: shown().count(),
            cut: shown().filter(|item| item.reduced.is_some()).count(),
            listed: outcome.items.len() - shown().count(),
            left_out: out.iter().filter(|path| !is_placed(path)).count(),
        }
    }
}

/// Every respect in which the answer falls short, the gravest first.
pub fn shortfalls(request: &BundleRequest<'_>, outcome: &Outcome<'_>) -> Vec<Shortfall> {
    let steps = || request.plan.bands.iter().flat_map(|band| band.steps.iter().map(move |step| (band.band, step)));
    let has_index = request.engine.snapshot.health.is_some();
    let of_task = request.bound.unmatched().iter().map(|what| Shortfall {
        kind: ShortfallKind::UnknownName,
        query: String::new(),
        count: 1,
        what: what.clone(),
        run: None,
    });
    let mut found: Vec<Shortfall> = of_task.collect();
    let n_of_task = found.len();
    let unprinted = UnprintedPlaces::of(request, outcome);
    let left = |note: &Note| unprinted.left(note);
    let summed = SummedNotes::of(request.plan).without_printed(|note| left(note).map(|(count, _)| count));
    for (_, step) in steps() {
        found.extend(of_answer(request.plan, step, has_index, &summed, &left));
    }
    found.extend(summed.shortfalls());
    found.extend(steps().filter_map(|(_, step)| work::shortfall(request, step)));
    let unfound = unfound(request);
    let is_unknown = unfound.is_some() || found.iter().skip(n_of_task).any(|it| it.kind == ShortfallKind::UnknownName);
    found.extend(unfound.or_else(|| unsure(request, &outcome.items)));
    let unnamed: Vec<Shortfall> = unnamed(request).chain(unnamed_focus(request)).collect();
    found.extend(unread_files(request).filter(|_| is_unknown || !unnamed.is_empty()));
    found.extend(not_checked_out(request));
    found.extend(unnamed.into_iter().chain(opted(request)));
    found.extend(unlooked(request));
    found.extend(work::unread(request, outcome));
    found.extend(cut(outcome));
    found.extend(outcome.records.iter().filter_map(|record| over_cap(request, outcome, record)));
    found.extend(steps().filter_map(|(band, step)| listed(outcome, band, step)));
    found.extend(unprintable(outcome));
    found.extend(hidden(outcome));
    found.extend(broken(request, outcome));
    // One name that means nothing may be an argument of several queries.
    let mut known: Vec<String> = Vec::new();
    found.retain(|it| {
        let is_new = !known.contains(&it.what);
        known.push(it.what.clone());
        is_new
    });
    found.sort_by_key(|it| it.kind);
    found
}

/// The status of an answer. Globs and texts beside the files find nothing: the author wrote them down before the task.
pub fn status(request: &BundleRequest<'_>, outcome: &Outcome<'_>, shortfalls: &[Shortfall]) -> Status {
    let steps = || request.plan.bands.iter().flat_map(|band| &band.steps);
    let is_of_request = |step: &&Step| step.source != StepSource::Globs && !is_of_globs(step);
    let is_derived = steps().any(|step| step.primitive().is_some() && is_of_request(&step));
    let counts = |step: &&Step| !is_derived || is_of_request(step);
    let finds = steps().filter(counts).any(|step| step.returned() > 0)
        || request.flow.names.iter().any(|name| !name.defs.is_empty());
    // A limit of work, or no room at all, is no proof that there is nothing.
    let has = |kind: ShortfallKind| shortfalls.iter().any(|it| it.kind == kind);
    let is_limited = if finds { has(ShortfallKind::Cut) } else { has(ShortfallKind::Work) };
    match (finds && !outcome.items.is_empty() || is_limited, shortfalls.is_empty()) {
        (false, _) => Status::NoResults,
        (true, false) => Status::PartialSuccess,
        (true, true) => Status::Success,
    }
}

/// Whether a query is about the globs that it quotes, and nothing of the request.
fn is_of_globs(step: &Step) -> bool {
    let is_of_files = step.primitive().is_some_and(|it| it.name.starts_with("files."));
    let arguments = step.call.split_once('(').map_or("", |(_, arguments)| arguments);
    let mut outside = arguments.split('"').step_by(2);
    is_of_files && !outside.any(|text| text.contains(char::is_alphabetic))
}

/// The shortfalls of one query's answer, whatever is printed of it.
fn of_answer(
    plan: &Plan,
    step: &Step,
    has_index: bool,
    summed: &SummedNotes<'_>,
    left: &dyn Fn(&Note) -> Option<(usize, String)>,
) -> Vec<Shortfall> {
    let of = |kind, count, what: String| Shortfall { kind, query: step.name.clone(), count, what, run: None };
    let mut found: Vec<Shortfall> = Vec::new();
    let first = step.unanswered.iter().flat_map(|first| &first.notes);
    for note in step.answer.notes.iter().chain(first).filter(|note| !is_said_elsewhere(plan, step, note)) {
        match note.kind {
            NoteKind::Remark | NoteKind::Settled => {}
            NoteKind::Unknown => found.push(of(ShortfallKind::UnknownName, 1, note.text.clone())),
            NoteKind::Unbound(..) | NoteKind::Possible(_) if summed.holds(&note.text) => {}
            NoteKind::Unbound(..) => {
                found.extend(left(note).map(|(count, text)| of(ShortfallKind::Unresolved, count, text)));
            }
            NoteKind::Unresolved(count) | NoteKind::Possible(count) => {
                found.push(of(ShortfallKind::Unresolved, count, note.text.clone()))
            }
        }
    }
    if let Some(why) = step.answer.downgraded.as_ref().filter(|_| has_index) {
        found.push(of(ShortfallKind::Stale, 1, why.clone()));
    }
    let bare = bare(step, &found);
    if !bare.is_empty() {
        let more = if bare.len() > NAMED { format!(" and {} more", bare.len() - NAMED) } else { String::new() };
        let names: Vec<&str> = bare.iter().take(NAMED).map(String::as_str).collect();
        let what = format!("`{}` found no use of {}{more}, only the declaration", step.name, names.join(", "));
        found.push(of(ShortfallKind::Unresolved, bare.len(), what));
    }
    if step.unanswered.is_some() && step.returned() > 0 {
        let what = format!("`{}` found nothing, and its fallback answers: `{}`", step.name, step.call);
        found.push(of(ShortfallKind::Fallback, 1, what));
    }
    found
}

/// The symbols without a use that no other shortfall of the query is about.
fn bare(step: &Step, found: &[Shortfall]) -> Vec<String> {
    let quoted = step.answer.bare.iter().map(|name| format!("`{name}`"));
    // Places that are printed, and those that a sum has, are said of a name too.
    let is_open = |note: &&Note| matches!(note.kind, NoteKind::Unbound(..) | NoteKind::Possible(_));
    let is_noted = |name: &String| step.answer.notes.iter().filter(is_open).any(|note| note.text.contains(name));
    quoted.filter(|name| !is_noted(name) && !found.iter().any(|it| it.what.contains(name))).collect()
}

/// The shortfall of a text of which no search is sure, and for which none finds anything. One that names nothing says so.
fn unfound(request: &BundleRequest<'_>) -> Option<Shortfall> {
    let is_weak = |step: &Step| step.stopped == Some(QueryStop::Weak);
    let steps = || request.plan.bands.iter().flat_map(|band| &band.steps);
    let is_search = |step: &&Step| step.primitive().is_some_and(|it| matches!(it.run, Run::Found(_)));
    let searches: Vec<&Step> =
        steps().filter(is_search).filter(|step| step.answer.trace.is_some() || is_weak(step)).collect();
    let is_said = |step: &&Step| step.answer.notes.iter().any(|note| note.kind == NoteKind::Unknown);
    if searches.iter().any(|step| step.returned() > 0 || is_said(step)) {
        return None;
    }
    let weak = searches.iter().find(|step| is_weak(step));
    let (what, run) = match weak {
        Some(step) => {
            let what =
                format!("`{}`: no name is like this word, which is too short for a search of contents", step.name);
            (what, Some(format!("--budget-profile {}", WorkProfile::Deep)))
        }
        None => (format!("`{}`: no search finds this text", searches.first()?.name), None),
    };
    let query = weak.or(searches.first())?.name.clone();
    Some(Shortfall { kind: ShortfallKind::WeakText, query, count: 1, what, run })
}

/// The text that the bounds of the bundle hold back, with the arguments that raise them.
fn cut(outcome: &Outcome<'_>) -> impl Iterator<Item = Shortfall> {
    outcome.limits.iter().map(|step| Shortfall {
        kind: ShortfallKind::Cut,
        query: String::new(),
        count: step.count,
        what: step.guidance.why.clone(),
        run: Some(step.guidance.run.clone()).filter(|run| !run.is_empty()),
    })
}

fn over_cap(request: &BundleRequest<'_>, outcome: &Outcome<'_>, record: &QueryRecord) -> Option<Shortfall> {
    // Past `max_files` of what may be read, and of an answer that is complete without, nothing is missing.
    let is_wanted = match record.band {
        Band::MustRead => true,
        Band::ShouldRead => !request.ceiling.stops_when_complete,
        Band::MayRead => record.promoted,
    };
    let mut steps = request.plan.bands.iter().flat_map(|band| &band.steps);
    let is_of_examples = steps.any(|step| step.name == record.name && step.answer.is_of_examples);
    // A ranking by words has no end of its own.
    let count = if is_wanted && record.search.is_none() && !is_of_examples {
        guide::over_cap(request, outcome, record)
    } else {
        0
    };
    (count > 0).then(|| Shortfall {
        kind: ShortfallKind::OverCap,
        query: record.name.clone(),
        count,
        what: format!("`{}`: {} past its `max_files`", record.name, files(count)),
        run: Some(format!("--max-files {}={}", record.name, record.returned)),
    })
}

/// The files that stand in a list though their text is requested: by `must_read`, a glob, a view or `--promote`. What
/// should be read is sized to the answer, which may take a line only.
fn listed(outcome: &Outcome<'_>, band: Band, step: &Step) -> Option<Shortfall> {
    let is_requested = match band {
        Band::MustRead => true,
        Band::ShouldRead => step.promoted || step.render.is_some() || step.primitive().is_none(),
        Band::MayRead => step.promoted,
    };
    if !is_requested || step.render == Some(Render::Listed) || step.answer.is_of_examples {
        return None;
    }
    let is_of_step = |item: &&&Item| item.band == band && item.why.first().is_some_and(|why| why.query == step.name);
    // Of a file that was read and has no line, there is no more to show.
    let has_more = |item: &&&Item| item.lines > 0 || item.content.is_empty();
    let items = outcome.items.iter().filter(is_of_step).filter(has_more);
    let count = items.filter(|it| it.view == View::Listed && it.reduced.is_none()).count();
    (count > 0).then(|| Shortfall {
        kind: ShortfallKind::Listed,
        query: step.name.clone(),
        count,
        what: format!("`{}`: {} only listed", step.name, files(count)),
        run: Some(format!("--promote {}", step.name)),
    })
}

/// The cited lines of shown files that no excerpt holds.
fn hidden(outcome: &Outcome<'_>) -> Option<Shortfall> {
    let of_items = outcome.items.iter().filter(|item| item.view != View::Listed);
    let hidden: Vec<String> = of_items.flat_map(|item| hidden_lines(item)).collect();
    let first = hidden.first()?;
    let more = if hidden.len() > 1 { format!(" and {} more", hidden.len() - 1) } else { String::new() };
    let are = if hidden.len() > 1 { "are" } else { "is" };
    Some(Shortfall {
        kind: ShortfallKind::Hidden,
        query: String::new(),
        count: hidden.len(),
        what: format!("{first}{more} {are} cited and not printed"),
        run: None,
    })
}

/// The lines of an item that its reasons cite and that are not printed, as `path:line`.
fn hidden_lines(item: &Item) -> Vec<String> {
    // A file is in a set by its path: no line of it says so.
    let links = item.why.iter().flat_map(|why| &why.chain).filter(|link| link.relation != "in");
    let cited = links.filter_map(|link| {
        let (path, place) = link.at.rsplitn(3, ':').nth(2).zip(link.at.rsplit(':').nth(1))?;
        (path == item.path).then(|| place.parse::<u32>().ok()).flatten()
    });
    let is_shown =
        |line: &u32| item.excerpts.iter().any(|excerpt| (excerpt.first_line..=excerpt.last_line).contains(line));
    let mut lines: Vec<u32> = cited.filter(|line| *line > 0 && !is_shown(line)).collect();
    lines.sort_unstable();
    lines.dedup();
    lines.into_iter().map(|line| format!("{}:{line}", item.path)).collect()
}

/// Whether a bound of the budget, or a limit of work, holds something back.
pub fn is_bound(outcome: &Outcome<'_>, shortfalls: &[Shortfall]) -> bool {
    !outcome.limits.is_empty()
        || shortfalls.iter().any(|it| it.kind == ShortfallKind::Work)
        || outcome.left_out.iter().any(|it| matches!(it.reason, Omission::Budget | Omission::Band | Omission::MaxFiles))
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}
