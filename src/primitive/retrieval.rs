//! Retrieval, as far as the primitives know it: what is requested of the layer that holds the index of words, and the course
//! of a search.

use cg_rules::FileId;
use serde::Serialize;

/// The primitives that retrieval answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retrieved {
    /// `search.cascade`
    Cascade,
    /// `search.symbols`
    Symbols,
    /// `search.related`
    Related,
}

/// The arguments of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchRequest {
    /// The files, where the primitive takes any.
    pub files: Vec<FileId>,
    /// The text.
    pub text: String,
    /// A hypothetical answer; empty without.
    pub hypothesis: String,
}

/// The thresholds of the cascade (S2.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// The least gap that ends a search early.
    pub tau_floor: f64,
    /// The number of standard deviations that the gap must reach.
    pub k_sigma: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { tau_floor: 0.005, k_sigma: 1.0 }
    }
}

/// The course of one search (S2.21).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SearchTrace {
    /// How many files the index holds.
    pub files: usize,
    /// How many chunks.
    pub chunks: usize,
    /// How many distinct terms of the text the index holds.
    pub terms: usize,
    /// Whether the first file led by enough, so that the search ended there.
    pub early_exit: bool,
    /// The reason to doubt that the first file is meant, where the search ended there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
    /// The cosine of the first file less that of the second.
    pub gap: f64,
    /// The gap that was needed.
    pub tau: f64,
    /// The gap that is needed where no deviation can be computed.
    pub tau_static: f64,
    /// `adaptive` or `static`.
    pub tau_mode: &'static str,
    /// The class of the text: `path`, `symbol`, `prose` or `hypothetical`.
    pub route: &'static str,
    /// `cheap` or `escalated`.
    pub path: &'static str,
    /// Whether a hypothetical answer was searched for too.
    pub hyde: bool,
    /// The expansion over imports and references.
    pub graph_expand: GraphExpand,
}

/// A reason to doubt the first file of a search that is sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// It has few of the words of the text.
    FewWords,
    /// It hardly leads where all measures are taken together.
    Close,
    /// It leads, and nothing in the text names it or what it declares: words that are shared prove nothing.
    Unnamed,
}

/// The expansion of a search over the reference graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GraphExpand {
    /// The files that it started from.
    pub seeds: usize,
    /// Their neighbours, as far as they were fetched.
    pub neighbours_pulled: usize,
    /// How many of these have a vector.
    pub scored: usize,
    /// How many were near enough to the text.
    pub kept: usize,
    /// Why nothing was expanded: `cheap-path`, `no-seeds`, `no-graph-tables`, `no-neighbours` or `no-embeddings`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}
