//! The functions that read a property, or give a function as a value: nothing calls these, and the places that name them say who runs
//! them.

use cg_rules::{DefId, Evidence};

use super::engine::Engine;
use super::refs;
use super::run_by_test::CallsThrough;
use super::shape::Invocation;

impl CallsThrough {
    /// The functions at whose places some callables are read, each with the places.
    pub fn readers(engine: &Engine<'_>, call: &Invocation, members: &[DefId], floor: Evidence) -> Self {
        let mut all = Self::default();
        let is_callable = |def: &DefId| engine.snapshot.definition(*def).is_some_and(|row| row.kind.is_callable());
        if members.is_empty() || !members.iter().all(is_callable) {
            return all;
        }
        for (file, link) in refs::reads(engine, call, floor) {
            let Some(reader) = engine.around_line(file, link.at.line) else { continue };
            let named = members.iter().copied().filter(|def| engine.place(*def).0 == link.to);
            let named: Vec<DefId> = named.collect();
            let meant = if named.is_empty() { members } else { &named };
            if !members.contains(&reader) {
                all.add(engine, link.relation, (reader, meant), (file, link.at));
            }
        }
        all
    }
}
