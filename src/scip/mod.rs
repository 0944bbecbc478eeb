//! SCIP: what compilers' indexes say, read and held against the text. Does not know facts, or who asks.

mod decoded;
pub mod symbol;

pub use decoded::{Decoded, Document, Encoding, End, LOCAL, Occurrence, Range, Relationship, Source};
