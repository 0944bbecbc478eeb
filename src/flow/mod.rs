//! The flow between what a request names, and what it decides: which files must be shown whole, and which are one of
//! many that a signature represents. Reads the bodies of the flow alone, for calls that no fact can name; does not know how
//! much may be shown.

mod boundary;
mod decide;
mod name;
mod request;
mod shape;
mod tell;
mod trace;
mod weigh;

use std::collections::BTreeSet;

use cg_rules::{DefId, TypeGraph};

use crate::input::Bound;
use crate::manifest::Manifest;
use crate::plan::Plan;
use crate::primitive::Engine;

pub use name::NEAR_UNIQUE;
pub use shape::{Boundary, Decision, Dynamic, Flow, FocusTerm, Hop, Kin, MatchQuality, NoSpine, Reason};

/// The flow of a manifest whose queries have been answered. `read` gives the bytes of a path; without them boundaries
/// are not found.
pub fn flow(
    manifest: &Manifest,
    bound: &Bound,
    plan: &Plan,
    engine: &Engine<'_>,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Flow {
    let request = request::request(manifest, bound, plan, engine.snapshot);
    let names = name::names(engine, &request);
    if names.is_empty() {
        // Most manifests name nothing: they pay for no graph.
        let absent = Some(trace::nothing_named());
        return Flow { absent, entries: request.answered.into_iter().collect(), ..Flow::default() };
    }
    let families = engine.families();
    let traced = trace::trace(engine, families, &names);
    let text = tell::flow(engine, &traced.chains);
    let mut flow = Flow {
        is_derived: request.words.is_empty() && request.defs.is_empty() && names.iter().all(|name| !name.is_prose),
        text,
        places: traced.places,
        connected: traced.connected,
        entries: request.answered.into_iter().collect::<BTreeSet<DefId>>(),
        chains: traced.chains,
        absent: traced.absent,
        standings: weigh::standings(&names),
        names,
        ..Flow::default()
    };
    flow.boundaries = boundary::boundaries(engine, families, &flow, read);
    flow.absent = flow.absent.take().map(|absent| boundary::explained(absent, &flow.boundaries, engine));
    flow.decisions = decide::decide(engine, families, plan, &flow);
    if flow.names.iter().any(|name| name.is_prose) {
        spare(engine, families, plan, &mut flow);
    }
    flow
}

/// Lets a file collapse only where it does so by the given names alone: what free text names takes nothing away.
fn spare(engine: &Engine<'_>, families: &TypeGraph, plan: &Plan, flow: &mut Flow) {
    let names: Vec<FocusTerm> = flow.names.iter().filter(|name| !name.is_prose).cloned().collect();
    let traced = trace::trace(engine, families, &names);
    let standings = weigh::standings(&names);
    let firm = Flow { places: traced.places, connected: traced.connected, standings, names, ..Flow::default() };
    let firm = decide::decide(engine, families, plan, &firm);
    for (file, decision) in &mut flow.decisions {
        if decision.collapses && !firm.get(file).is_some_and(|firm| firm.collapses) {
            decision.collapses = false;
            decision.because = String::new();
        }
    }
}
