//! Members that a type inherits, by its own name: `Client.get`, where a supertype of `Client` declares `get`.

use cg_rules::{DefId, Evidence};
use rustc_hash::FxHashSet;

use super::engine::Engine;

/// The members of a name that the nearest supertypes of some types declare.
pub fn inherited(engine: &Engine<'_>, types: &[DefId], member: &str) -> Vec<DefId> {
    let Some(name) = engine.snapshot.names.find(member) else { return Vec::new() };
    let named = engine.definitions_named(name);
    let graph = engine.types(Evidence::Scoped);
    let mut seen: FxHashSet<DefId> = types.iter().copied().collect();
    let mut level: Vec<DefId> = types.to_vec();
    while !named.is_empty() && !level.is_empty() {
        let above = level.iter().flat_map(|of| graph.supertypes.row(*of)).copied();
        let next: Vec<DefId> = above.filter(|of| seen.insert(*of)).collect();
        let is_member = |def: &DefId| next.contains(&type_around(engine, *def));
        let found: Vec<DefId> = named.iter().copied().filter(is_member).collect();
        if !found.is_empty() {
            return found;
        }
        level = next;
    }
    Vec::new()
}

/// The innermost type around a definition; itself where there is none.
fn type_around(engine: &Engine<'_>, def: DefId) -> DefId {
    let row = |def: DefId| engine.snapshot.definition(def);
    let around = std::iter::successors(row(def), |it| row(DefId(it.container)));
    let mut containers = around.map(|it| DefId(it.container));
    containers.find(|it| row(*it).is_some_and(|row| row.kind.is_type())).unwrap_or(def)
}
