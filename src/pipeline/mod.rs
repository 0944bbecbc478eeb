//! The whole flow on one page.

mod answer;
mod index;
mod observe;

pub use answer::{ADAPTIVE, Planned, Task, TaskError, answer, filled, planned};
pub use index::{Index, IndexError, IndexRequest, Progress, PruneError, index, prune};
