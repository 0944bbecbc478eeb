//! The spine: the calls that connect what is named, each with its place in the text.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{DEFAULT_HOPS, DefId, Evidence, Facts};

use super::shape::{Hop, Named, NoSpine, Reason, Standing};
use crate::facts::Part;
use crate::primitive::Engine;

/// A spine never stands on less: a call that is guessed leads a reader astray.
const FLOOR: Evidence = Evidence::Scoped;

/// What was found between the names.
#[derive(Default)]
pub(super) struct Traced {
    pub chains: Vec<Vec<Hop>>,
    pub absent: Option<NoSpine>,
    pub places: BTreeMap<DefId, usize>,
    pub connected: BTreeSet<DefId>,
}

/// Connects the named callables.
pub(super) fn trace(engine: &Engine<'_>, names: &[Named]) -> Traced {
    let named: Vec<&Named> = names.iter().filter(|name| is_callable(name)).collect();
    let ends: Vec<Vec<DefId>> = named.iter().map(|name| name.defs.clone()).collect();
    if ends.iter().flatten().count() == 0 {
        return Traced { absent: Some(too_few(names, &named)), ..Traced::default() };
    }
    let facts = engine.snapshot.graph(Part::Flow(FLOOR));
    let spine = cg_rules::spine(&facts, &ends, DEFAULT_HOPS);
    let walks = spine.chains();
    let mut traced = Traced::default();
    for def in walks.iter().flatten() {
        let next = traced.places.len();
        traced.places.entry(*def).or_insert(next);
    }
    traced.chains = walks.iter().map(|walk| walk.windows(2).filter_map(|pair| hop(engine, pair)).collect()).collect();
    traced.connected = around(&facts, traced.places.keys().chain(ends.iter().flatten()));
    if traced.chains.is_empty() {
        traced.absent = Some(absent(&facts, names, &named));
    }
    traced
}

fn is_callable(name: &Named) -> bool {
    matches!(name.standing, Standing::Exact | Standing::Unique | Standing::CoNamed) && !name.defs.is_empty()
}

/// The call of a pair, at its first place.
fn hop(engine: &Engine<'_>, pair: &[DefId]) -> Option<Hop> {
    let &[caller, callee] = pair else { return None };
    let file = engine.snapshot.definition(caller)?.file;
    let rows = engine.snapshot.calls.headed([caller.0, callee.0]);
    let row = rows.filter(|row| row.evidence >= FLOOR).min_by_key(|row| row.at)?;
    Some(Hop { caller, callee, through: None, file, at: row.at, evidence: row.evidence })
}

/// What calls, or is called by, any of them.
fn around<'d>(facts: &Facts, defs: impl Iterator<Item = &'d DefId>) -> BTreeSet<DefId> {
    defs.flat_map(|def| facts.callees.row(*def).iter().chain(facts.callers.row(*def))).copied().collect()
}

/// Why too few names are left to connect.
fn too_few(names: &[Named], named: &[&Named]) -> NoSpine {
    let ambiguous: Vec<String> =
        names.iter().filter(|name| name.standing == Standing::Ambiguous).map(Named::said).collect();
    if !ambiguous.is_empty() {
        let text = format!("no spine: {}; name the type around it, or a file and line", ambiguous.join(", "));
        return NoSpine { reason: Reason::Ambiguous, text };
    }
    let text = match named {
        [] => "no spine: no callable is named".to_owned(),
        [one, ..] => format!("no spine: `{}` is the only callable that is named", one.text),
    };
    NoSpine { reason: Reason::FewerThanTwoCallables, text }
}

/// Why the names are not connected.
fn absent(facts: &Facts, names: &[Named], named: &[&Named]) -> NoSpine {
    if named.len() < 2 {
        return too_few(names, named);
    }
    let texts: Vec<String> = named.iter().map(|name| format!("`{}`", name.text)).collect();
    let calls_nothing = named.iter().flat_map(|name| &name.defs).all(|def| facts.callees.row(*def).is_empty());
    if calls_nothing {
        let text = format!("no spine: what {} call cannot be told from the text", texts.join(", "));
        return NoSpine { reason: Reason::OnlyUnresolvedCalls, text };
    }
    let text = format!("no spine: {} are not connected by {DEFAULT_HOPS} known calls or fewer", texts.join(", "));
    NoSpine { reason: Reason::Disconnected, text }
}

impl Named {
    /// The name with the number of its definitions.
    fn said(&self) -> String {
        format!("`{}` has {} definitions", self.text, self.n_found)
    }
}
