//! Names that stand at places which no fact binds: one of the queries of a plan says so.

use crate::plan::{Plan, Step};
use crate::primitive::{Note, NoteKind};

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
