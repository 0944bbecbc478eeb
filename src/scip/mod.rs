//! SCIP: what compilers' indexes say, read and held against the text. Does not know facts, or who asks.

mod decoded;
mod open;
mod place;
mod range;
mod read;

pub use decoded::{Decoded, Document, Encoding, End, LOCAL, Occurrence, Range, Relationship, Source};
pub use open::{IndexFile, NAMES, OpenError, discover, look, open, stamp_path};
pub use place::{Shift, is_below_root};
pub use read::Reader;
