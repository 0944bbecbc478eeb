//! The whole flow on one page.

mod index;
mod observe;

pub use index::{Index, IndexError, IndexRequest, Progress, index};
