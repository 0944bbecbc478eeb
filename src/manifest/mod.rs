//! Manifests: what a user asks, in YAML, checked as a whole before anything runs. Does not know the repository.
//!
//! Two passes: events with a place for every value and a limit on everything ([`load`] and [`parse`] begin there), from
//! which *all* errors are reported at once; then the typed decode, which must agree with the first.

mod assemble;
mod call;
mod call_syntax;
mod check;
mod check_call;
mod check_glob;
mod check_input;
mod check_path;
mod check_query;
mod check_value;
mod decode;
mod extend;
mod flat;
mod guard;
mod limits;
mod load;
mod place;
mod query_text;
mod read;
mod scope;
mod shape;
mod shipped;
mod syntax;
mod tree;
mod types;
mod words;

pub use call::{Arg, QueryCall, Word};
pub use flat::{FlatText, SourceFindings, SourceText};
pub(crate) use guard::tree;
pub(crate) use limits::{Limits, MANIFEST};
pub use load::{load, load_with_text, manifest_text, parse_at};
pub use query_text::parse_query;
pub use read::{ManifestError, parse};
pub use scope::canonical;
pub(crate) use scope::is_name;
pub use shipped::{SHIPPED, shipped};
pub(crate) use tree::{Node, NodeContent};
pub use types::{
    BandSpec, Budget, CONTEXT_KEYS, ContextKey, Extended, Focus, FocusText, IndexSettings, InputDecl, Manifest, Query,
};
pub use words::{Band, OnStale, Profile, Render};

#[cfg(test)]
mod laws;
