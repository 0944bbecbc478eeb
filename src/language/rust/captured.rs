//! The names that a text captures which a macro formats: `"{NAME:>5}"`.

use std::ops::Range;

use tree_sitter::Node;

use super::super::sites::SiteKind;

/// The macros that format the first text that they are given.
#[rustfmt::skip]
const FORMATTING: &[&str] = &[
    "anyhow", "assert", "bail", "debug", "debug_assert", "ensure", "eprint", "eprintln", "error", "expect", "eyre", "format",
    "format_args", "info", "panic", "print", "println", "todo", "trace", "unimplemented", "unreachable", "warn", "write", "writeln",
];
/// The most nodes around a text that are looked at.
const FARTHEST: usize = 64;

/// The names that a text captures, where it is an argument of a macro.
pub fn names<'t>(
    content: Node<'t>,
    around: &mut dyn Iterator<Item = Node<'t>>,
    source: &[u8],
) -> Vec<(Range<usize>, SiteKind)> {
    let text = source.get(content.byte_range()).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or("");
    if !text.contains('{') || !is_format(content, around, source) {
        return Vec::new();
    }
    places(text).into_iter().map(|at| (at, SiteKind::Read)).collect()
}

/// Whether a text is the first one that a macro which formats is given.
fn is_format<'t>(content: Node<'t>, around: &mut dyn Iterator<Item = Node<'t>>, source: &[u8]) -> bool {
    let mut around = around.take(FARTHEST).skip_while(|it| it.kind() != "token_tree");
    let (Some(list), Some(call)) = (around.next(), around.find(|it| it.kind() == "macro_invocation")) else {
        return false;
    };
    let name = call.child_by_field_name("macro").and_then(|name| source.get(name.byte_range()));
    let name = name.and_then(|name| name.rsplit(|byte| *byte == b':').next()).unwrap_or_default();
    let mut cursor = list.walk();
    let mut texts = list.named_children(&mut cursor).filter(|it| it.kind().ends_with("string_literal"));
    let is_first = texts.next().is_some_and(|text| text.byte_range().contains(&content.start_byte()));
    is_first && FORMATTING.iter().any(|it| it.as_bytes() == name)
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
