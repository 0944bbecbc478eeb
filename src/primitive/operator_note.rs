//! Says of members that operators call which of those calls are counted.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::DefId;

use super::engine::Engine;
use super::kin::language;
use super::note::Note;
use crate::language::DeclKind;

/// A note for the members among some definitions that operators call: most values on their left have no type that the text states.
pub fn note_operators(engine: &Engine<'_>, members: &[DefId]) -> Option<Note> {
    let snapshot = engine.snapshot;
    let mut called: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in members.iter().filter_map(|def| snapshot.definition(*def)).filter(|row| row.kind == DeclKind::Method) {
        let name = snapshot.names.get(row.name);
        let operators = language(snapshot, row.file).and_then(|language| language.conventions.operators);
        for sign in operators.into_iter().flat_map(|operators| operators.signs_of(name)) {
            called.entry(name).or_default().insert(sign);
        }
    }
    if called.is_empty() {
        return None;
    }
    let quoted = |text: &str| format!("`{text}`");
    let names: Vec<String> = called.keys().map(|name| quoted(name)).collect();
    let signs: BTreeSet<&str> = called.values().flatten().copied().collect();
    let signs: Vec<String> = signs.into_iter().map(quoted).collect();
    let (names, signs) = (names.join(", "), signs.join(", "));
    Some(format!("calls of {names} by operator ({signs}) are counted only where the text states the type of the value on the left").into())
}
