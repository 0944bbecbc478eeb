//! Reads the YAML or JSON of `--input`: nested maps become dotted names.

use crate::base::{Diagnostic, Severity, shortened, sort};
use crate::manifest::{Limits, Node, NodeContent, canonical, is_name, tree};

use super::given::{Given, Origin};

/// The largest file of inputs, in bytes. Patches and traces come in this way, so it may be larger than a manifest.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;
/// How much a file may hold.
pub(super) const LIMITS: Limits = Limits { bytes: MAX_BYTES, depth: 32, nodes: 100_000 };

/// Why a file of inputs cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("inputs `{name}` have {} problem{}", diagnostics.len(), if diagnostics.len() == 1 { "" } else { "s" })]
pub struct FileError {
    /// The name of the file, as given.
    pub name: String,
    /// The text that the diagnostics point into.
    pub source_text: String,
    /// Everything found.
    pub diagnostics: Vec<Diagnostic>,
}

/// The error of a file of inputs that has more bytes than the limit, and is not read.
pub fn too_large(name: &str, max_bytes: usize) -> FileError {
    FileError { name: name.to_owned(), source_text: String::new(), diagnostics: vec![over_limit(max_bytes)] }
}

fn over_limit(max_bytes: usize) -> Diagnostic {
    let title = format!("the inputs have more than {max_bytes} bytes");
    Diagnostic::error("CG003", title, 0..0, "").help("pass fewer or shorter values")
}

/// Reads the text of a file of inputs; `name` is for messages, `-` for standard input.
pub fn file(name: &str, text: &str) -> Result<Vec<Given>, FileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut found = Vec::new();
    let mut out = Vec::new();
    if text.len() > LIMITS.bytes {
        found.push(over_limit(MAX_BYTES));
    } else if let Some(json) = json(text) {
        flatten_json(name, "", json, &mut out, &mut found);
    } else if let Some(root) = tree(text, LIMITS, &mut found) {
        if matches!(root.content, NodeContent::Map(_)) {
            flatten(name, "", &root, &mut out, &mut found);
        } else if !root.is_null() {
            found.push(no_map(0..text.lines().next().unwrap_or_default().len()));
        }
    }
    sort(&mut found);
    if found.iter().any(|it| it.severity == Severity::Error) {
        return Err(FileError { name: name.to_owned(), source_text: text.to_owned(), diagnostics: found });
    }
    Ok(out)
}

/// JSON has escapes that YAML does not know, so what is JSON is read as such.
fn json(text: &str) -> Option<serde_json::Value> {
    text.trim_start().starts_with('{').then(|| serde_json::from_str(text).ok())?
}

fn no_map(span: std::ops::Range<usize>) -> Diagnostic {
    Diagnostic::error("CG011", "a file of inputs is a map", span, "this is no `name: value`")
        .help("write `change.files: [src/app.ts]`, or the same nested")
}

/// The name of a key below others.
pub(super) fn joined(prefix: &str, key: &str) -> String {
    let name = if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") };
    canonical(&name).to_owned()
}

fn bad_name(name: &str, span: std::ops::Range<usize>) -> Diagnostic {
    Diagnostic::error(
        "CG043",
        format!("`{}` cannot be the name of an input", shortened(name)),
        span,
        "not words divided by dots",
    )
    .help("a name is words of letters, digits, `_` and `-`, divided by dots")
}

fn nested(name: &str, span: std::ops::Range<usize>) -> Diagnostic {
    Diagnostic::error(
        "CG012",
        format!("`{}` holds a list of lists or maps", shortened(name)),
        span,
        "not a single value",
    )
    .help("an input is a value or a list of values")
}

fn flatten(file: &str, prefix: &str, node: &Node, out: &mut Vec<Given>, found: &mut Vec<Diagnostic>) {
    for entry in node.entries() {
        let name = joined(prefix, &entry.key);
        if matches!(entry.value.content, NodeContent::Map(_)) {
            flatten(file, &name, &entry.value, out, found);
            continue;
        }
        if !is_name(&name) {
            found.push(bad_name(&name, entry.key_span.clone()));
            continue;
        }
        let values = match &entry.value.content {
            NodeContent::Map(_) => continue,
            NodeContent::Scalar(_) if entry.value.is_null() => continue,
            NodeContent::Scalar(scalar) => vec![scalar.text.clone()],
            NodeContent::List(items) => {
                found.extend(items.iter().filter(|it| it.scalar().is_none()).map(|it| nested(&name, it.span.clone())));
                items.iter().filter_map(Node::scalar).map(|scalar| scalar.text.clone()).collect()
            }
        };
        out.push(Given {
            name,
            values,
            origin: Origin::File(file.to_owned()),
            gone: Vec::new(),
            unmatched: Vec::new(),
        });
    }
}

fn flatten_json(file: &str, prefix: &str, value: serde_json::Value, out: &mut Vec<Given>, found: &mut Vec<Diagnostic>) {
    use serde_json::Value;
    let Value::Object(map) = value else { return found.push(no_map(0..0)) };
    for (key, value) in map {
        let name = joined(prefix, &key);
        if value.is_object() {
            flatten_json(file, &name, value, out, found);
            continue;
        }
        if !is_name(&name) {
            found.push(bad_name(&name, 0..0));
            continue;
        }
        let values = match value {
            Value::Null => continue,
            Value::Array(items) => {
                let n_items = items.len();
                let values: Vec<String> = items.into_iter().filter_map(json_scalar).collect();
                if values.len() < n_items {
                    found.push(nested(&name, 0..0));
                }
                values
            }
            value => json_scalar(value).into_iter().collect(),
        };
        out.push(Given {
            name,
            values,
            origin: Origin::File(file.to_owned()),
            gone: Vec::new(),
            unmatched: Vec::new(),
        });
    }
}

fn json_scalar(value: serde_json::Value) -> Option<String> {
    match value {
        serde_json::Value::String(text) => Some(text),
        serde_json::Value::Number(number) => Some(number.to_string()),
        serde_json::Value::Bool(bool) => Some(bool.to_string()),
        _ => None,
    }
}
