//! As much of a bundle's JSON as pages and graphs show, read back from it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bundle::Bundle;

/// A bundle, read from its JSON.
#[derive(Clone, Debug, Deserialize)]
pub struct BundleJson {
    /// The version of the form.
    pub version: u32,
    /// The seal.
    pub seal: String,
    /// The outcome.
    pub status: String,
    /// Whether a query was answered from less than it requests.
    pub degraded: bool,
    /// The respects in which it falls short.
    #[serde(default)]
    pub missing: Vec<JsonShortfall>,
    /// The class of task.
    pub task_class: String,
    /// The purpose.
    pub description: String,
    /// The inputs.
    pub inputs: Vec<JsonInput>,
    /// The state of the index.
    pub index: JsonIndex,
    /// The budget.
    pub budget: JsonBudget,
    /// The bands.
    pub bands: Vec<JsonBand>,
    /// The queries.
    pub queries: Vec<JsonQuery>,
    /// The files that are left out.
    pub left_out: Vec<JsonLeftOut>,
    /// The way on.
    pub guidance: JsonAdvice,
    /// How many credentials gave way.
    #[serde(default)]
    pub redacted: usize,
}

/// One respect in which a bundle falls short.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonShortfall {
    /// Its kind.
    pub kind: String,
    /// A sentence.
    pub what: String,
    /// The arguments that bring the rest.
    #[serde(default)]
    pub run: Option<String>,
}

/// An input.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonInput {
    /// The name.
    pub name: String,
    /// The values.
    pub values: Vec<String>,
    /// Where they come from.
    pub from: Vec<String>,
}

/// The state of the index.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonIndex {
    /// The digest of what was used.
    pub state: String,
    /// How many files were used.
    pub files: usize,
    /// Their gaps.
    pub gaps: Vec<(String, usize)>,
    /// `none`, or the health of compilers' indexes.
    pub scip: Value,
}

/// The budget.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonBudget {
    /// The profile.
    pub profile: String,
    /// The most characters.
    pub max_chars: u64,
    /// The bound that made them.
    pub bound_by: String,
    /// The use.
    pub used: JsonUsed,
}

/// The use of the budget.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonUsed {
    /// Files with text.
    pub files: usize,
    /// Characters.
    pub chars: u64,
    /// Tokens, estimated.
    pub tokens: u64,
}

/// A band.
#[derive(Clone, Debug, Deserialize)]
pub struct JsonBand {
    /// Its name.
    pub band: String,
    /// Texts beside the files.
    #[serde(default)]
    pub context: Vec<JsonContext>,
    /// Its files.
    pub items: Vec<JsonItem>,
}

/// A text beside the files.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonContext {
    /// The key.
    pub key: String,
    /// The text.
    pub text: String,
    /// Whether somebody outside wrote it.
    pub untrusted: bool,
}

/// A file.
#[derive(Clone, Debug, Deserialize)]
pub struct JsonItem {
    /// The path.
    pub path: String,
    /// The band.
    pub band: String,
    /// How much is shown.
    pub view: String,
    /// Why less is shown than was requested.
    #[serde(default)]
    pub reduced: Option<String>,
    /// The language.
    pub language: String,
    /// The lines of the whole file.
    pub lines: u32,
    /// The cost in characters.
    pub chars: u64,
    /// The reasons.
    pub why: Vec<JsonWhy>,
    /// The lines that are shown.
    #[serde(default)]
    pub excerpts: Vec<JsonExcerpt>,
}

/// A reason.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonWhy {
    /// The query.
    pub query: String,
    /// The author's reason.
    #[serde(default)]
    pub because: String,
    /// How many steps away.
    pub hops: u32,
    /// The base facts, the file's own first.
    #[serde(default)]
    pub chain: Vec<JsonLink>,
}

/// A base fact.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonLink {
    /// The relation.
    pub relation: String,
    /// Its first column.
    pub from: String,
    /// Its second column.
    pub to: String,
    /// Where the text says so.
    pub at: String,
}

/// Some whole lines.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonExcerpt {
    /// The first line.
    pub first_line: u32,
    /// The last line.
    pub last_line: u32,
    /// The lines.
    pub text: String,
}

/// The account of a query.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonQuery {
    /// The name.
    pub name: String,
    /// The band.
    pub band: String,
    /// The call.
    pub compute: String,
    /// Files in the answer.
    pub returned: usize,
    /// Files with text.
    pub included: usize,
    /// Files past `max_files`.
    pub over_cap: usize,
    /// Files that are left out.
    pub deferred: usize,
    /// Why it was not run.
    #[serde(default)]
    pub skipped: Option<String>,
    /// The call that was run instead, and why.
    #[serde(default)]
    pub fallback: Option<String>,
    /// The substitute for its own source, and why.
    #[serde(default)]
    pub downgraded: Option<String>,
}

/// A file that is left out.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonLeftOut {
    /// The path.
    pub path: String,
    /// The query.
    pub query: String,
    /// The reason.
    pub reason: String,
}

/// The way on from an answer.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonAdvice {
    /// The sentence.
    pub message: String,
    /// The actions, the most urgent first.
    #[serde(rename = "suggestedActions")]
    pub actions: Vec<JsonAction>,
}

/// One action that a reader may take.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct JsonAction {
    /// Its effect.
    pub description: String,
    /// Why it is suggested.
    pub rationale: String,
    /// The arguments to add to the request.
    #[serde(default)]
    pub arguments: String,
    /// The command line.
    #[serde(rename = "toolCall", default)]
    pub tool_call: Option<String>,
}

impl BundleJson {
    /// The JSON of a bundle, read; the error says which part of it is missing.
    pub fn read(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(bytes)
    }

    /// A bundle, as its JSON is read. `None` would say that the two do not fit, which a test holds.
    pub fn of(bundle: &Bundle) -> Option<Self> {
        serde_json::from_value(serde_json::to_value(bundle).ok()?).ok()
    }

    /// All files, in the order of the bands.
    pub fn items(&self) -> impl Iterator<Item = &JsonItem> {
        self.bands.iter().flat_map(|band| &band.items)
    }

    /// All texts beside the files.
    pub fn contexts(&self) -> impl Iterator<Item = &JsonContext> {
        self.bands.iter().flat_map(|band| &band.context)
    }

    /// Whether an input names a path.
    pub fn is_given(&self, path: &str) -> bool {
        self.inputs.iter().flat_map(|input| &input.values).any(|value| value == path)
    }
}

impl JsonItem {
    /// The text that is shown.
    pub fn text(&self) -> String {
        self.excerpts.iter().map(|excerpt| excerpt.text.as_str()).collect()
    }

    /// The query that decides.
    pub fn query(&self) -> &str {
        self.why.first().map_or("", |why| &why.query)
    }
}
