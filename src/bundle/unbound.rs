//! Names that stand at places which no fact binds: one of the queries of a plan says so.

use std::cell::RefCell;
use std::rc::Rc;

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::guide::Outcome;
use super::item::Item;
use super::request::BundleRequest;
use crate::base::counted;
use crate::plan::{Plan, Step};
use crate::primitive::{NamedText, Note, NoteKind};

/// The most files whose places are looked for.
const FILES: usize = 50;
/// The most files that are named.
const NAMED: usize = 5;

/// The places of names that no fact binds, and that no excerpt of a bundle prints. Each text is parsed once.
pub struct UnprintedPlaces<'a> {
    request: &'a BundleRequest<'a>,
    shown: FxHashMap<&'a str, &'a Item>,
    texts: RefCell<FxHashMap<FileId, Option<Rc<NamedText>>>>,
}

impl<'a> UnprintedPlaces<'a> {
    /// The files with text.
    pub fn of(request: &'a BundleRequest<'a>, outcome: &Outcome<'a>) -> Self {
        let shown = outcome.items.iter().filter(|item| !item.excerpts.is_empty());
        Self { request, shown: shown.map(|item| (item.path.as_str(), *item)).collect(), texts: RefCell::default() }
    }

    /// The number of the places of a note, and the sentence about them; `None` where all are printed.
    pub fn left(&self, note: &Note) -> Option<(usize, String)> {
        let NoteKind::Unbound(_, count) = note.kind else { return Some((0, note.text.clone())) };
        let mut left: Vec<(&str, usize)> = Vec::new();
        for (at, (file, n_places)) in note.places.iter().enumerate() {
            let (path, n_places) = (self.request.engine.snapshot.path(*file), *n_places as usize);
            let item = self.shown.get(path).filter(|_| at < FILES);
            let text = item.and_then(|item| Some((item, self.text(*file, path)?)));
            let n_left = text.map_or(n_places, |(item, text)| {
                let lines = text.lines_with(&note.about);
                let is_printed =
                    |line: &&u32| item.excerpts.iter().any(|it| (it.first_line..=it.last_line).contains(*line));
                let n_printed = lines.iter().filter(is_printed).count();
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
        (n_left > 0).then(|| (n_left, sentence(&note.about, n_left, &left)))
    }

    fn text(&self, file: FileId, path: &str) -> Option<Rc<NamedText>> {
        let named = || NamedText::of(self.request.engine, file, (self.request.read)(path)?).map(Rc::new);
        self.texts.borrow_mut().entry(file).or_insert_with(named).clone()
    }
}

fn sentence(name: &str, n_left: usize, left: &[(&str, usize)]) -> String {
    let files: Vec<String> = left.iter().take(NAMED).map(|(path, count)| format!("{path} ({count})")).collect();
    let more = left.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(", and {}", counted(more, "more file")) } else { String::new() };
    let places = if n_left == 1 { "place" } else { "places" };
    format!("`{name}` stands in code at {n_left} more {places} that no fact binds: {}{more}", files.join(", "))
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
