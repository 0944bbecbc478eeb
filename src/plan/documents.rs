//! Documents among the files of a query: those with the names of a request come before the others.

use cg_rules::FileId;

use super::step::Step;
use crate::base::word_places;
use crate::facts::NONE;
use crate::primitive::{Argument, Engine};

/// The fewest letters of a name that is looked for.
const SHORTEST: usize = 3;

/// Puts first, of more files than an entry may have, the documents that hold the name of a symbol as a word; the others keep their
/// order.
pub(super) fn named_first(engine: &Engine<'_>, step: &mut Step, symbols: impl Iterator<Item = Argument>) {
    let is_of_files = step.primitive().is_some_and(|it| it.name.starts_with("files."));
    let is_cut = step.max_files.is_some_and(|most| step.kept.len() > most as usize);
    let Some(tree) = engine.tree.filter(|_| is_of_files && is_cut) else { return };
    let is_sign = |sign: char| !sign.is_alphanumeric() && sign != '_';
    let last = |symbol: Argument| symbol.text().and_then(|text| Some(text.rsplit(is_sign).next()?.to_owned()));
    let names: Vec<String> = symbols.filter_map(last).filter(|name| name.chars().count() >= SHORTEST).collect();
    if names.is_empty() {
        return;
    }
    let is_document = |file: FileId| engine.snapshot.file_row(file).is_some_and(|row| row.language == NONE);
    let names_one = |file: FileId| {
        let text =
            if is_document(file) && engine.admits(file) { tree.read(engine.snapshot.path(file)).ok() } else { None };
        text.is_some_and(|text| names.iter().any(|name| word_places(&text, name.as_bytes()).next().is_some()))
    };
    step.kept.sort_by_cached_key(|hit| !names_one(hit.file));
}
