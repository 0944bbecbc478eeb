//! The places that construct a type: a call of it calls one of its constructors, and so does one of a type below that states none, where
//! the language lets it inherit them.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::FxHashMap;

use super::answer::Link;
use super::engine::Engine;
use super::kin::{is_constructor, language};
use super::member_holders::with_heirs;
use crate::facts::Definition;

/// The places that construct a type of which a constructor is among some definitions: by that one, or one of its overloads.
pub(super) fn constructions(engine: &Engine<'_>, defs: &[DefId], floor: Evidence, links: &mut Vec<(FileId, Link)>) {
    let snapshot = engine.snapshot;
    // The constructors of each type that are among them.
    let mut of_types: BTreeMap<(FileId, DefId), Vec<Definition>> = BTreeMap::new();
    let is_constructor = |row: &Definition| is_constructor(snapshot, row);
    for row in defs.iter().filter_map(|def| snapshot.definition(*def)).filter(is_constructor) {
        of_types.entry((row.file, DefId(row.container))).or_default().push(row);
    }
    let files: BTreeSet<FileId> = of_types.keys().map(|(file, _)| *file).collect();
    let mut stated: FxHashMap<DefId, usize> = FxHashMap::default();
    for (_, row) in files.into_iter().flat_map(|file| snapshot.definitions_of(file)) {
        if is_constructor(&row) {
            *stated.entry(DefId(row.container)).or_default() += 1;
        }
    }
    for ((_, of), meant) in of_types {
        let is_sure = stated.get(&of) == Some(&meant.len());
        let types = constructed(engine, of, &meant);
        for row in engine.calls_of(types).into_iter().filter(|row| row.rule.evidence() >= floor) {
            let link = if is_sure { engine.call_link(&row) } else { engine.may_call_link(&row) };
            links.push((link.file, link));
        }
    }
}

/// The types of which one of the definitions is a constructor: a call of the type calls it, or one beside it.
pub(super) fn constructed_by(engine: &Engine<'_>, seeds: &[DefId]) -> Vec<DefId> {
    let snapshot = engine.snapshot;
    let rows = seeds.iter().filter_map(|def| snapshot.definition(*def)).filter(|row| is_constructor(snapshot, row));
    rows.flat_map(|row| constructed(engine, DefId(row.container), &[row])).collect()
}

/// The types that some constructors of a type make, in order.
fn constructed(engine: &Engine<'_>, of: DefId, constructors: &[Definition]) -> Vec<DefId> {
    let inherits = constructors.first().and_then(|row| language(engine.snapshot, row.file));
    if !inherits.is_some_and(|language| language.conventions.inherits_constructors) {
        return vec![of];
    }
    let mut types: Vec<DefId> = with_heirs(engine, &[of], constructors).into_iter().collect();
    types.sort_unstable();
    types
}
