//! Notes on many names that differ in nothing but the name: one shortfall says them all.

use std::cmp::Reverse;
use std::fmt::Write;

use super::missing::{Shortfall, ShortfallKind};
use super::unbound::is_said_elsewhere;
use crate::base::counted;
use crate::plan::Plan;
use crate::primitive::{Note, NoteKind};

/// So many names have a shortfall of their own each.
const FEW: usize = 3;
/// The names that a sum gives.
const NAMED: usize = 5;

/// The notes on many names, by what they say of each: that no fact binds its places, and that those listed may be meant.
pub struct SummedNotes<'p>([Vec<(&'p Note, usize)>; 2]);

impl<'p> SummedNotes<'p> {
    /// Collects the notes of all queries.
    pub fn of(plan: &'p Plan) -> Self {
        let mut sorts: [Vec<(&Note, usize)>; 2] = Default::default();
        for step in plan.bands.iter().flat_map(|band| &band.steps) {
            let first = step.unanswered.iter().flat_map(|first| &first.notes);
            for note in step.answer.notes.iter().chain(first).filter(|note| !is_said_elsewhere(plan, step, note)) {
                let (sort, count) = match note.kind {
                    NoteKind::Unbound(_, count) => (0, count),
                    NoteKind::Possible(count) => (1, count),
                    _ => continue,
                };
                if sorts[sort].iter().all(|(known, _)| known.text != note.text) {
                    sorts[sort].push((note, count));
                }
            }
        }
        for notes in &mut sorts {
            notes.sort_by_key(|(note, count)| (Reverse(*count), note.about.as_str()));
            if notes.len() <= FEW {
                notes.clear();
            }
        }
        Self(sorts)
    }

    /// The same without the places that `left` says are printed.
    pub fn without_printed(mut self, left: impl Fn(&Note) -> Option<usize>) -> Self {
        let [unbound, _] = &mut self.0;
        unbound.iter_mut().for_each(|(note, count)| *count = left(note).unwrap_or(0));
        self
    }

    /// Whether a sum says what a note says.
    pub fn holds(&self, text: &str) -> bool {
        self.0.iter().flatten().any(|(note, _)| note.text == text)
    }

    /// The sums; what they leave out is in the notes of the queries.
    pub fn shortfalls(&self) -> impl Iterator<Item = Shortfall> + '_ {
        let verbs = [
            ("stands in code at", "that no fact binds"),
            ("may be meant at", "of the answer, which are marked `may_name`"),
        ];
        let open = self.0.iter().map(|notes| {
            let mut open: Vec<(&Note, usize)> = notes.iter().filter(|(_, count)| *count > 0).copied().collect();
            open.sort_by_key(|(note, count)| (Reverse(*count), note.about.as_str()));
            open
        });
        let sums = open.zip(verbs).filter(|(notes, _)| !notes.is_empty());
        sums.map(|(notes, (verb, behind))| Shortfall {
            kind: ShortfallKind::Unresolved,
            query: String::new(),
            count: notes.iter().map(|(_, count)| count).sum(),
            what: sum(&notes, verb, behind),
            run: Some("--format json".to_owned()),
        })
    }
}

/// The names with the most places, and how many there are of the others.
fn sum(notes: &[(&Note, usize)], verb: &str, behind: &str) -> String {
    let mut text = String::new();
    for (at, (note, count)) in notes.iter().take(NAMED).enumerate() {
        let _ = match at {
            0 => write!(text, "`{}` {verb} {} {behind}", note.about, counted(*count, "more place")),
            _ => write!(text, ", `{}` at {count}", note.about),
        };
    }
    let rest = notes.get(NAMED..).unwrap_or(&[]);
    let count: usize = rest.iter().map(|(_, count)| count).sum();
    if !rest.is_empty() {
        let _ = write!(text, ", {} at {count}", counted(rest.len(), "more name"));
    }
    text
}
