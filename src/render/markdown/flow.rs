//! The flow: one call a line, or the reason why there is none.

use super::plain;
use super::reason::short;
use crate::bundle::{BoundaryRecord, FlowRecord};

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
    lines.extend(record.absent.iter().cloned());
    lines.extend(record.boundaries.iter().map(|boundary| {
        let BoundaryRecord { what, within, text, at } = boundary;
        format!("calls cannot be followed past {}: {what} {} in {within}", without_column(at), plain::code(text))
    }));
    lines.iter().map(|text| plain::line("", text)).collect()
}

/// A reader looks for a line; columns are for machines.
fn without_column(at: &str) -> String {
    short(at.rsplit_once(':').map_or(at, |(line, _)| line))
}
