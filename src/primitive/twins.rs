//! Declarations that are one thing: a prototype, `int add(int);` of a header, and the body in another file; one for each
//! platform or build; an attribute that a class and one below it assign to.

use cg_rules::{Csr, DefId, Evidence};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::kin::language;
use crate::facts::Definition;
use crate::language::DeclKind;

/// The most types above or below one that are looked through.
const MOST: usize = 4096;

/// Definitions, with the prototypes and the bodies that are one thing with the callables among them, and those for other platforms and builds. Where a
/// file has several of a name, and not all of them are meant, nothing says which of the others is which.
pub(super) fn with_twins(engine: &Engine<'_>, defs: Vec<DefId>) -> Vec<DefId> {
    let snapshot = engine.snapshot;
    let mut found = defs.clone();
    for (def, row) in defs.iter().filter_map(|def| Some((*def, snapshot.definition(*def)?))) {
        let named = engine.definitions_named(row.name);
        found.extend(snapshot.of_other_platforms(def, named));
        found.extend(snapshot.alternatives_among(def, named));
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

/// Definitions, with the fields that are one thing with those among them: of the types above that have the name, and of all types
/// below these, in a language where a value has one field of a name.
pub(super) fn with_inherited_fields(engine: &Engine<'_>, defs: Vec<DefId>) -> Vec<DefId> {
    let snapshot = engine.snapshot;
    let is_one = |row: &Definition| {
        matches!(row.kind, DeclKind::Field | DeclKind::Attribute)
            && language(snapshot, row.file).is_some_and(|it| it.conventions.inherits_fields)
    };
    let fields: Vec<Definition> = defs.iter().filter_map(|def| snapshot.definition(*def)).filter(is_one).collect();
    if fields.is_empty() {
        return defs;
    }
    let types = engine.types(Evidence::Scoped);
    let mut found = defs;
    for row in fields {
        let all = engine.definitions_named(row.name).iter().filter_map(|def| Some((*def, snapshot.definition(*def)?)));
        let all: Vec<(DefId, DefId)> =
            all.filter(|(_, it)| is_one(it)).map(|(def, it)| (def, DefId(it.container))).collect();
        let own = DefId(row.container);
        let mut holders = reached(&types.supertypes, vec![own], MOST);
        holders.retain(|of| *of == own || all.iter().any(|(_, holder)| holder == of));
        let below = reached(&types.implementers, holders.into_iter().collect(), MOST);
        found.extend(all.into_iter().filter(|(_, holder)| below.contains(holder)).map(|(def, _)| def));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Some types, and those that a relation leads to from them, until there are as many as `most`.
pub(super) fn reached(relation: &Csr<DefId, DefId>, mut open: Vec<DefId>, most: usize) -> FxHashSet<DefId> {
    let mut found: FxHashSet<DefId> = open.iter().copied().collect();
    while let Some(of) = open.pop().filter(|_| found.len() < most) {
        open.extend(relation.row(of).iter().copied().filter(|it| found.insert(*it)));
    }
    found
}
