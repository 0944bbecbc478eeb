//! The flow: one call a line, or the reason why there is none; and where calls cannot be followed.

use super::plain;
use super::reason::short;
use crate::bundle::{BoundaryRecord, Bundle, FlowRecord};

/// The flow that has a section of its own: its calls, or the reason why what is named is not connected.
pub fn section(bundle: &Bundle) -> Option<&FlowRecord> {
    bundle.flow.as_ref().filter(|flow| !flow.is_trivial && has_section(flow))
}

/// The places past which the calls of the one name are not followed, where the flow has no section.
pub fn loose_ends(bundle: &Bundle) -> impl Iterator<Item = String> {
    let flow = bundle.flow.as_ref().filter(|flow| !flow.is_trivial && !has_section(flow));
    let all = flow.into_iter().flat_map(|flow| &flow.boundaries);
    all.map(|it| format!("not followed: {} {} ({})", it.what, plain::code(&it.text), without_column(&it.at)))
}

fn has_section(flow: &FlowRecord) -> bool {
    !flow.hops.is_empty() || absent(flow).is_some()
}

/// The reason why there is no call path; whoever names one callable asks for none.
fn absent(flow: &FlowRecord) -> Option<&String> {
    flow.absent.as_ref().filter(|_| !flow.is_alone)
}

/// The flow as lines of text: a chain that goes on is not begun again.
pub fn lines(record: &FlowRecord) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for hop in &record.hops {
        if hop.begins {
            lines.push(hop.caller.clone());
        }
        let through = hop.through.as_ref().map(|it| format!(", as {it}")).unwrap_or_default();
        lines.push(format!("→ {} ({}{through})", hop.callee, without_column(&hop.at)));
    }
    if record.more > 0 {
        lines.push(format!("and {} more calls", record.more));
    }
    lines.extend(absent(record).cloned());
    lines.extend(record.boundaries.iter().map(|boundary| {
        let BoundaryRecord { what, within, text, at } = boundary;
        format!("not followed: {what} {} in {within} ({})", plain::code(text), without_column(at))
    }));
    lines.iter().map(|text| plain::line("", text)).collect()
}

/// A reader looks for a line; columns are for machines.
fn without_column(at: &str) -> String {
    short(at.rsplit_once(':').map_or(at, |(line, _)| line))
}
