//! The whole flow on one page.

mod answer;
mod compile;
mod index;
mod indexes;
mod observe;
mod stamp;

pub use answer::{ADAPTIVE, Planned, Task, TaskError, answer, filled, planned, trusted};
pub use index::{Index, IndexError, IndexRequest, Progress, PruneError, index, prune};
pub use indexes::ScipSelection;
pub use observe::Exhausted;
pub use stamp::stamp;
