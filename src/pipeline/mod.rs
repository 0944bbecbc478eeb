//! The whole flow on one page.

mod absent;
mod answer;
mod compile;
mod index;
mod indexes;
mod observe;
mod past;
mod stamp;
mod stamp_fresh;

pub use answer::{
    ADAPTIVE, Engines, Planned, THRESHOLDS, Task, TaskError, answer, filled, planned, planned_on, threshold,
    thresholds, trusted,
};
pub use index::{Index, IndexError, IndexRequest, PruneError, index, prune};
pub use indexes::ScipSelection;
pub use observe::{Exhausted, Progress};
pub use stamp::stamp;
