//! Calls that may be of a symbol by its name alone: the receiver's type is not known, and no other method has the name.

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;
use super::mention_group::{MentionSense, MentionVerdict, Mentioned};
use super::mentioned::inferred_places;
use super::note::Note;
use super::symbol_match::SymbolMatch;
use crate::facts::Call;

/// The most such calls that are listed; of more, the lines are counted.
const MOST: usize = 24;

/// The few calls below a floor of evidence that may be of some definitions, with the note on them; they are taken out of the mentions
/// in doubt. Where an index has the files, a call in a file that is not `is_open` leaves all in doubt.
pub fn called_by_name(
    engine: &Engine<'_>,
    symbol: &SymbolMatch,
    defs: &[DefId],
    (floor, is_open): (Evidence, &dyn Fn(FileId) -> bool),
    mentioned: &mut Vec<Mentioned>,
) -> (Vec<(FileId, Link)>, Option<Note>) {
    let own: FxHashSet<DefId> = defs.iter().copied().collect();
    let places = inferred_places(engine, &own, floor);
    if places.is_empty() || places.len() > MOST || places.iter().any(|(file, _)| !is_open(*file)) {
        return (Vec::new(), None);
    }
    let is_meant = |row: &Call| engine.file(row.caller).is_some_and(|file| places.contains(&(file, row.at)));
    let mut known = FxHashSet::default();
    let calls = engine.calls_of(defs.iter().copied()).into_iter().filter(is_meant);
    let links = calls.map(|row| engine.may_call_link(&row)).filter(|link| known.insert((link.file, link.at)));
    let links: Vec<(FileId, Link)> = links.map(|link| (link.file, link)).collect();
    mentioned.retain(|row| (row.verdict, row.meaning) != (MentionVerdict::Open, MentionSense::Inferred));
    let n = links.len();
    let calls = if n == 1 { "call has" } else { "calls have" };
    let text = format!("{n} {calls} a receiver of unknown type, and may be of `{}`: listed as `may_call`", symbol.text);
    (links, Some(Note::possible(&symbol.text, n, text)))
}
