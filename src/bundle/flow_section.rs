//! The flow as a record: its calls, or the reason why there is none.

use cg_rules::DefId;

use super::record::{BoundaryRecord, FlowRecord, HopRecord};
use super::request::BundleRequest;
use crate::base::path;
use crate::facts::Snapshot;
use crate::flow::{Boundary, Flow, Hop, Reason};

/// The most calls that are shown, and the most places where facts end.
const HOPS: usize = 16;
const BOUNDARIES: usize = 4;

/// The flow; `None` where nothing is named that could have one.
pub fn record(request: &BundleRequest<'_>) -> Option<FlowRecord> {
    let flow = request.flow;
    let is_asked = flow.names.iter().any(|name| name.n_found > 0);
    if !is_asked {
        return None;
    }
    let (hops, boundaries) = (hops(request), boundaries(request, flow));
    let n_named = flow.names.iter().filter(|name| name.n_found > 0).count();
    let is_alone = flow.absent.as_ref().is_some_and(|absent| absent.reason == Reason::FewerThanTwoCallables);
    Some(FlowRecord {
        is_trivial: flow.is_derived || (n_named < 2 || is_alone) && hops.is_empty() && boundaries.is_empty(),
        is_alone,
        hops,
        more: flow.chains.iter().flatten().count().saturating_sub(HOPS),
        absent: flow.absent.as_ref().map(|absent| absent.text.clone()),
        boundaries,
    })
}

fn hops(request: &BundleRequest<'_>) -> Vec<HopRecord> {
    let mut last: Option<&Hop> = None;
    let hops = request.flow.chains.iter().flatten().take(HOPS).map(|hop| {
        let begins = last.is_none_or(|last| last.callee != hop.caller);
        last = Some(hop);
        HopRecord { begins, ..self::hop(request, hop) }
    });
    hops.collect()
}

fn hop(request: &BundleRequest<'_>, hop: &Hop) -> HopRecord {
    let snapshot = request.engine.snapshot;
    HopRecord {
        caller: said(snapshot, hop.caller),
        callee: said(snapshot, hop.callee),
        through: hop.through.map(|def| said(snapshot, def)),
        at: format!("{}:{}", snapshot.path(hop.file), hop.at),
        evidence: hop.evidence,
        begins: false,
    }
}

fn boundaries(request: &BundleRequest<'_>, flow: &Flow) -> Vec<BoundaryRecord> {
    let snapshot = request.engine.snapshot;
    let record = |boundary: &Boundary| BoundaryRecord {
        what: boundary.what,
        within: said(snapshot, boundary.within),
        text: boundary.text.clone(),
        at: format!("{}:{}", snapshot.path(boundary.file), boundary.at),
    };
    flow.boundaries.iter().take(BOUNDARIES).map(record).collect()
}

/// The name of a definition; where neither it nor what is around it has one, that of its file.
fn said(snapshot: &Snapshot, def: DefId) -> String {
    let name = snapshot.qualified_name(def);
    let file = || snapshot.definition(def).map_or("", |row| path::name(snapshot.path(row.file))).to_owned();
    if name.is_empty() { file() } else { name }
}
