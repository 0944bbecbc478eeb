//! A flow as text.

use super::shape::Hop;
use crate::primitive::Engine;

/// One line a call: `caller -> callee (file:line)`.
pub(super) fn flow(engine: &Engine<'_>, chains: &[Vec<Hop>]) -> String {
    let snapshot = engine.snapshot;
    let mut lines = Vec::new();
    for hop in chains.iter().flatten() {
        let (caller, callee) = (snapshot.qualified_name(hop.caller), snapshot.qualified_name(hop.callee));
        let through = hop.through.map(|def| format!(", by {}", snapshot.qualified_name(def))).unwrap_or_default();
        lines.push(format!("{caller} -> {callee} ({}:{}{through})", snapshot.path(hop.file), hop.at.line));
    }
    lines.join("\n")
}
