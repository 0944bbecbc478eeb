//! A value and a method of one type that have one name, as PHP, Java and Rust allow: brackets and reads tell them apart.

use cg_rules::{DefId, FileId};

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
    let callables: Vec<_> = callables.map(|def| whole(snapshot, *def)).collect();
    let is_beside =
        |def: &DefId| kind(def).is_some_and(DeclKind::is_value) && callables.contains(&whole(snapshot, *def));
    defs.retain(|def| !is_beside(def));
    defs
}

/// Whether a type declares a value beside a method of the symbol, by the same name, that the symbol does not mean. A field
/// that methods alone set may be the method itself, by what writes it.
pub fn has_value_beside(engine: &Engine<'_>, symbol: &SymbolMatch) -> bool {
    let snapshot = engine.snapshot;
    let row = |def: &DefId| snapshot.definition(*def);
    symbol.defs.iter().any(|method| {
        let Some(of) = row(method).filter(|row| row.kind.is_callable()) else { return false };
        let others = engine.definitions_named(of.name).iter().filter(|def| !symbol.defs.contains(def));
        let is_declared =
            |def: &DefId| row(def).is_some_and(|it| matches!(it.kind, DeclKind::Field | DeclKind::Variable));
        others.filter(|def| is_declared(def)).any(|other| whole(snapshot, *other) == whole(snapshot, *method))
    })
}

/// The file of a definition, and its name with those of the types around it.
fn whole(snapshot: &Snapshot, def: DefId) -> (Option<FileId>, String) {
    (snapshot.definition(def).map(|row| row.file), snapshot.qualified_name(def))
}
