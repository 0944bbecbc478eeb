//! The keys of a manifest and what each may hold, as a table.
//!
//! `schemas/manifest.schema.json` says the same to editors; a test holds the two together.

use super::words::{OnStale, Profile, Render};
use crate::primitive::ArgType;
use crate::work::WorkProfile;

/// One key of a map.
pub(crate) struct Key {
    /// The key.
    pub name: &'static str,
    /// Whether the map is useless without; then an example of its value.
    pub needed: Option<&'static str>,
    /// The shape of its value.
    pub shape: Shape,
}

/// The shape of a value. A list or a map without a value is an empty one.
pub(crate) enum Shape {
    /// The number of the language.
    Version,
    /// Text.
    Text,
    /// One value or a list of values; whether text alone will do.
    Values { text: bool },
    /// A list of names.
    Names,
    /// A list of globs; whether `!` may exclude.
    Globs(bool),
    /// A list of paths of files.
    Paths,
    /// One of these words.
    Choice(fn() -> Vec<&'static str>),
    /// `true`, `false`, or this word.
    FlagOr(&'static str),
    /// A whole number in this range, or `auto` where so said.
    Count { most: u64, auto: bool },
    /// A map with these keys.
    Map(&'static [Key]),
    /// A map whose keys are names of inputs, each with these keys.
    Inputs(&'static [Key]),
    /// A list of maps with these keys.
    Queries(&'static [Key]),
}

/// The word for an input of which, with the others of that word, at least one has a value.
pub(crate) const ANY: &str = "any";
/// The most files a query may return.
pub(crate) const MAX_FILES: u64 = 10_000;
/// The deepest that a manifest may state. A run goes to the ceiling of the primitive at most, and says so (S3.12).
pub(crate) const MAX_DEPTH: u64 = 1_000_000;
const MAX_CHARS: u64 = 100_000_000;
const MAX_WORK: u64 = 1_000_000_000_000;

const fn may(name: &'static str, shape: Shape) -> Key {
    Key { name, needed: None, shape }
}

const fn must(name: &'static str, example: &'static str, shape: Shape) -> Key {
    Key { name, needed: Some(example), shape }
}

const fn count(most: u64) -> Shape {
    Shape::Count { most, auto: false }
}

/// The whole manifest.
pub(crate) static MANIFEST: &[Key] = &[
    may("version", Shape::Version),
    may("extends", Shape::Text),
    may("task_class", Shape::Text),
    may("description", Shape::Text),
    may("inputs", Shape::Inputs(INPUT)),
    may("budget", Shape::Map(BUDGET)),
    may("index", Shape::Map(INDEX)),
    may("focus", Shape::Map(FOCUS)),
    may("must_read", Shape::Map(BAND)),
    may("should_read", Shape::Map(BAND)),
    may("may_read", Shape::Map(BAND)),
];

const INPUT: &[Key] = &[
    must("type", "files", Shape::Choice(arg_types)),
    may("required", Shape::FlagOr(ANY)),
    may("default", Shape::Values { text: false }),
    may("example", Shape::Values { text: false }),
];

const BUDGET: &[Key] = &[
    may("profile", Shape::Choice(|| Profile::ALL.iter().map(|it| it.name()).collect())),
    may("max_chars", Shape::Count { most: MAX_CHARS, auto: true }),
    may("max_tokens", count(MAX_CHARS)),
    may("max_files", count(MAX_FILES)),
    may("per_file_max_tokens", count(MAX_CHARS)),
    may("work", Shape::Map(WORK)),
];

const WORK: &[Key] = &[
    may("profile", Shape::Choice(|| WorkProfile::ALL.iter().map(|it| it.name()).collect())),
    may("max_candidates", count(MAX_WORK)),
    may("max_files_read", count(MAX_WORK)),
    may("max_bytes_read", count(MAX_WORK)),
    may("max_parse_ms", count(MAX_WORK)),
    may("max_graph_nodes", count(MAX_WORK)),
];

const INDEX: &[Key] =
    &[may("scip", Shape::Paths), may("on_stale", Shape::Choice(|| OnStale::ALL.iter().map(|it| it.name()).collect()))];

const FOCUS: &[Key] =
    &[may("symbols", Shape::Values { text: true }), may("query", Shape::Text), may("hyde", Shape::Text)];

const BAND: &[Key] = &[
    may("repo_context_keys", Shape::Names),
    may("globs", Shape::Globs(true)),
    may("exclude", Shape::Globs(false)),
    may("bootstrap_globs", Shape::Globs(false)),
    may("derived", Shape::Queries(QUERY)),
    may("drop", Shape::Names),
    may("max_chars", count(MAX_CHARS)),
    may("max_tokens", count(MAX_CHARS)),
];

const QUERY: &[Key] = &[
    must("name", "callers", Shape::Text),
    must("compute", "scip.refs(change.symbols)", Shape::Text),
    must("max_files", "50", count(MAX_FILES)),
    may("depth", count(MAX_DEPTH)),
    may("evidence", Shape::Choice(evidence)),
    may("render", Shape::Choice(|| Render::ALL.iter().map(|it| it.name()).collect())),
    may("fallback", Shape::Text),
    may("when", Shape::Text),
    may("when_unsure", Shape::Text),
    may("when_sure", Shape::Text),
    may("unless", Shape::Names),
    may("why", Shape::Text),
];

fn arg_types() -> Vec<&'static str> {
    ArgType::ALL.iter().map(|it| it.name()).collect()
}

fn evidence() -> Vec<&'static str> {
    cg_rules::Evidence::ALL.iter().map(|it| it.name()).collect()
}
