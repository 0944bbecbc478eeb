//! SCIP: what compilers' indexes say, read and held against the text. Does not know facts, or who asks.

mod absence;
mod behind;
mod count;
mod decoded;
mod encoding;
pub mod find;
mod health;
mod hold;
mod judge;
mod last_descriptor;
mod message;
mod open;
mod place;
mod position;
mod probe;
mod range;
mod read;
mod stamp;
pub mod symbol;
mod text_match;
mod tool;
mod verdict;
mod verify;

pub use behind::Past;
pub use decoded::{Decoded, Document, Encoding, End, LOCAL, Occurrence, Range, Relationship, ScipSource};
pub use health::{
    Absence, Cause, Confidence, DocumentHealth, Freshness, Health, Numbers, Share, SourceHealth, Unindexed,
};
pub use hold::{CheckedPlace, holds};
pub use judge::Surroundings;
pub use last_descriptor::{LastDescriptor, Suffix};
pub use open::{IndexFile, NAMES, OpenError, beneath, discover, look, open, stamp_path, write_stamp};
pub use place::{Shift, is_below_root};
pub use position::{Breaks, Cursor, Lines};
pub use probe::{DocumentText, Probed, probe};
pub use read::Reader;
pub use stamp::{Commit, STAMP_SUFFIX, Stamp, StampTool, StampedContent, stamp};
pub use text_match::TextMatch;
pub use tool::{Tool, tool};
pub use verdict::{CheckedSite, Evidence, Verdict};
pub use verify::{Against, Checked, Odd, verify};
