//! Names that stand at places which no fact binds: one of the queries of a plan says so.

use super::guide::Outcome;
use super::request::BundleRequest;
use crate::base::counted;
use crate::plan::{Plan, Step};
use crate::primitive::{Note, NoteKind};

/// The most files whose places are looked for.
const FILES: usize = 50;
/// The most files that are named.
const NAMED: usize = 5;

/// The places of a note that no excerpt of the bundle prints, and the sentence about them; `None` where all are printed.
pub fn unprinted(request: &BundleRequest<'_>, outcome: &Outcome<'_>, note: &Note) -> Option<(usize, String)> {
    let NoteKind::Unbound(_, count) = note.kind else { return Some((0, note.text.clone())) };
    let snapshot = request.engine.snapshot;
    let mut left: Vec<(&str, usize)> = Vec::new();
    for (at, (file, n_places)) in note.places.iter().enumerate() {
        let (path, n_places) = (snapshot.path(*file), *n_places as usize);
        let item = outcome.items.iter().find(|item| item.path == path && !item.excerpts.is_empty());
        let text = item.filter(|_| at < FILES).and_then(|item| Some((item, (request.read)(path)?)));
        let n_left = text.map_or(n_places, |(item, text)| {
            let lines = request.engine.lines_with(*file, &text, &note.about);
            let is_printed = |line: &u32| item.excerpts.iter().any(|it| (it.first_line..=it.last_line).contains(line));
            let n_printed = lines.iter().filter(|line| is_printed(line)).count();
            // Of a text in which fewer are found than facts count, the others may be anywhere.
            let n_open = n_places.saturating_sub(lines.len());
            (lines.len() - n_printed + n_open).min(n_places)
        });
        left.extend((n_left > 0).then_some((path, n_left)));
    }
    let n_left = left.iter().map(|(_, count)| count).sum();
    if n_left == count || note.places.is_empty() {
        return Some((count, note.text.clone()));
    }
    let files: Vec<String> = left.iter().take(NAMED).map(|(path, count)| format!("{path} ({count})")).collect();
    let more = left.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(", and {}", counted(more, "more file")) } else { String::new() };
    let places = if n_left == 1 { "place" } else { "places" };
    let text = format!(
        "`{}` stands in code at {n_left} more {places} that no fact binds: {}{more}",
        note.about,
        files.join(", ")
    );
    (n_left > 0).then_some((n_left, text))
}

/// Whether another query notes as many unbound places of the name or more: what calls a function is among its uses. Of
/// two equal notes the first stays.
pub fn is_said_elsewhere(plan: &Plan, of: &Step, note: &Note) -> bool {
    let NoteKind::Unbound(name, count) = note.kind else { return false };
    let mut least = count;
    plan.bands.iter().flat_map(|band| &band.steps).any(|step| {
        if std::ptr::eq(step, of) {
            least = count + 1;
            return false;
        }
        let mut notes = step.answer.notes.iter();
        notes.any(|it| matches!(it.kind, NoteKind::Unbound(other, n) if other == name && n >= least))
    })
}
