//! Views: which lines of a file are shown. Pure functions of a page, of what it is looked at for, and of a cap in
//! printed characters.
//!
//! `full` shows all; `clusters` the ranges that answers point to; `focused` the bodies that matter, and signatures for
//! the rest; `skeleton` signatures alone. Each knows lines only, not why a file is shown.

mod clusters;
mod focused;
#[cfg(test)]
mod laws;
mod lines;
mod page;
mod skeleton;
mod window;

pub use clusters::{Span, clusters};
pub use focused::{Body, focused};
pub use lines::LineSet;
pub use page::Page;
pub use skeleton::{around, skeleton};

use crate::base::words;

words! {
    /// How much of a file is shown, the largest first.
    pub enum View {
        /// All of it.
        Full = "full",
        /// The ranges that answers point to.
        Clusters = "clusters",
        /// The bodies that matter, signatures for the rest.
        Focused = "focused",
        /// Signatures.
        Skeleton = "skeleton",
        /// Its path, size and reason.
        Listed = "listed",
    }
}

/// The importance of a definition that was named: it is kept, in part if need be, where anything is.
pub const NAMED: u8 = 9;

/// The relevant parts of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The ranges that matter, each with its importance; for clusters.
    pub spans: Vec<Span>,
    /// The definitions whose bodies matter, in the order of the flow; for the focused view.
    pub bodies: Vec<Body>,
    /// The lines to keep of a body that is too long to be shown.
    pub sites: Vec<u32>,
    /// Nothing is marked but definitions that bear a name and are not the ones meant.
    pub is_vague: bool,
}

impl Marks {
    /// The greatest importance; 0 where nothing matters.
    pub fn importance(&self) -> u8 {
        self.spans.iter().map(|span| span.importance).max().unwrap_or(0)
    }

    /// The definitions that matter more than any other of the file.
    pub fn definitions(&self) -> Vec<usize> {
        self.spans.iter().filter(|span| span.importance > 1).filter_map(|span| span.definition).collect()
    }
}

/// How finely views cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grain {
    /// Ranges at most this many lines apart are one cluster.
    pub gap: u32,
    /// The lines on either side of a site that are shown with it, as far as they are of the same paragraph.
    pub context: u32,
    /// The most signatures of a view.
    pub signatures: usize,
}
