//! One file of a bundle, and one that was left out.

use serde::Serialize;

/// Some whole lines of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    /// The number of the first line, from 1.
    pub first_line: u32,
    /// The number of the last line.
    pub last_line: u32,
    /// The lines, each ended by a line feed.
    pub text: String,
}

/// Lines that are left out between excerpts, and what stands there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Elided {
    /// The first line.
    pub first_line: u32,
    /// The last line.
    pub last_line: u32,
    /// The names of types and callables that stand there, in order, as far as there is room for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// How many more stand there.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
}

/// One base fact of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChainLink {
    /// The relation, such as `imports`.
    pub relation: &'static str,
    /// Its first column.
    pub from: String,
    /// Its second column.
    pub to: String,
    /// Where the text says so: `path:line:column`.
    pub at: String,
}

/// Why a file is here: a query that returned it, with the chain of base facts that put it into the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// The name of the query; `globs`, or the name of an input.
    pub query: String,
    /// The reason that the author of the manifest gives; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub because: String,
    /// How many steps away it is.
    pub hops: u32,
    /// The base facts, the file's own first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<ChainLink>,
    /// How many more facts the chain has; a hub's uses are too many to tell each.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the form that serde asks for
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// One file of a bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// The path relative to the root.
    pub path: String,
    /// The band.
    pub band: &'static str,
    /// How much of it is shown: `full`, `focused`, `skeleton` or `listed`.
    pub view: &'static str,
    /// Why less of it is shown than was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduced: Option<&'static str>,
    /// The word after a Markdown fence.
    pub language: &'static str,
    /// The lines of the whole file; 0 where it was not read.
    pub lines: u32,
    /// What the item costs: the characters of its excerpts with their line numbers, its path and reasons.
    pub chars: u64,
    /// The same in tokens, estimated.
    pub tokens: u64,
    /// The digest of the file's content; empty where it was not read.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub content: String,
    /// Why it is here, the deciding query first.
    pub why: Vec<Why>,
    /// What is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub excerpts: Vec<Excerpt>,
}

/// One file that a query returned and the bundle does not show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The path.
    pub path: String,
    /// The query.
    pub query: String,
    /// `over_cap`: past the query's `max_files`; `budget`: no room was left.
    pub reason: &'static str,
    /// How many steps away it is.
    pub hops: u32,
}
