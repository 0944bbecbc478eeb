//! Everything a bundle is made from.

use super::layout::Layout;
use crate::base::Digest;
use crate::budget::Ceiling;
use crate::flow::Flow;
use crate::input::Bound;
use crate::manifest::Manifest;
use crate::plan::Plan;
use crate::primitive::Engine;
use crate::work::Account;

/// A task whose queries have been answered, and what it takes to show the answers.
pub struct BundleRequest<'a> {
    /// The manifest.
    pub manifest: &'a Manifest,
    /// The digest of its text.
    pub manifest_digest: Digest,
    /// The inputs.
    pub bound: &'a Bound,
    /// The plan with its answers.
    pub plan: &'a Plan,
    /// The facts.
    pub engine: &'a Engine<'a>,
    /// The flow between the names of the task, and its decisions.
    pub flow: &'a Flow,
    /// The budget.
    pub ceiling: Ceiling,
    /// The work of the queries and the flow. That of the views is counted by the engine.
    pub spent: Account,
    /// The digest of the content of a path, as the facts were made from it; `None` where they do not depend on it.
    pub content: &'a dyn Fn(&str) -> Option<Digest>,
    /// The digests of what answers used beside the files: the history, a report of coverage.
    pub beside: Vec<Digest>,
    /// The bytes of a path; `None` where it cannot be read.
    pub read: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    /// The costs of the parts, in the form in which the bundle is printed.
    pub layout: &'a dyn Layout,
    /// Whether the gate may collapse files.
    pub is_adaptive: bool,
    /// The queries and paths that the user wants loaded from `may_read`.
    pub promoted: &'a [String],
    /// The environment variables that change the bundle, where anything would collapse.
    pub environment: Vec<(String, String)>,
}
