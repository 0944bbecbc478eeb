//! The definitions that tests which are named call: a request that names a test is about what fails in it.

use cg_rules::DefId;
use rustc_hash::FxHashSet;

use crate::primitive::Engine;

/// The definitions that the named ones call; none where one of these is no test's and nothing beside the sources.
pub fn under_test(engine: &Engine<'_>, named: &FxHashSet<DefId>) -> FxHashSet<DefId> {
    let snapshot = engine.snapshot;
    let file = |def: &DefId| snapshot.definition(*def).map(|row| row.file);
    let is_of_test = |def: &DefId| snapshot.is_test(*def) || file(def).is_some_and(|it| engine.is_aside(it));
    if !named.iter().all(is_of_test) {
        return FxHashSet::default();
    }
    named.iter().flat_map(|def| snapshot.calls.headed([def.0])).map(|row| row.callee).collect()
}
