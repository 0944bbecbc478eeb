//! Calls and members that a change of parameters breaks: they mean a symbol by its name, and do not fit it.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{DefId, FileId};

use super::engine::Engine;
use super::mentioned::at_lines;
use super::note::Note;
use crate::base::Position;
use crate::language::Rule;

/// How many files a note lists.
const SHOWN: usize = 5;

/// Places by files.
type Places = BTreeSet<(FileId, Position)>;

/// Notes the calls of some definitions with arguments that none of them takes, and the members that would override one and have
/// other parameters. An answer lists them as `may_call` and `may_override`.
pub fn note_misfits(engine: &Engine<'_>, defs: &[DefId], notes: &mut Vec<Note>) {
    let facts = engine.snapshot;
    // A call is a row for each overload.
    let mut calls: BTreeMap<&str, Places> = BTreeMap::new();
    for row in engine.calls_of(defs.iter().copied()).into_iter().filter(|row| row.rule == Rule::Misfit) {
        let place = engine.file(row.caller).map(|file| (file, row.at));
        calls.entry(facts.name(row.callee)).or_default().extend(place);
    }
    let mut members: BTreeMap<&str, Places> = BTreeMap::new();
    for row in facts.overrides.iter().filter(|row| row.rule == Rule::Misfit && defs.contains(&row.sup)) {
        members.entry(facts.name(row.sup)).or_default().insert((row.file, row.at));
    }
    let calls = calls.into_iter().map(|(name, places)| {
        let calls = if places.len() == 1 { "1 call".to_owned() } else { format!("{} calls", places.len()) };
        (format!("no overload of `{name}` takes the arguments of {calls}"), places)
    });
    let members = members.into_iter().map(|(name, places)| {
        let members = if places.len() == 1 { "1 member".to_owned() } else { format!("{} members", places.len()) };
        (format!("`{name}` has other parameters than {members} that would override it"), places)
    });
    for (text, places) in calls.chain(members) {
        let text = format!("{text}: {}", shown(engine, &places));
        // Two symbols of one name may have the same calls.
        if notes.iter().all(|note| note.text != text) {
            notes.push(Note::unresolved(places.len(), text));
        }
    }
}

/// The first of some places, by files.
fn shown(engine: &Engine<'_>, places: &Places) -> String {
    let mut files: BTreeMap<FileId, Vec<u32>> = BTreeMap::new();
    for (file, at) in places {
        files.entry(*file).or_default().push(at.line);
    }
    let of_file = |(file, lines): (&FileId, &Vec<u32>)| format!("{}:{}", engine.snapshot.path(*file), at_lines(lines));
    let all: Vec<String> = files.iter().take(SHOWN).map(of_file).collect();
    let more = if files.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", all.join(", "))
}
