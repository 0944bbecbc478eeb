//! The relevant parts of a page, and how finely views cut.

use super::clusters::Span;
use super::lines::LineSet;
use crate::primitive::Passage;

/// The importance of a definition that was named: it is kept, in part if need be, where anything is.
pub const NAMED: u8 = 9;

/// The importance of what an answer points to, and of what is connected with the flow.
pub const CONNECTED: u8 = 3;

/// A definition whose body matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its place on the page.
    pub definition: usize,
    /// 0 an exact name, 1 a named step of the flow, 2 a step that was not named, 3 uniquely named, 4 named in the base
    /// of its family.
    pub tier: u8,
    /// Restricts a long step that nobody named to the call that leads on.
    pub is_passed: bool,
}

/// The relevant parts of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The ranges that matter, each with its importance; for clusters.
    pub spans: Vec<Span>,
    /// The definitions whose bodies matter, in the order of the flow; for the focused view.
    pub bodies: Vec<Body>,
    /// The lines to keep of a body that is too long to be shown.
    pub sites: Vec<u32>,
    /// The lines that the reasons of the file cite.
    pub cited: Vec<u32>,
    /// The passages that words found, in the order of their places among those of all files.
    pub passages: Vec<Passage>,
    /// The lines in these that hold what a text names.
    pub named_lines: Vec<u32>,
    /// The request itself gives the names: they come before the outline.
    pub is_given: bool,
    /// Nothing is marked but definitions that bear a name and are not the ones meant.
    pub is_vague: bool,
}

impl Marks {
    /// The greatest importance; 0 where nothing matters.
    pub fn importance(&self) -> u8 {
        self.spans.iter().map(|span| span.importance).max().unwrap_or(0)
    }

    /// Whether the lines that are shown, if any, have nothing of a definition that answers point to, or lack one of the sites.
    /// A definition of which a site is shown is not hidden: `extent` has its lines.
    pub fn hides_any(&self, shown: Option<&LineSet>, extent: impl Fn(usize) -> Option<(u32, u32)>) -> bool {
        let Some(shown) = shown else { return true };
        let is_absent = |span: &Span| {
            let (start, end) = span.definition.and_then(&extent).unwrap_or((span.first, span.last));
            !shown.ranges().any(|(first, last)| first <= end && start <= last)
        };
        self.sites.iter().any(|line| !shown.holds(*line, *line))
            || self.spans.iter().any(|span| span.importance >= CONNECTED && is_absent(span))
    }
}

/// How finely views cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grain {
    /// Ranges at most this many lines apart are one cluster.
    pub gap: u32,
    /// The lines on either side of a site that are shown with it, as far as they are of the same paragraph.
    pub context: u32,
}
