//! The spine: the calls that connect what is named, each with its place in the text.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{CallGraph, DEFAULT_HOPS, DefId, Evidence, MIN_SIBLINGS, Spine, TypeGraph};

use super::shape::FLOOR;
use super::shape::{FocusTerm, Hop, MatchQuality, NoSpine, Reason};
use crate::facts::{Call, Followed};
use crate::primitive::Engine;

/// The calls of a path with one unnamed step between its ends.
const NEAR: u32 = 2;

/// The calls found between the names.
#[derive(Default)]
pub(super) struct Traced {
    pub chains: Vec<Vec<Hop>>,
    pub absent: Option<NoSpine>,
    pub places: BTreeMap<DefId, usize>,
    pub connected: BTreeSet<DefId>,
}

/// Connects the named callables.
pub(super) fn trace(engine: &Engine<'_>, families: &TypeGraph, names: &[FocusTerm]) -> Traced {
    let callable = names.iter().filter(|name| is_callable(name));
    // A line of a trace and the function that is there are one name: the shorter.
    let is_shorter = |other: &FocusTerm, name: &FocusTerm| {
        other.defs == name.defs && (other.text.len(), &other.text) < (name.text.len(), &name.text)
    };
    let named: Vec<&FocusTerm> =
        callable.filter(|name| !names.iter().any(|other| is_callable(other) && is_shorter(other, name))).collect();
    let ends: Vec<Vec<DefId>> = named.iter().map(|name| ends(engine, families, name)).collect();
    if ends.iter().flatten().count() == 0 {
        return Traced { absent: Some(too_few(names, &named)), ..Traced::default() };
    }
    let followed = engine.followed();
    let calls = &followed.calls;
    let walks = connected(calls, &ends).chains();
    let mut traced = Traced::default();
    for def in walks.iter().flatten() {
        let next = traced.places.len();
        traced.places.entry(*def).or_insert(next);
    }
    traced.chains =
        walks.iter().map(|walk| walk.windows(2).filter_map(|pair| hop(engine, followed, pair)).collect()).collect();
    traced.connected = around(calls, traced.places.keys().chain(ends.iter().flatten()));
    if traced.chains.is_empty() {
        traced.absent = Some(absent(calls, names, &named));
    }
    traced
}

/// The least that connects the names with at most one unnamed step between two; longer paths only to a name that
/// nothing else connects, as others are incidental; and every call from one named definition to another.
fn connected(calls: &CallGraph, ends: &[Vec<DefId>]) -> Spine {
    let mut spine = cg_rules::spine(calls, ends, NEAR);
    let alone = |name: &usize| spine.unconnected.contains(name);
    let (far, near): (Vec<usize>, Vec<usize>) = (0..ends.len()).partition(alone);
    if !far.is_empty() {
        let core = near.iter().flat_map(|name| ends[*name].iter().copied()).collect();
        let far = far.iter().map(|name| ends[*name].clone());
        let far: Vec<Vec<DefId>> = std::iter::once(core).chain(far).collect();
        add(&mut spine, cg_rules::spine(calls, &far, DEFAULT_HOPS));
    }
    let each: Vec<Vec<DefId>> = ends.iter().flatten().map(|def| vec![*def]).collect();
    let mut direct = cg_rules::spine(calls, &each, 1);
    // A call from one overload of a name to another connects no two names.
    let names = |def: DefId| ends.iter().enumerate().filter(move |(_, of)| of.contains(&def)).map(|(name, _)| name);
    direct.calls.retain(|call| names(call.caller).any(|name| names(call.callee).any(|other| other != name)));
    direct.defs.retain(|on| direct.calls.iter().any(|call| call.caller == on.def || call.callee == on.def));
    add(&mut spine, direct);
    spine
}

fn add(spine: &mut Spine, other: Spine) {
    spine.calls.extend(other.calls);
    spine.calls.sort_unstable();
    spine.calls.dedup();
    spine.defs.extend(other.defs);
    spine.defs.sort_unstable();
    spine.defs.dedup();
}

/// The definitions at which the paths of a name may end. Where several members of one family are named, the shortest path represents all:
/// else every one of them would be a step, and none a sibling.
fn ends(engine: &Engine<'_>, families: &TypeGraph, name: &FocusTerm) -> Vec<DefId> {
    if name.standing != MatchQuality::CoNamed {
        return name.defs.clone();
    }
    let row = |def: &DefId| engine.snapshot.definition(*def);
    let length = |def: &DefId| row(def).map_or(u32::MAX, |row| row.end_line - row.start_line);
    let mut shortest: BTreeMap<DefId, (u32, DefId)> = BTreeMap::new();
    for (def, family) in name.defs.iter().filter_map(|def| Some((def, family(engine, families, *def)?))) {
        let known = shortest.entry(family).or_insert((u32::MAX, *def));
        *known = (length(def), *def).min(*known);
    }
    // The overloads of one type stand together.
    let container = |def: &DefId| row(def).map(|row| row.container);
    let stands = |def: &&DefId| match family(engine, families, **def) {
        Some(family) => shortest.get(&family).is_some_and(|(_, chosen)| container(chosen) == container(def)),
        None => true,
    };
    name.defs.iter().filter(stands).copied().collect()
}

fn is_callable(name: &FocusTerm) -> bool {
    matches!(name.standing, MatchQuality::Exact | MatchQuality::Unique | MatchQuality::CoNamed) && !name.defs.is_empty()
}

/// The largest family that the type around a method is of.
fn family(engine: &Engine<'_>, families: &TypeGraph, def: DefId) -> Option<DefId> {
    let of = DefId(engine.snapshot.definition(def)?.container);
    let size = |supertype: &DefId| families.implementers.row(*supertype).len();
    let supertypes = families.supertypes.row(of).iter().copied();
    supertypes.filter(|it| size(it) >= MIN_SIBLINGS).max_by_key(|it| (size(it), Reverse(*it)))
}

/// The call of a pair, at its first place: as the text has it, else through a method that the callee implements.
fn hop(engine: &Engine<'_>, followed: &Followed, pair: &[DefId]) -> Option<Hop> {
    let &[caller, callee] = pair else { return None };
    let calls = &engine.snapshot.calls;
    let is_sure = |row: &Call| row.rule.evidence() >= FLOOR;
    let direct = calls.headed([caller.0, callee.0]).filter(is_sure).min_by_key(|row| row.at);
    let is_through = |row: &Call| is_sure(row) && followed.followed(row.callee).contains(&callee);
    let row = direct.or_else(|| calls.headed([caller.0]).filter(is_through).min_by_key(|row| row.at))?;
    let through = (row.callee != callee).then_some(row.callee);
    // Whether anything else implements it is decided from this repository alone.
    let evidence = if through.is_some() { row.rule.evidence().min(Evidence::Scoped) } else { row.rule.evidence() };
    Some(Hop { caller, callee, through, file: engine.snapshot.definition(caller)?.file, at: row.at, evidence })
}

/// The callers and callees of any of them.
fn around<'d>(calls: &CallGraph, defs: impl Iterator<Item = &'d DefId>) -> BTreeSet<DefId> {
    defs.flat_map(|def| calls.callees.row(*def).iter().chain(calls.callers.row(*def))).copied().collect()
}

/// The result without a spine, as there are no names.
pub(super) fn nothing_named() -> NoSpine {
    too_few(&[], &[])
}

/// Why too few names are left to connect.
fn too_few(names: &[FocusTerm], named: &[&FocusTerm]) -> NoSpine {
    let ambiguous: Vec<String> =
        names.iter().filter(|name| name.standing == MatchQuality::Ambiguous).map(FocusTerm::said).collect();
    if !ambiguous.is_empty() {
        let text = format!("no call path: {}; name the type around it, or a file and line", ambiguous.join(", "));
        return NoSpine { reason: Reason::Ambiguous, text };
    }
    let text = match named {
        [] => "no call path: no function or method is named".to_owned(),
        [one, ..] => format!("no call path: `{}` alone is named, and a path connects two", one.text),
    };
    NoSpine { reason: Reason::FewerThanTwoCallables, text }
}

/// Why the names are not connected.
fn absent(calls: &CallGraph, names: &[FocusTerm], named: &[&FocusTerm]) -> NoSpine {
    if named.len() < 2 {
        return too_few(names, named);
    }
    let texts: Vec<String> = named.iter().map(|name| format!("`{}`", name.text)).collect();
    let calls_nothing = named.iter().flat_map(|name| &name.defs).all(|def| calls.callees.row(*def).is_empty());
    if calls_nothing {
        let text = format!("no call path: the calls of {} cannot be resolved from the text", texts.join(", "));
        return NoSpine { reason: Reason::OnlyUnresolvedCalls, text };
    }
    let text = format!("no call path: {} are not connected by {DEFAULT_HOPS} known calls or fewer", texts.join(", "));
    NoSpine { reason: Reason::Disconnected, text }
}

impl FocusTerm {
    /// The name with the number of its definitions.
    fn said(&self) -> String {
        format!("`{}` has {} definitions", self.text, self.n_found)
    }
}
