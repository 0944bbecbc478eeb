//! The second pass: the typed decode, and the proof that both readers saw the same text.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_yaml::Value;

use super::tree::{Node, NodeContent, ScalarKind};
use crate::base::Diagnostic;
use crate::work::WrittenLimits;

/// A manifest as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    pub version: Option<u32>,
    pub task_class: Option<String>,
    pub description: Option<String>,
    pub inputs: Option<BTreeMap<String, WrittenInput>>,
    pub budget: Option<WrittenBudget>,
    pub index: Option<WrittenIndex>,
    pub focus: Option<WrittenFocus>,
    pub must_read: Option<WrittenBand>,
    pub should_read: Option<WrittenBand>,
    pub may_read: Option<WrittenBand>,
}

/// An input as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenInput {
    #[serde(rename = "type")]
    pub arg_type: String,
    pub required: Option<Value>,
    pub default: Option<Value>,
    pub example: Option<Value>,
}

/// `budget:` as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenBudget {
    pub profile: Option<String>,
    pub max_chars: Option<Value>,
    pub max_tokens: Option<u64>,
    pub max_files: Option<u32>,
    pub per_file_max_tokens: Option<u64>,
    pub work: Option<WrittenLimits>,
}

/// `index:` as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenIndex {
    pub scip: Option<Vec<String>>,
    pub on_stale: Option<String>,
}

/// `focus:` as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenFocus {
    pub symbols: Option<Value>,
    pub query: Option<String>,
    pub hyde: Option<String>,
}

/// A band as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenBand {
    pub repo_context_keys: Option<Vec<String>>,
    pub globs: Option<Vec<String>>,
    pub exclude: Option<Vec<String>>,
    pub bootstrap_globs: Option<Vec<String>>,
    pub derived: Option<Vec<WrittenQuery>>,
    pub max_chars: Option<u64>,
    pub max_tokens: Option<u64>,
}

/// A query as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenQuery {
    pub name: String,
    pub compute: String,
    pub max_files: u32,
    pub depth: Option<u32>,
    pub evidence: Option<String>,
    pub render: Option<String>,
    pub fallback: Option<String>,
    pub when: Option<String>,
    pub when_unsure: Option<String>,
    pub when_sure: Option<String>,
    pub unless: Option<Vec<String>>,
    pub why: Option<String>,
}

/// Decodes a text that passed every check, and compares the readers.
pub(super) fn written(text: &str, root: &Node) -> Result<Written, Box<Diagnostic>> {
    let value: Value = serde_yaml::from_str(text).map_err(|error| refused(text, root, &error))?;
    if let Some(node) = disagreement(root, &value) {
        let title = "two YAML readers understand this differently";
        let diagnostic = Diagnostic::error("CG001", title, node.span.clone(), "here");
        return Err(Box::new(diagnostic.help("write it on one line, between quotes")));
    }
    // A number where a text is wanted is one by its spelling, and an error has its place, in the text alone.
    let typed = Written::deserialize(&value);
    typed.or_else(|_| serde_yaml::from_str(text)).map_err(|error| refused(text, root, &error))
}

fn refused(text: &str, root: &Node, error: &serde_yaml::Error) -> Box<Diagnostic> {
    let line = error.location().map_or(1, |at| at.line());
    let lines = crate::base::LineIndex::new(text.as_bytes());
    let range = lines.line(u32::try_from(line).unwrap_or(u32::MAX));
    let source = text.get(range.clone()).unwrap_or_default();
    let span =
        if source.trim().is_empty() { root.span.clone() } else { range.start..range.start + source.trim_end().len() };
    Box::new(Diagnostic::error("CG001", format!("this is not valid YAML: {error}"), span, "reading stopped here"))
}

/// The first node whose value differs.
fn disagreement<'a>(node: &'a Node, value: &Value) -> Option<&'a Node> {
    match (&node.content, value) {
        (NodeContent::Scalar(scalar), value) => {
            let agree = match (scalar.kind(), value) {
                (ScalarKind::Null, Value::Null) | (ScalarKind::Bool, Value::Bool(_)) => true,
                (ScalarKind::Number, Value::Number(number)) => scalar.whole() == number.as_u64(),
                (ScalarKind::Text, Value::String(text)) => *text == scalar.text,
                _ => false,
            };
            (!agree).then_some(node)
        }
        (NodeContent::List(items), Value::Sequence(values)) if items.len() == values.len() => {
            items.iter().zip(values).find_map(|(item, value)| disagreement(item, value))
        }
        (NodeContent::Map(entries), Value::Mapping(values)) if entries.len() == values.len() => {
            entries.iter().zip(values).find_map(|(entry, (key, value))| match key.as_str() {
                Some(key) if key == entry.key => disagreement(&entry.value, value),
                _ => Some(&entry.value),
            })
        }
        _ => Some(node),
    }
}
