//! One value of a type: divided where it is several, brought into its one spelling, refused where it cannot be right.

use crate::base::path;
use crate::primitive::ArgType;

/// The values in one text: a JSON list of texts, or what a comma outside brackets divides; a text is one value.
pub(super) fn divide(text: &str, arg_type: ArgType) -> Vec<String> {
    if arg_type == ArgType::Text || arg_type == ArgType::Files && is_of_trace(text) {
        return vec![text.to_owned()];
    }
    if let Some(values) = text.trim_start().strip_prefix('[').and_then(|_| serde_json::from_str(text).ok()) {
        return values;
    }
    let pairs = |open, close| text.matches(open).count() == text.matches(close).count();
    let balanced = pairs('(', ')') && pairs('[', ']') && pairs('{', '}') && pairs('<', '>');
    let mut depth = 0_i32;
    let parts = text.split(|it| {
        depth += match it {
            '(' | '[' | '{' | '<' => 1,
            ')' | ']' | '}' | '>' => -1,
            _ => 0,
        };
        it == ',' && (depth <= 0 || !balanced)
    });
    parts.map(|part| part.trim().to_owned()).collect()
}

/// The value in its one spelling, or why it is none of its type, and what to write instead.
pub(super) fn checked(value: &str, arg_type: ArgType) -> Result<String, (&'static str, &'static str)> {
    if arg_type == ArgType::Text {
        return Ok(value.to_owned());
    }
    if value.is_empty() {
        return Err(("it is empty", "name a value, or leave the input out"));
    }
    if value.chars().any(char::is_control) {
        return Err(("it holds a line end or another control character", "give each value by itself"));
    }
    if arg_type == ArgType::Files { file(value) } else { Ok(value.to_owned()) }
}

fn file(value: &str) -> Result<String, (&'static str, &'static str)> {
    // A path of another machine, or a line of a trace: its end says which file is meant. No path is opened.
    if is_elsewhere(value) {
        return Ok(value.to_owned());
    }
    if value.split(['/', '\\']).any(|part| part == "..") {
        return Err((
            "`..` leads out of the root",
            "write the path from the root of the repository, such as `src/app.ts`",
        ));
    }
    match path::join("", value) {
        Some(path) if !path.is_empty() => Ok(if value.ends_with('/') { path + "/**" } else { path }),
        _ => Err(("it is the root itself", "name files or a glob, such as `src/**`")),
    }
}

/// Whether a path is absolute, on whatever system, or quoted by a trace.
fn is_elsewhere(value: &str) -> bool {
    let drive = value.as_bytes().get(1) == Some(&b':') && value.starts_with(|it: char| it.is_ascii_alphabetic());
    value.starts_with(['/', '~']) || value.starts_with("\\\\") || drive || is_of_trace(value)
}

/// Whether a value is a line of a Python trace: `File "a.py", line 3, in f`.
fn is_of_trace(value: &str) -> bool {
    value.trim_start().starts_with("File \"")
}
