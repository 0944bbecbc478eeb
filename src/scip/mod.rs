//! SCIP: what compilers' indexes say, read and held against the text. Does not know facts, or who asks.

mod decoded;
pub mod find;
mod open;
mod place;
mod range;
mod read;
pub mod symbol;

pub use decoded::{Decoded, Document, Encoding, End, LOCAL, Occurrence, Range, Relationship, Source};
pub use open::{NAMES, OpenError, digest, discover, open};
pub use place::{Shift, is_below_root};
pub use read::Reader;
