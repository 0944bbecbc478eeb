//! The changes of the commits of a repository, read from the object store of git. Does not know who asks.
//!
//! No program is called and nothing is written. Everything is opened by the door of the walk: through no link, and
//! nothing outside the root but the folder of git that a worktree, a submodule or a checkout apart names, and that does
//! not name another one. Objects are taken for hostile: each has a limit, all together have one, and what breaks off
//! is said.

mod behind;
mod change;
mod diff;
mod head;
mod listed;
mod log;
mod merge_base;
mod objects;
mod pack;
mod present;
mod range_error;
mod read;
mod rename;
mod replay;
mod rev;
mod worktree;

pub use behind::{commits_behind, head_id};
pub use change::{ChangeSpec, Comparison, FileChange, changes};
pub use diff::MOST_PATHS;
pub use head::{Off, identity};
pub use log::{CommitName, History, HistoryEnd, PastCommit, VERSION};
pub use present::{Present, present};
pub use range_error::RangeError;
pub use read::{MOST_COMMITS, read, read_from};
pub use replay::{MOST_REPLAYED, Replay, ReplaySource, ReplayStep, ReplayedCommit, ReplayedFile, TreeFiles};
