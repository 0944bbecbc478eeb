//! The whole flow on one page.

mod absent;
mod answer;
mod behind;
mod compile;
mod counts;
mod families;
mod index;
mod indexes;
mod kept_sites;
mod look;
mod member;
mod moved;
mod named_packages;
mod observe;
mod parent_tree;
mod past;
mod place;
mod shared;
mod shared_answers;
mod stamp;
mod stamp_fresh;
mod stored;

pub use answer::{
    ADAPTIVE, Engines, Planned, THRESHOLDS, Task, TaskError, answer, filled, planned, planned_aloud, planned_on,
    threshold, thresholds, trusted,
};
pub use counts::TokenCounts;
pub use index::{Index, PruneError, index, prune};
pub use indexes::ScipSelection;
pub use look::{Glanced, IndexError, IndexRequest, Looked, glance, look};
pub use observe::{Exhausted, Progress};
pub use parent_tree::{ParentError, ParentTree};
pub use stamp::stamp;
