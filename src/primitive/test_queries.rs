//! `test_inventory.tests_exercising`: the tests of a set of files, the nearest and most concerned first.

use std::cmp::Reverse;

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::FxHashSet;

use super::affinity::NameAffinity;
use super::answer::{Answer, ChainSource, Hit};
use super::engine::Engine;
use super::shape::Invocation;
use super::{naming, test_chain};
use crate::base::Position;

/// `test_inventory.tests_exercising`
pub fn tests_exercising(engine: &Engine<'_>, call: &Invocation, depth: u32, floor: Evidence) -> Answer {
    let mut notes = Vec::new();
    let files = naming::files(engine.snapshot, call, &mut notes);
    let found = cg_rules::tests_exercising(engine.tests(floor), &files, depth);
    let names = NameAffinity::of(engine.snapshot, &files);
    let set: FxHashSet<FileId> = files.into_iter().collect();
    let mut ranked: Vec<_> = found
        .hits()
        .iter()
        .map(|hit| {
            let concern = Concern::of(engine, hit.file, &set, floor);
            let tests = engine.snapshot.tests.headed([hit.file.0]).len();
            let closeness = (names.to(hit.file), concern.defs.len(), tests);
            ((hit.hops, Reverse(closeness), hit.file), concern)
        })
        .collect();
    ranked.sort_unstable_by_key(|(key, _)| *key);
    let hits = ranked.into_iter().map(|((hops, _, file), concern)| {
        let mut lines = concern.lines;
        if lines.is_empty() {
            let chain = test_chain::chain(engine, &found, file, floor);
            lines.extend(chain.first().filter(|link| link.file == file).map(|link| link.at.line));
        }
        lines.sort_unstable();
        lines.dedup();
        Hit { file, hops, defs: Vec::new(), lines }
    });
    let hits = hits.collect();
    Answer { hits, source: ChainSource::Exercised(found, floor), notes, ..Answer::default() }
}

/// The members of a set that a test itself names, and on which of its lines.
#[derive(Default)]
struct Concern {
    defs: FxHashSet<DefId>,
    lines: Vec<u32>,
}

impl Concern {
    fn of(engine: &Engine<'_>, test: FileId, set: &FxHashSet<FileId>, floor: Evidence) -> Self {
        let mut concern = Self::default();
        let mut enter = |def: DefId, at: Position| {
            if engine.file(def).is_some_and(|file| file != test && set.contains(&file)) {
                concern.defs.insert(def);
                concern.lines.push(at.line);
            }
        };
        let facts = engine.snapshot;
        let named = facts.uses.headed([test.0]).chain(facts.refers.headed([test.0]));
        named.for_each(|row| enter(row.def, row.at));
        for (def, _) in facts.definitions_of(test) {
            let calls = facts.calls.headed([def.0]).filter(|row| row.evidence >= floor);
            calls.for_each(|row| enter(row.callee, row.at));
            let supertypes = facts.extends.headed([def.0]).filter(|row| row.evidence >= floor);
            supertypes.for_each(|row| enter(row.sup, row.at));
        }
        concern
    }
}
