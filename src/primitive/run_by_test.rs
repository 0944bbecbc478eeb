//! The functions that a test runs beside those that it calls itself: members that override what it calls, and what its helpers call.

use std::collections::BTreeMap;

use cg_rules::{CallGraph, DefId, Evidence, FileId};
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;
use crate::facts::Call;

/// The flag: a callee without a body leads to the few members that override it, and a helper beside the sources to what it calls.
pub const THROUGH: &str = "through";

/// The most members that stand for one that they override.
const FEW: usize = 3;
/// The most lines of a body that may be there to be overridden.
const SHORT: u32 = 6;
/// The most functions that a helper leads to: one that calls more is no helper of a test.
const MOST: usize = 12;

/// Calls that lead on from those of some definitions, by caller and callee, each with its places.
#[derive(Default)]
pub(super) struct CallsThrough(BTreeMap<(DefId, DefId), Vec<Link>>);

impl CallsThrough {
    /// Those of the calls of some definitions that a graph has.
    pub fn of(engine: &Engine<'_>, seeds: &[DefId], graph: &CallGraph) -> Self {
        let mut all = Self::default();
        for seed in seeds {
            let Some(file) = engine.file(*seed) else { continue };
            for callee in graph.callees.row(*seed) {
                let rows = || engine.snapshot.calls.headed([seed.0, callee.0]);
                for member in engine.overriding_few(*callee, file) {
                    let links = rows().map(|row| engine.may_call_link(&Call { callee: member, ..row }));
                    all.0.entry((*seed, member)).or_default().extend(links);
                }
                for row in engine.called_by_helper(*callee).into_iter().filter(|_| engine.is_aside(file)) {
                    all.0.entry((*seed, row.callee)).or_default().push(engine.call_link(&row));
                    for member in engine.overriding_few(row.callee, file) {
                        let link = engine.may_call_link(&Call { callee: member, ..row });
                        all.0.entry((*seed, member)).or_default().push(link);
                    }
                }
            }
        }
        all
    }

    /// The pairs.
    pub fn edges(&self) -> Vec<(DefId, DefId)> {
        self.0.keys().copied().collect()
    }

    /// The places of a pair.
    pub fn links(&self, step: (DefId, DefId)) -> Vec<Link> {
        self.0.get(&step).cloned().unwrap_or_default()
    }
}

impl Engine<'_> {
    /// The members of sources that override one which has no body, or a short one, and is called in a file: all of a few, or those
    /// of the types that the file names.
    pub fn overriding_few(&self, def: DefId, from: FileId) -> Vec<DefId> {
        let Some(row) = self.snapshot.definition(def).filter(|row| row.kind.is_callable()) else { return Vec::new() };
        if row.body_line > 0 && row.end_line - row.body_line >= SHORT {
            return Vec::new();
        }
        let graph = self.members(Evidence::Scoped);
        let (mut below, mut open) = (FxHashSet::default(), vec![def]);
        while let Some(def) = open.pop() {
            open.extend(graph.overriders.row(def).iter().copied().filter(|it| below.insert(*it)));
        }
        let has_body = |row: &crate::facts::Definition| row.body_line > 0 && !self.is_aside(row.file);
        let mut below: Vec<DefId> = below.into_iter().collect();
        below.retain(|def| self.snapshot.definition(*def).is_some_and(|row| has_body(&row)));
        if below.len() > FEW {
            let is_named = |def: &DefId| self.snapshot.holders(*def).any(|of| self.users(of).contains(&from));
            below.retain(is_named);
        }
        below.sort_unstable();
        if below.len() > FEW { Vec::new() } else { below }
    }

    /// The calls of sources by a function that is a helper of tests: beside the sources, and no test itself.
    pub fn called_by_helper(&self, def: DefId) -> Vec<Call> {
        let is_helper = self.file(def).is_some_and(|file| self.is_aside(file)) && !self.snapshot.is_test(def);
        if !is_helper {
            return Vec::new();
        }
        let calls = self.snapshot.calls.headed([def.0]).filter(|row| row.rule.evidence() >= Evidence::Scoped);
        let is_of_sources = |row: &Call| self.file(row.callee).is_some_and(|file| !self.is_aside(file));
        let calls: Vec<Call> = calls.filter(is_of_sources).collect();
        let called: FxHashSet<DefId> = calls.iter().map(|row| row.callee).collect();
        if called.len() > MOST { Vec::new() } else { calls }
    }
}
