//! The bundle as a whole. Inert: texts and numbers only, no clock, no host, no absolute path. It serialises to the JSON
//! that `schemas/bundle.schema.json` describes.

use cg_rules::Evidence;
use serde::{Serialize, Serializer};

use super::advice_record::{Advice, DegradedReason, Guidance};
use super::item::{Item, LeftOut};
use super::missing::{FileCounts, Shortfall};
use super::query_provenance::{ConsultedRecord, QueryProvenance};
use super::work_record::{Truncation, WorkRecord};
use crate::base::words;
use crate::budget::Ceiling;
use crate::flow::Dynamic;
use crate::manifest::{Band, OnStale};
use crate::plan::Refinement;
use crate::primitive::SearchTrace;
use crate::scip::{Confidence, DocumentHealth, SourceHealth};

words! {
    /// The outcome of a manifest.
    pub enum Status {
        /// Every query was answered from facts that can answer it, and what is to be read is printed.
        Success = "success",
        /// Something is cut, hidden, only listed, unknown or unresolved: `missing` names it.
        PartialSuccess = "partial_success",
        /// No query and no name found anything, whatever globs brought.
        NoResults = "no_results",
    }
}

/// The answer to a manifest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bundle {
    /// The version of the form; 1.
    pub version: u32,
    /// BLAKE3 over everything below.
    pub seal: String,
    /// The outcome.
    pub status: Status,
    /// Whether a query was answered from less than it asks for, or a bound of the budget holds something back.
    pub degraded: bool,
    /// Why it is so; nothing where it is not.
    #[serde(rename = "degradedReasons", skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<DegradedReason>,
    /// Every respect in which the bundle falls short of its manifest, the gravest first; empty for `success`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Shortfall>,
    /// How far the request went, and why.
    pub refinement: Refinement,
    /// The files by what became of them.
    pub counts: FileCounts,
    /// The class of task.
    pub task_class: String,
    /// The purpose of the bundle.
    pub description: String,
    /// The digest of the manifest's text.
    pub manifest: String,
    /// The inputs that were given.
    pub inputs: Vec<InputRecord>,
    /// The state of the index.
    pub index: IndexRecord,
    /// The environment variables that changed the bundle, with their values.
    pub environment: Vec<(String, String)>,
    /// The limits and the use of the budget.
    pub budget: BudgetRecord,
    /// How what is named is connected; nothing where nothing is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flow: Option<FlowRecord>,
    /// The bands, in order.
    pub bands: Vec<BandRecord>,
    /// One entry a query, in order.
    pub queries: Vec<QueryRecord>,
    /// The queries' entries in one sentence.
    pub summary: String,
    /// The files that queries returned and the bundle does not show.
    pub left_out: Vec<LeftOut>,
    /// The next steps, as arguments.
    #[serde(skip)]
    pub guidance: Vec<Guidance>,
    /// The same as command lines, with a sentence.
    #[serde(rename = "guidance")]
    pub advice: Advice,
    /// Whether a text beside the files was written by somebody outside.
    pub contains_unverified_content: bool,
    /// How many credentials gave way: in files, in texts beside them, in inputs.
    #[serde(skip_serializing_if = "is_zero")]
    pub redacted: usize,
}

/// An input that was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InputRecord {
    /// The name.
    pub name: String,
    /// The values.
    pub values: Vec<String>,
    /// Where they come from.
    pub from: Vec<String>,
}

/// The state of the index, as far as the bundle depends on it: a file that no part of the bundle speaks of is no part
/// of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct IndexRecord {
    /// The digest of the paths and contents that the answer is made from.
    pub state: String,
    /// The files that the answer is made from: shown, listed, left out, or cited by a reason.
    pub files: usize,
    /// The number of their gaps, by kind.
    pub gaps: Vec<(&'static str, usize)>,
    /// How far compilers' indexes are trusted; `"none"` where no answer is surer than the text.
    #[serde(serialize_with = "scip_or_none")]
    pub scip: Option<ScipRecord>,
}

/// How far compilers' indexes are trusted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScipRecord {
    /// The least of the indexes.
    pub confidence: Confidence,
    /// The manifest's policy for a stale index.
    pub on_stale: OnStale,
    /// The indexes.
    pub sources: Vec<SourceHealth>,
    /// The documents that did not answer for those files, by path; the first hundred.
    pub not_fresh: Vec<DocumentHealth>,
    /// How many more of those there are.
    pub more_not_fresh: usize,
    /// How many of those files are in no index.
    pub unindexed: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the form that serde asks for
fn evidence_name<S: Serializer>(evidence: &Evidence, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(evidence.name())
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the form that serde asks for
fn floor_name<S: Serializer>(floor: &Option<Evidence>, serializer: S) -> Result<S::Ok, S::Error> {
    floor.map(Evidence::name).serialize(serializer)
}

fn scip_or_none<S: Serializer>(scip: &Option<ScipRecord>, serializer: S) -> Result<S::Ok, S::Error> {
    match scip {
        Some(scip) => scip.serialize(serializer),
        None => serializer.serialize_str("none"),
    }
}

words! {
    /// The reason why a bundle did not settle: its rounds are bounded.
    pub enum Unsettled {
        /// More is printed than the ceiling allows, even after the last round.
        OverCeiling = "over_ceiling",
        /// The number of characters is not that of the text.
        Unmeasured = "unmeasured",
    }
}

/// The use of the budget.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Used {
    /// Files with text.
    pub files: usize,
    /// Characters of all that is printed, by the layout of the form that is requested.
    pub chars: u64,
    /// The same in tokens, estimated.
    pub tokens: u64,
}

/// The limits and the use of the budget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BudgetRecord {
    /// The ceilings.
    #[serde(flatten)]
    pub ceiling: Ceiling,
    /// How tokens are counted.
    pub tokenizer: &'static str,
    /// The use of the budget.
    pub used: Used,
    /// The characters that were not needed.
    pub unused: u64,
    /// The work.
    pub work: WorkRecord,
    /// The reason why the numbers, or the ceiling, do not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsettled: Option<Unsettled>,
}

/// How what is named is connected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FlowRecord {
    /// The calls, in reading order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hops: Vec<HopRecord>,
    /// How many more there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
    /// Why there is no spine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absent: Option<String>,
    /// It says nothing that a reader acts on: no name was given, or only one callable, which has no spine.
    #[serde(skip)]
    pub is_trivial: bool,
    /// Fewer than two callables are named, so that `absent` is no news to whoever named them.
    #[serde(skip)]
    pub is_alone: bool,
    /// Where the text calls what no fact can name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boundaries: Vec<BoundaryRecord>,
}

/// One call of the flow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HopRecord {
    /// The caller.
    pub caller: String,
    /// The callee.
    pub callee: String,
    /// The abstract method that the text names, where the callee is its implementation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
    /// Where: `path:line:column`.
    pub at: String,
    /// How sure the call is.
    #[serde(serialize_with = "evidence_name")]
    pub evidence: Evidence,
    /// A chain begins here: the caller is not what the call before led to, though it may be called the same.
    #[serde(skip)]
    pub begins: bool,
}

/// One place where the text calls what no fact can name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoundaryRecord {
    /// The kind of callee.
    pub what: Dynamic,
    /// The definition around it.
    pub within: String,
    /// The call as a short text.
    pub text: String,
    /// Where: `path:line:column`.
    pub at: String,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the form that serde asks for
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A text beside the files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ContextRecord {
    /// The key.
    pub key: String,
    /// The text.
    pub text: String,
    /// Somebody outside wrote it: nothing in it is an instruction.
    pub untrusted: bool,
    /// How many credentials gave way in it.
    #[serde(skip)]
    pub redacted: usize,
}

/// One band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BandRecord {
    /// Its name.
    pub band: Band,
    /// Texts beside the files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub context: Vec<ContextRecord>,
    /// Its files.
    pub items: Vec<Item>,
}

/// The account of one query's answer: returned = included + listed + deduped + over_cap + deferred.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QueryRecord {
    /// The name of the query; `globs`, or the name of an input.
    pub name: String,
    /// Whether it is the globs of its band: every band may have some.
    #[serde(skip)]
    pub is_globs: bool,
    /// The band.
    pub band: Band,
    /// The call, as written.
    pub compute: String,
    /// Why the author wants the files.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The most files, where that is bounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_files: Option<u32>,
    /// The depth that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The evidence below which no edge was used.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "floor_name")]
    pub evidence_floor: Option<Evidence>,
    /// The source of the answer, and its confidence.
    #[serde(flatten)]
    pub provenance: QueryProvenance,
    /// Files in the answer, before `max_files`.
    pub returned: usize,
    /// Files whose text this query put into the bundle.
    pub included: usize,
    /// Files that it put into a list.
    #[serde(skip_serializing_if = "is_zero")]
    pub listed: usize,
    /// Files that another query puts there.
    pub deduped: usize,
    /// Files past `max_files`.
    pub over_cap: usize,
    /// Files that are left out: for want of room, or as the next two say.
    pub deferred: usize,
    /// Among these, files that are aside (tests, examples, fixtures, vendored, generated) and not named.
    #[serde(skip_serializing_if = "is_zero")]
    pub aside: usize,
    /// Among these, files without which the answer was complete.
    #[serde(skip_serializing_if = "is_zero")]
    pub sufficient: usize,
    /// Files that `exclude:` took out before the count.
    pub excluded: usize,
    /// Loaded on the user's word.
    pub promoted: bool,
    /// Why the query was not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
    /// It has no purpose beside an input that is given: nothing is missing without it.
    #[serde(skip)]
    pub is_unneeded: bool,
    /// The call that was run instead, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
    /// The substitute for the query's own source, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub downgraded: Option<String>,
    /// Sources consulted, in order, where the primitive has several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<ConsultedRecord>,
    /// Notes for the reader.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The notes that say that there is nothing to act on, or what another query says. A format for reading leaves them out.
    #[serde(skip)]
    pub settled: Vec<String>,
    /// The course of a search by words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchTrace>,
    /// The limit of work that ended it: its files are the first of the documented order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncated_at: Option<Truncation>,
}

impl QueryRecord {
    /// The entry of a query before anything is known of its answer.
    pub fn new(name: String, band: Band, compute: String) -> Self {
        Self {
            name,
            is_globs: false,
            band,
            compute,
            why: String::new(),
            max_files: None,
            depth: None,
            evidence_floor: None,
            provenance: QueryProvenance::default(),
            returned: 0,
            included: 0,
            listed: 0,
            deduped: 0,
            over_cap: 0,
            deferred: 0,
            aside: 0,
            sufficient: 0,
            excluded: 0,
            promoted: false,
            skipped: None,
            is_unneeded: false,
            fallback: None,
            downgraded: None,
            chain: Vec::new(),
            notes: Vec::new(),
            settled: Vec::new(),
            search: None,
            truncated_at: None,
        }
    }
}
