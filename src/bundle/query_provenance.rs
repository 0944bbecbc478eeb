//! The source of the answer to a query, and its confidence, as they are written down.

use serde::Serialize;

/// One of those who answered a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConsultedRecord {
    /// `scip`, `text`, or the call of a fallback.
    pub source: String,
    /// Why it was consulted, and for which part.
    pub why: String,
    /// How many files of the answer it gave.
    pub files: usize,
}

/// The source of an answer, and its confidence (S3.U9).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct QueryProvenance {
    /// The source of the answer.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub adapter: &'static str,
    /// How sure it is, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adapter_confidence: Option<f64>,
    /// Requested paths that look like secrets, and so are neither read nor listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub files_rejected_secret_shaped: usize,
    /// An answer below the confidence of a fallback was used, as none is declared, or none is surer (S3.U5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low_confidence: Option<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the form that serde asks for
fn is_zero(count: &usize) -> bool {
    *count == 0
}
