//! The respects in which a bundle falls short of its manifest, and the files by what became of them.

use serde::Serialize;

use crate::base::words;

words! {
    /// The kind of a shortfall, the gravest first.
    pub enum ShortfallKind {
        /// A text of the request names nothing here.
        UnknownName = "unknown_name",
        /// A limit of work ended a query, or the reading of files.
        Work = "work",
        /// No search is sure of a text, whatever it finds.
        WeakText = "weak_text",
        /// A query is opted into, and an input that it takes has no value.
        Unbound = "unbound",
        /// A query found nothing, and its fallback answers in its place.
        Fallback = "fallback",
        /// Places may belong to the answer, and no fact decides.
        Unresolved = "unresolved",
        /// A compiler's index that does not fit the text was passed over.
        Stale = "stale",
        /// The rest of a file that is shown in part is behind a place that its parser could not read.
        Broken = "broken",
        /// Files show less than was wanted, or are left out, as a bound of the bundle holds.
        Cut = "cut",
        /// Files are past `max_files` of their query.
        OverCap = "over_cap",
        /// Files whose text is requested are lines of a list.
        Listed = "listed",
        /// Lines that a reason cites are not printed.
        Hidden = "hidden",
    }
}

/// One respect in which a bundle falls short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shortfall {
    /// Its kind.
    pub kind: ShortfallKind,
    /// The query; empty where it is the bundle as a whole.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub query: String,
    /// How many names, places, files or lines.
    pub count: usize,
    /// The same as a sentence.
    pub what: String,
    /// The arguments to add to the command line that bring it, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
}

/// The numbers of the head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FileCounts {
    /// Files with text.
    pub shown: usize,
    /// Among these, files with less text than was wanted.
    pub cut: usize,
    /// Files that are a line of a list.
    pub listed: usize,
    /// Files that a query returned and that are neither.
    pub left_out: usize,
}
