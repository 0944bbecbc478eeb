//! JSON of reports, with the place of an error.

use serde_json::Value;

use crate::base::{Diagnostic, LineIndex};
use crate::intake::shape::malformed;

/// Reads a whole JSON text.
pub fn json(text: &str, help: &str) -> Result<Value, Box<Diagnostic>> {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| unread(text, 0, &error, help))
}

/// The diagnostic for an error of the parser; `line` is how many lines stand before the text that it read.
pub fn unread(text: &str, line: usize, error: &serde_json::Error, help: &str) -> Box<Diagnostic> {
    let lines = LineIndex::new(text.as_bytes());
    let line = lines.line(u32::try_from(line + error.line()).unwrap_or(u32::MAX).max(1));
    let at = (line.start + error.column().saturating_sub(1)).min(text.len());
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or(&why).to_owned();
    let what = if error.is_data() { "this JSON is not of the form" } else { "this is no JSON" };
    malformed(format!("{what}: {why}"), at..at + 1, "here", help)
}

/// The texts of an array.
pub fn texts(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The members of an array; of anything else, none.
pub fn members(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
