//! The whole flow on one page.

mod index;

pub use index::{Index, IndexError, index};
