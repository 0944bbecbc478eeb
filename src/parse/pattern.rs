//! A compiled pattern.

use super::capture::Capture;

/// One pattern: a node kind (or any, or alternatives), what its children must be, and what it captures.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// The kinds that match. Several ids may share one name. Empty: any named node.
    pub kinds: Vec<u16>,
    /// Where not empty, one of these must match instead.
    pub alternatives: Vec<Pattern>,
    /// The required children: a field id (0 for any) and a pattern that at least one such child matches.
    pub children: Vec<(u16, Pattern)>,
    /// The fields that the node must not have.
    pub absent: Vec<u16>,
    /// The capture of the node, if it matches.
    pub captures: Vec<Capture>,
}

impl Pattern {
    /// The kinds that a match can start at.
    pub fn head_kinds(&self) -> Vec<u16> {
        if self.alternatives.is_empty() {
            return self.kinds.clone();
        }
        self.alternatives.iter().flat_map(Pattern::head_kinds).collect()
    }
}
