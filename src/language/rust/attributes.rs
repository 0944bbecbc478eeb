//! Attributes: read backwards from the item that they stand before.

/// How many attributes and comment lines before an item are read.
const MAX_LINES: usize = 400;
/// How long an attribute may be, in bytes.
const MAX_LENGTH: usize = 4096;

/// What stands before an item.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_backwards() {
        let source = b"fn a() {}\n/// Doc.\n#[cfg(test)]\n// why\n#[path = \"b[0].rs\"]\nmod b;";
        let item = source.len() - 6;
        let before = before(source, item);
        assert_eq!(before.attributes, ["path = \"b[0].rs\"", "cfg(test)"]);
        assert_eq!(before.n_lines, 4);
        assert_eq!(paths(source, item), [("b[0].rs".to_owned(), true)]);
        assert_eq!(
            ["test", "tokio::test(flavor = \"x\")", "rstest", "cfg(test)"].map(is_test),
            [true, true, true, false]
        );
    }
}
