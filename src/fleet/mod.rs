//! Facts across repositories: the exports of many, merged into one file that is read in place. Does not know how a
//! repository is indexed, nor how an answer is printed.

mod affect;
mod ask;
mod below;
mod body;
mod code;
mod consumed;
mod error;
mod file;
mod keys;
mod lineage;
mod meant;
mod merge;
mod paged;
mod part;
mod postings;
mod provide;
mod rows;
mod runs;
mod texts;

pub use affect::{AffectedFleet, AffectedRepository, Reach, StatedVersion};
pub use ask::{ANSWERED, FleetAnswer, FleetFile, FleetLink, RepositoryAnswer, of_engine};
pub use error::{Damage, FleetBound, FleetError, MergeError};
pub use file::{Fleet, FleetRepository};
pub use merge::{Merged, export_file, is_whole, merge};
pub use provide::{Provided, Provider};
