//! One file of a bundle, and one that was left out.

use serde::Serialize;

use super::extent::View;
use crate::base::words;
use crate::flow::Decision;
use crate::manifest::Band;

words! {
    /// Why less of a file is shown than was wanted.
    pub enum Reduction {
        /// No room was left.
        Budget = "budget",
        /// The manifest bounds the characters of the band.
        Band = "band",
        /// The profile bounds the characters of one file.
        PerFile = "per_file",
        /// A test, or a file that only adds to the answer, takes so many characters.
        Share = "share",
        /// The bundle shows the text of so many files at the most.
        MaxFiles = "max_files",
        /// The limits of work let no more files be read.
        Work = "work",
        /// It is no text.
        Binary = "binary",
        /// It could not be read.
        Unreadable = "unreadable",
    }
}

words! {
    /// Why a file that a query returned is not shown.
    pub enum Omission {
        /// Past the query's `max_files`.
        OverCap = "over_cap",
        /// No room was left.
        Budget = "budget",
        /// The manifest bounds the characters of the band.
        Band = "band",
        /// The bundle shows the text of so many files at the most.
        MaxFiles = "max_files",
        /// A test, an example, a fixture, vendored or generated, and no query names it.
        Aside = "aside",
        /// The answer was complete without it.
        Sufficient = "sufficient",
    }
}

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

/// Lines that are left out between excerpts, and the names declared there.
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

impl Elided {
    /// Whether lines between two ranges give way to a mark: not before the first, nor between two single lines, as an
    /// outline or a list of uses has them, whose numbers alone say that there is text between.
    pub fn has_mark(before: Option<(u32, u32)>, after: Option<(u32, u32)>) -> bool {
        let is_single = |(first, last): (u32, u32)| first == last;
        before.is_some_and(|before| !(is_single(before) && after.is_some_and(is_single)))
    }
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
    /// How many more facts the chain has; a hub has too many uses to list each.
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
    pub band: Band,
    /// How much of it is shown.
    pub view: View,
    /// How much of it is wanted; `reduced` says why less is shown.
    pub asked: View,
    /// Its place in the map, where it has a line there.
    #[serde(skip)]
    pub map_place: Option<usize>,
    /// The names of what it is shown for, the weightiest first, as far as a header has room for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub symbols: Vec<String>,
    /// How many more there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_symbols: usize,
    /// Why less of it is shown than was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduced: Option<Reduction>,
    /// Its language, by the name that syntax highlighters know.
    pub language: &'static str,
    /// The lines of the whole file; 0 where it was not read.
    pub lines: u32,
    /// The cost of the item: the characters of its excerpts with their line numbers, its path and reasons.
    pub chars: u64,
    /// The same in tokens, estimated.
    pub tokens: u64,
    /// The digest of the file's content; empty where it was not read.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub content: String,
    /// Why it is here, the deciding query first.
    pub why: Vec<Why>,
    /// The reason for its size; nothing where it was not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizing: Option<Sizing>,
    /// The lines that are shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub excerpts: Vec<Excerpt>,
    /// The lines that are left out around them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elided: Vec<Elided>,
    /// How many credentials gave way in what is shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub redacted: usize,
}

/// The reasons for how much of a file is shown (S0.29).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sizing {
    /// Why it is shown so, where there is room.
    pub because: String,
    /// The cost of the whole file, in characters.
    pub full_chars: u64,
    /// The conditions of the gate, where there is a spine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<Gate>,
}

/// The gate: a file collapses where it is off the spine and one of many siblings, and nothing in it spares it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gate {
    /// The flow passes through it.
    pub on_spine: bool,
    /// It holds one of at least three implementers of a supertype.
    pub sibling: bool,
    /// A near-unique callable of it is named.
    pub named_unique: bool,
    /// It declares such a supertype.
    pub defines_family: bool,
    /// So it is shown as signatures, but for what is named in it.
    pub collapses: bool,
    /// The same as a sentence.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub because: String,
}

impl Gate {
    /// The decision about a file.
    pub fn of(decision: &Decision) -> Self {
        Self {
            on_spine: decision.on_spine,
            sibling: decision.sibling.is_some(),
            named_unique: decision.named_unique,
            defines_family: decision.defines_family,
            collapses: decision.collapses,
            because: decision.because.clone(),
        }
    }
}

/// One file that a query returned and the bundle does not show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The path.
    pub path: String,
    /// The query.
    pub query: String,
    /// Why it is not shown.
    pub reason: Omission,
    /// How many steps away it is.
    pub hops: u32,
}
