//! A call that is run in place of another, in the same request: one after the other, and said before it runs (S3.U6).

use serde::Serialize;

/// The most calls that are run in place of one, one after the other.
pub const MOST_FALLBACKS: usize = 4;

/// A call in place of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fallback {
    /// The query.
    pub query: String,
    /// The call that was not enough.
    pub from: String,
    /// The call that is run next.
    pub to: String,
    /// Why.
    pub why: String,
    /// Its place among the calls of the query, from 1.
    pub depth: usize,
}
