//! The names that a text captures which a macro formats: `"{NAME:>5}"`.

use std::ops::Range;

use tree_sitter::Node;

use super::super::sites::SiteKind;

/// The most nodes around a text that are looked at.
const FARTHEST: usize = 64;

/// The names that a text captures, where it is an argument of a macro.
pub fn names<'t>(
    content: Node<'t>,
    around: &mut dyn Iterator<Item = Node<'t>>,
    source: &[u8],
) -> Vec<(Range<usize>, SiteKind)> {
    let text = source.get(content.byte_range()).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or("");
    if !text.contains('{') || !around.take(FARTHEST).any(|it| it.kind() == "token_tree") {
        return Vec::new();
    }
    places(text).into_iter().map(|at| (at, SiteKind::Read)).collect()
}

/// The places of the names in a text that is formatted: two braces stand for one, and a number is no name.
fn places(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('{')).map(|open| at + open) {
        let name = open + 1;
        if bytes.get(name) == Some(&b'{') {
            at = name + 1;
            continue;
        }
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let end = name + bytes.iter().skip(name).take_while(is_part).count();
        let is_name = bytes.get(name).is_some_and(|first| !first.is_ascii_digit());
        if end > name && is_name && matches!(bytes.get(end), Some(b'}' | b':')) {
            found.push(name..end);
        }
        at = end;
    }
    found
}
