//! A value and a method of one type that have one name, as PHP, Java and Rust allow: brackets and reads tell them apart.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::symbol_match::SymbolMatch;
use crate::facts::Snapshot;
use crate::language::DeclKind;

/// Leaves out each value beside a callable of the same whole name in its file, where the name is written with brackets:
/// `Cart.total()`.
pub fn called(snapshot: &Snapshot, text: &str, mut defs: Vec<DefId>) -> Vec<DefId> {
    if !text.trim_end_matches(['.', '#']).ends_with("()") {
        return defs;
    }
    let kind = |def: &DefId| snapshot.definition(*def).map(|row| row.kind);
    let callables = defs.iter().filter(|def| kind(def).is_some_and(DeclKind::is_callable));
    let callables: FxHashSet<_> = callables.map(|def| whole(snapshot, *def)).collect();
    let is_beside =
        |def: &DefId| kind(def).is_some_and(DeclKind::is_value) && callables.contains(&whole(snapshot, *def));
    defs.retain(|def| !is_beside(def));
    defs
}

/// Whether a type declares a value beside a method of the symbol, by the same name, that the symbol does not mean. A field
/// that methods alone set may be the method itself, by what writes it.
pub fn has_value_beside(engine: &Engine<'_>, symbol: &SymbolMatch) -> bool {
    let snapshot = engine.snapshot;
    let meant: FxHashSet<DefId> = symbol.defs.iter().copied().collect();
    let rows = symbol.defs.iter().filter_map(|def| Some((*def, snapshot.definition(*def)?)));
    let methods: Vec<(DefId, u32)> =
        rows.filter(|(_, row)| row.kind.is_callable()).map(|(def, row)| (def, row.name)).collect();
    let names: FxHashSet<u32> = methods.iter().map(|(_, name)| *name).collect();
    let is_value = |def: &DefId| {
        snapshot.definition(*def).is_some_and(|row| matches!(row.kind, DeclKind::Field | DeclKind::Variable))
    };
    let others = names.iter().flat_map(|name| engine.definitions_named(*name)).copied();
    let others = others.filter(|def| !meant.contains(def) && is_value(def));
    let others: FxHashSet<_> = others.map(|def| whole(snapshot, def)).collect();
    !others.is_empty() && methods.iter().any(|(def, _)| others.contains(&whole(snapshot, *def)))
}

/// The file of a definition, and its name with those of the types around it.
fn whole(snapshot: &Snapshot, def: DefId) -> (Option<FileId>, String) {
    (snapshot.definition(def).map(|row| row.file), snapshot.qualified_name(def))
}
