//! Views: which lines of a file are shown. Pure functions of a page and of what it is looked at for: a ladder of line
//! sets, of which the budget takes as many as fit.
//!
//! `full` shows all; `clusters` the ranges that answers point to; `focused` the bodies that matter, and signatures for
//! the rest; `skeleton` signatures alone. Each knows lines only, not why a file is shown.

mod block;
mod clusters;
mod headings;
mod heads;
mod ladder;
#[cfg(test)]
mod laws;
mod lines;
mod marks;
mod markup;
mod page;
mod passage;
mod skeleton;

pub use block::block_around;
pub use clusters::Span;
pub use ladder::{Aim, Rung, Urgency, ladder, retain};
pub use marks::{Body, CONNECTED, Grain, Marks, NAMED};
pub use markup::Markup;
pub use page::Page;
