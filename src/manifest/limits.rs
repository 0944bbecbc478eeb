//! How much a YAML text may hold, and why reading it stops.

use crate::base::{Diagnostic, TextPart};

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

/// Why bytes are no text of a manifest; `lossy` is as much of them as may be read.
pub(super) fn unreadable(bytes: &[u8], lossy: &str) -> Option<Diagnostic> {
    if bytes.len() > MANIFEST.bytes {
        let title = format!("the file has more than {} bytes, the limit of a manifest", MANIFEST.bytes);
        let end = lossy.lines().next().unwrap_or_default().len();
        let diagnostic = Diagnostic::error("CG003", title, 0..end, "too large");
        return Some(diagnostic.help("a manifest names files by globs and queries, never one by one"));
    }
    let good = std::str::from_utf8(bytes).err()?.valid_up_to();
    let title = "the file is not UTF-8";
    let end = lossy.part(good..).chars().next().map_or(good, |it| good + it.len_utf8());
    let diagnostic = Diagnostic::error("CG008", title, good..end, "this byte has no meaning");
    Some(diagnostic.help("save the file as UTF-8"))
}
