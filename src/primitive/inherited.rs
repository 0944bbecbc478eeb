//! Members that a type inherits, by its own name: `Client.get`, where a supertype of `Client` declares `get`.

use cg_rules::{DefId, Evidence};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use crate::facts::NONE;

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
        let is_member = |def: &DefId| {
            let around = engine.snapshot.definition(*def).map(|row| type_of(engine, DefId(row.container)));
            around.is_some_and(|of| next.contains(&of))
        };
        let found: Vec<DefId> = named.iter().copied().filter(is_member).collect();
        if !found.is_empty() {
            return found;
        }
        level = next;
    }
    Vec::new()
}

/// The type around a member; a type itself.
pub fn type_of(engine: &Engine<'_>, def: DefId) -> DefId {
    let mut at = def;
    while let Some(row) = engine.snapshot.definition(at) {
        if row.kind.is_type() {
            return at;
        }
        if row.container == NONE {
            break;
        }
        at = DefId(row.container);
    }
    def
}
