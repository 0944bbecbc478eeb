//! The primitives over symbols: the flow between them, their kin, and their uses.

use std::collections::BTreeMap;

use cg_rules::{DefId, Evidence, FileId};

use super::answer::{Answer, ChainSource, Hit, Link};
use super::engine::Engine;
use super::naming;
use super::note::Note;
use super::shape::Invocation;
use crate::language::DeclKind;

/// The relation of one file to the symbols.
#[derive(Default)]
pub struct FoundFiles {
    /// The definitions in it that matter.
    pub defs: Vec<DefId>,
    /// The facts.
    pub links: Vec<Link>,
}

/// The findings by file.
pub type Gathered = BTreeMap<FileId, FoundFiles>;

/// Files by id, as the hits of an answer: by hops, then by the order that `rank` gives beside them.
pub fn answer<O: Ord + Copy>(
    found: Gathered,
    notes: Vec<Note>,
    rank: impl Fn(FileId, &FoundFiles) -> (u32, O),
) -> Answer {
    let by_hops = |file, found: &FoundFiles| {
        let (hops, order) = rank(file, found);
        (hops, (hops, order))
    };
    ordered(found, notes, by_hops)
}

/// Files by id, as the hits of an answer, each with its hops, in a given order.
pub fn ordered<O: Ord + Copy>(
    found: Gathered,
    notes: Vec<Note>,
    rank: impl Fn(FileId, &FoundFiles) -> (u32, O),
) -> Answer {
    let mut hits: Vec<(O, Hit)> = Vec::new();
    let mut links = Vec::new();
    for (file, mut found) in found {
        found.defs.sort_unstable();
        found.defs.dedup();
        found.links.sort_unstable_by(|a, b| (a.file != file, a.file, a.at, a).cmp(&(b.file != file, b.file, b.at, b)));
        found.links.dedup();
        let mut lines: Vec<u32> =
            found.links.iter().filter(|link| link.file == file).map(|link| link.at.line).collect();
        lines.dedup();
        let (hops, order) = rank(file, &found);
        hits.push((order, Hit { file, hops, defs: found.defs, lines }));
        links.push((file, found.links));
    }
    hits.sort_by_key(|(order, hit)| (*order, hit.file));
    let hits = hits.into_iter().map(|(_, hit)| hit).collect();
    Answer { hits, source: ChainSource::Links(links), notes, ..Answer::default() }
}

/// `call_graph.spine`: the files in the order in which the flow passes through them.
pub fn spine(engine: &Engine<'_>, call: &Invocation, depth: u32, floor: Evidence) -> Answer {
    let mut notes = Vec::new();
    let mut symbols = naming::symbols(engine, call, &mut notes);
    for symbol in &mut symbols {
        symbol.defs = callables(engine, &symbol.defs);
    }
    symbols.retain(|symbol| !symbol.defs.is_empty());
    // The order of the names must not show.
    symbols.sort_by(|a, b| a.text.cmp(&b.text));
    if symbols.len() < 2 {
        notes.push(Note::settled("a spine connects two callables or more".to_owned()));
        return Answer { notes, ..Answer::default() };
    }
    let names: Vec<Vec<DefId>> = symbols.iter().map(|symbol| symbol.defs.clone()).collect();
    let spine = cg_rules::spine(engine.calls(floor), &names, depth);
    for at in &spine.unconnected {
        notes.push(format!("no call path of {depth} steps or fewer connects `{}`", symbols[*at].text).into());
    }
    if spine.calls.is_empty() {
        notes.push("no call path: no two of the named callables are connected by known calls".into());
    }
    let mut found: Gathered = BTreeMap::new();
    let mut place: BTreeMap<FileId, u32> = BTreeMap::new();
    for def in spine.chains().iter().flatten() {
        let Some(row) = engine.snapshot.definition(*def) else { continue };
        let next = u32::try_from(place.len()).unwrap_or(u32::MAX);
        place.entry(row.file).or_insert(next);
        found.entry(row.file).or_default().defs.push(*def);
    }
    for call in &spine.calls {
        let rows = engine.snapshot.calls.headed([call.caller.0, call.callee.0]);
        if let Some(row) = rows.filter(|row| row.rule.evidence() >= floor).min_by_key(|row| row.at) {
            let link = engine.call_link(&row);
            for end in [call.caller, call.callee] {
                if let Some(definition) = engine.snapshot.definition(end) {
                    found.entry(definition.file).or_default().links.push(link.clone());
                }
            }
        }
    }
    answer(found, notes, |file, _| (place.get(&file).copied().unwrap_or(u32::MAX), 0))
}

/// The callables among definitions; a type counts as one, as it is called to construct it.
fn callables(engine: &Engine<'_>, defs: &[DefId]) -> Vec<DefId> {
    let called = |def: &&DefId| {
        engine.snapshot.definition(**def).is_some_and(|row| row.kind.is_callable() || row.kind == DeclKind::Class)
    };
    defs.iter().filter(called).copied().collect()
}
