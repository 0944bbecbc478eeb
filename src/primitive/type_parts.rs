//! The parts of a type that several places declare together: `partial class`, and a class that is opened again.

use cg_rules::DefId;

use super::engine::Engine;
use super::kin::{family, language};
use super::twins::with_twins;
use crate::facts::Owners;

/// Definitions, with the other parts of the types among them that a package declares in several places, where the language lets it, and
/// the prototypes and bodies of the functions.
pub(super) fn parts_of_types(engine: &Engine<'_>, defs: Vec<DefId>) -> Vec<DefId> {
    let snapshot = engine.snapshot;
    let mut found = defs.clone();
    for (def, row) in defs.iter().filter_map(|def| Some((*def, snapshot.definition(*def)?))) {
        let has_parts = language(snapshot, row.file).is_some_and(|it| it.conventions.parts.takes(row.kind, |_| true));
        if !has_parts {
            continue;
        }
        let (name, kin) = (snapshot.qualified_name(def), family(snapshot, row.file));
        let is_named = |other: &&DefId| {
            let file = snapshot.definition(**other).filter(|it| it.kind == row.kind).map(|it| it.file);
            let is_kin = file.is_some_and(|file| family(snapshot, file) == kin);
            is_kin && **other != def && snapshot.qualified_name(**other) == name
        };
        let others: Vec<DefId> = engine.definitions_named(row.name).iter().filter(is_named).copied().collect();
        if !others.is_empty() {
            let owners = Owners::new(snapshot);
            let is_beside = |other: &DefId| engine.file(*other).is_some_and(|it| owners.of(it) == owners.of(row.file));
            found.extend(others.into_iter().filter(is_beside));
        }
    }
    found.sort_unstable();
    found.dedup();
    with_twins(engine, found)
}
