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
    if let Some(inner) = list(text, arg_type) {
        return divide(inner, arg_type).iter().map(|value| unquoted(value).to_owned()).collect();
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

/// The inside of a list as YAML writes it: `[a.py, b.py]`. One name in brackets may be a symbol, `[Symbol.iterator]`.
fn list(text: &str, arg_type: ArgType) -> Option<&str> {
    let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let mut depth = 1_i32;
    let is_one = inner.chars().all(|it| {
        depth += match it {
            '[' => 1,
            ']' => -1,
            _ => 0,
        };
        depth > 0
    });
    let is_path = || arg_type == ArgType::Files && inner.contains(['/', '.']);
    (is_one && (inner.contains(',') || is_path())).then_some(inner)
}

fn unquoted(value: &str) -> &str {
    let inside = |mark: char| value.strip_prefix(mark)?.strip_suffix(mark);
    inside('"').or_else(|| inside('\'')).unwrap_or(value)
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

#[cfg(test)]
mod tests {
    use super::{ArgType, divide};

    #[test]
    fn a_list_of_yaml_is_several_values() {
        for (text, wanted) in [
            ("[a b.py,c.py]", &["a b.py", "c.py"][..]),
            ("['a.py', \"b.py\"]", &["a.py", "b.py"]),
            ("[src/a.py]", &["src/a.py"]),
            ("[slug]/[id]", &["[slug]/[id]"]),
            ("pages/[id].tsx,a.ts", &["pages/[id].tsx", "a.ts"]),
        ] {
            assert_eq!(divide(text, ArgType::Files), wanted, "{text}");
        }
        assert_eq!(divide("[Symbol.iterator]", ArgType::Symbols), ["[Symbol.iterator]"]);
        assert_eq!(divide("[a, b]", ArgType::Text), ["[a, b]"]);
    }
}
