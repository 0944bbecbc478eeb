//! How much a YAML text may hold, and why reading it stops.

use crate::base::Diagnostic;

/// How much a text may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Bytes of the whole.
    pub bytes: usize,
    /// Levels of lists and maps.
    pub depth: usize,
    /// Values, keys included.
    pub nodes: usize,
}

/// The limits of a manifest.
pub(crate) const MANIFEST: Limits = Limits { bytes: 64 * 1024, depth: 32, nodes: 20_000 };

/// Why reading stopped, and which character to mask to read on.
pub(super) struct Stop {
    pub diagnostic: Diagnostic,
    pub mask: Option<usize>,
}

impl From<Diagnostic> for Box<Stop> {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::new(Stop { diagnostic, mask: None })
    }
}
