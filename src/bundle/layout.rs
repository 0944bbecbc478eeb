//! The interface to a form of output: each part's cost in printed characters. `render` implements it.

use super::item::{Gate, Why};
use super::record::{Bundle, ContextRecord, FlowRecord, QueryRecord};
use crate::manifest::Band;

/// A form of output, as far as a budget needs it. Costs are upper bounds, made before anything is printed; `printed`
/// alone is exact.
pub trait Layout: std::fmt::Debug + Sync {
    /// The characters around the bands: the head, the flow, the provenance.
    fn overhead(&self, frame: &Frame<'_>) -> u64;
    /// The characters of a text beside the files.
    fn context(&self, context: &ContextRecord) -> u64;
    /// The characters of a file that is listed.
    fn entry(&self, head: &ItemHead<'_>) -> u64;
    /// The characters around the excerpts of a file that is shown, in whichever view is longest.
    fn item(&self, head: &ItemHead<'_>) -> u64;
    /// The same of a file that has a line of the map.
    fn mapped_item(&self, path: &str) -> u64;
    /// The characters of one line of an excerpt; `text` has no line end.
    fn line(&self, number: u32, text: &str) -> u64;
    /// The characters of the mark in place of lines that are left out.
    fn elision(&self) -> u64;
    /// The characters of a whole bundle.
    fn printed(&self, bundle: &Bundle) -> u64;
}

/// Everything of a bundle that is known before its first file is placed.
pub struct Frame<'a> {
    /// The purpose of the bundle.
    pub description: &'a str,
    /// Each input that the manifest declares, with its values.
    pub inputs: Vec<(&'a str, &'a [String])>,
    /// The entries of the queries, with their answers and no file placed.
    pub queries: Vec<QueryRecord>,
    /// The flow.
    pub flow: Option<FlowRecord>,
    /// Whether the account of the queries and the next steps are printed.
    pub has_meta: bool,
}

/// A file's heading, and the reasons below it.
pub struct ItemHead<'a> {
    /// The path relative to the root.
    pub path: &'a str,
    /// The band.
    pub band: Band,
    /// It has no text, whatever the budget.
    pub is_listed: bool,
    /// The names beside the path.
    pub symbols: &'a [String],
    /// The reasons.
    pub why: &'a [Why],
    /// The gate's decision.
    pub gate: Option<&'a Gate>,
}
