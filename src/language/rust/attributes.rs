//! Attributes: read backwards from the item that they stand before.

/// How many attributes and comment lines before an item are read.
const MAX_LINES: usize = 400;
/// How long an attribute may be, in bytes.
const MAX_LENGTH: usize = 4096;

/// The attributes before an item.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Before<'t> {
    /// The attributes without `#[` and `]`, the nearest first.
    pub attributes: Vec<&'t str>,
    /// How many lines above the item the first attribute or doc comment starts.
    pub n_lines: u32,
}

/// Reads the attributes and doc comments that end right before a byte offset.
pub fn before(source: &[u8], item: usize) -> Before<'_> {
    let mut found = Before::default();
    let mut first = item;
    let mut rest = source.get(..item).unwrap_or(&[]);
    for _ in 0..MAX_LINES {
        let trimmed = rest.trim_ascii_end();
        let line_start = trimmed.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let line = trimmed[line_start..].trim_ascii_start();
        if line.starts_with(b"//") {
            if line.starts_with(b"///") {
                first = trimmed.len() - line.len();
            }
            rest = &rest[..line_start];
            continue;
        }
        let Some(open) = trimmed.strip_suffix(b"]").and_then(opening) else { break };
        let Some(head) = trimmed[..open].strip_suffix(b"#") else { break };
        let text = std::str::from_utf8(&trimmed[open + 1..trimmed.len() - 1]).unwrap_or("");
        found.attributes.push(text.trim());
        first = head.len();
        rest = head;
    }
    let n_lines = source[first..item].iter().filter(|byte| **byte == b'\n').count();
    found.n_lines = u32::try_from(n_lines).unwrap_or(u32::MAX);
    found
}

/// Where the bracket opens that would close at the end.
fn opening(text: &[u8]) -> Option<usize> {
    let mut depth = 1usize;
    for (back, byte) in text.iter().rev().take(MAX_LENGTH).enumerate() {
        match byte {
            b']' => depth += 1,
            b'[' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(text.len() - 1 - back);
        }
    }
    None
}

/// Whether an attribute makes a function a test: `test`, `tokio::test`, `rstest`, `test_case(…)`.
pub fn is_test(attribute: &str) -> bool {
    let path = attribute.split(['(', '=', ' ', '\n']).next().unwrap_or(attribute);
    let name = path.rsplit("::").next().unwrap_or(path).trim();
    name.ends_with("test") || name == "test_case"
}

/// The paths that an attribute derives: `derive(A, b::C)`, also behind a condition.
pub fn derived(attribute: &str) -> Vec<&str> {
    let is_conditional = attribute.starts_with("cfg_attr");
    let list = attribute.rsplit_once("derive").filter(|(before, _)| before.trim().is_empty() || is_conditional);
    let list = list.and_then(|(_, rest)| rest.trim_start().strip_prefix('('));
    let inside = list.and_then(|list| list.split_once(')')).map_or("", |(inside, _)| inside);
    inside.split(',').map(str::trim).filter(|path| !path.is_empty()).collect()
}

/// The files that `#[path = "…"]` names, each with whether it holds for every build; the others are in a `cfg_attr`.
pub fn paths(source: &[u8], item: usize) -> Vec<(String, bool)> {
    let mut paths = Vec::new();
    for attribute in before(source, item).attributes {
        let is_certain = !attribute.starts_with("cfg_attr");
        let value = attribute.rsplit_once("path").and_then(|(_, rest)| rest.trim_start().strip_prefix('='));
        let is_path = attribute.starts_with("path") || !is_certain;
        if let Some(path) = value.filter(|_| is_path).and_then(|value| value.split('"').nth(1)) {
            paths.push((path.to_owned(), is_certain));
        }
    }
    paths
}

/// Whether `#[cfg(…)]` before an item says that it is not for linux/amd64. What features are on is not known.
pub fn is_conditional(source: &[u8], item: usize) -> bool {
    leave_out(&before(source, item).attributes)
}

/// Whether one of the attributes of an item says so.
pub fn leave_out(attributes: &[&str]) -> bool {
    attributes.iter().any(|attribute| {
        let predicate = attribute.strip_prefix("cfg").map(str::trim).and_then(|rest| rest.strip_prefix('('));
        predicate.and_then(|rest| rest.strip_suffix(')')).is_some_and(|predicate| holds(predicate, 0) == Some(false))
    })
}

/// How deep `all`, `any` and `not` of a predicate may nest.
const MAX_DEPTH: u32 = 16;

/// Whether a predicate of `cfg` holds for linux/amd64; `None` where that depends on something else.
fn holds(predicate: &str, depth: u32) -> Option<bool> {
    let predicate = predicate.trim();
    let (head, rest) = predicate.split_once('(').unwrap_or((predicate, ""));
    let inside = rest.strip_suffix(')').filter(|_| depth < MAX_DEPTH);
    let parts = |inside: &str| -> Vec<Option<bool>> { split(inside).map(|part| holds(part, depth + 1)).collect() };
    match (head.trim(), inside) {
        ("not", Some(inside)) => holds(inside, depth + 1).map(|holds| !holds),
        ("all", Some(inside)) => {
            let parts = parts(inside);
            if parts.contains(&Some(false)) {
                Some(false)
            } else {
                parts.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
            }
        }
        ("any", Some(inside)) => {
            let parts = parts(inside);
            if parts.contains(&Some(true)) {
                Some(true)
            } else {
                parts.into_iter().collect::<Option<Vec<_>>>().map(|_| false)
            }
        }
        ("unix", None) => Some(true),
        ("windows" | "wasm", None) => Some(false),
        _ => {
            let (key, value) = predicate.split_once('=')?;
            let is = |ours: &str| Some(value.trim().trim_matches('"') == ours);
            match key.trim() {
                "target_os" => is("linux"),
                "target_family" => is("unix"),
                "target_arch" => is("x86_64"),
                _ => None,
            }
        }
    }
}

/// The parts between commas that are in no brackets.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    text.split(move |letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    })
    .filter(|part| !part.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_derived() {
        assert_eq!(derived("derive(Clone, a::B,)"), ["Clone", "a::B"]);
        assert_eq!(derived("cfg_attr(feature = \"x\", derive(Serialize))"), ["Serialize"]);
        assert!(derived("serde(derive(A))").is_empty());
        assert!(derived("doc = \"derive(A)\"").is_empty());
    }

    #[test]
    fn attributes_are_read_backwards() {
        let source = b"fn a() {}\n/// Doc.\n#[cfg(test)]\n// why\n#[path = \"b[0].rs\"]\nmod b;";
        let item = source.len() - 6;
        let before = before(source, item);
        assert_eq!(before.attributes, ["path = \"b[0].rs\"", "cfg(test)"]);
        assert_eq!(before.n_lines, 4);
        assert_eq!(paths(source, item), [("b[0].rs".to_owned(), true)]);
        let left_out = |text: &str| is_conditional(text.as_bytes(), text.len());
        for text in
            ["#[cfg(windows)]\n", "#[cfg(not(any(unix, test)))]\n", "#[cfg(all(test, target_os = \"macos\"))]\n"]
        {
            assert!(left_out(text), "{text}");
        }
        for text in ["#[cfg(test)]\n", "#[cfg(any(windows, feature = \"x\"))]\n", "#[cfg(all(unix, not(loom)))]\n"] {
            assert!(!left_out(text), "{text}");
        }
        assert_eq!(
            ["test", "tokio::test(flavor = \"x\")", "rstest", "cfg(test)"].map(is_test),
            [true, true, true, false]
        );
    }
}
