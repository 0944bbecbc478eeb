//! Prototypes and bodies of one function: `int add(int);` of a header, and the file that defines it.

use cg_rules::DefId;

use super::engine::Engine;

/// Definitions, with the prototypes and the bodies that are one thing with the callables among them. Where a file has several of a
/// name, and not all of them are meant, nothing says which of the others is which.
pub(super) fn with_twins(engine: &Engine<'_>, defs: Vec<DefId>) -> Vec<DefId> {
    let snapshot = engine.snapshot;
    let mut found = defs.clone();
    for (def, row) in defs.iter().filter_map(|def| Some((*def, snapshot.definition(*def)?))) {
        let named = engine.definitions_named(row.name);
        let is_overload = |other: &DefId| {
            let other_row = snapshot.definition(*other).filter(|it| it.file == row.file);
            let is_alike = other_row.is_some_and(|it| (it.body_line == 0) == (row.body_line == 0));
            is_alike && snapshot.qualified_name(*other) == snapshot.qualified_name(def)
        };
        if !row.kind.is_callable() || named.iter().filter(|it| is_overload(it)).any(|it| !defs.contains(it)) {
            continue;
        }
        let twins = snapshot.twins_among(def, named);
        // Another header may declare what the body defines.
        let further = twins.iter().flat_map(|twin| snapshot.twins_among(*twin, named));
        found.extend(further.collect::<Vec<DefId>>());
        found.extend(twins);
    }
    found.sort_unstable();
    found.dedup();
    found
}
