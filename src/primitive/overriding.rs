//! The places that change with a member because of overrides: the calls of what overrides it, and the declarations that it overrides.

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;

/// The calls of all members that override the given ones.
pub(super) fn overriding_sites(engine: &Engine<'_>, defs: &[DefId], floor: Evidence, links: &mut Vec<(FileId, Link)>) {
    let mut below: FxHashSet<DefId> = FxHashSet::default();
    let mut open = defs.to_vec();
    while let Some(def) = open.pop() {
        open.extend(engine.overriders_of(def, floor).into_iter().filter(|it| below.insert(*it)));
    }
    for def in defs {
        below.remove(def);
    }
    for row in engine.calls_of(below).into_iter().filter(|row| row.rule.evidence() >= floor) {
        let link = engine.call_link(&row);
        links.push((link.file, link));
    }
}

/// The declarations of all members that the given ones override.
pub(super) fn overridden_places(engine: &Engine<'_>, defs: &[DefId], floor: Evidence, links: &mut Vec<(FileId, Link)>) {
    let mut above: FxHashSet<DefId> = defs.iter().copied().collect();
    let mut open = defs.to_vec();
    while let Some(def) = open.pop() {
        let found: Vec<DefId> = engine.overridden_by(def, floor).into_iter().filter(|it| above.insert(*it)).collect();
        links.extend(found.iter().filter_map(|def| engine.declares_link(*def)).map(|link| (link.file, link)));
        open.extend(found);
    }
}
