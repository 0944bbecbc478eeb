//! The names in texts in quotes that Python code reads as code: types in quotes, the names that a module lists.

use std::ops::Range;

use tree_sitter::Node;

use super::super::fields::Fields;
use super::super::sites::SiteKind;

/// Generic types whose arguments in quotes are values.
const OF_VALUES: &[&str] = &["Annotated", "Literal"];

/// The names in a text in quotes that is a type, or lists what a module exports: `x: "list[A]"`, `cast("A", x)`, `__all__ = ["A"]`.
pub fn names<'t>(
    content: Node<'t>,
    around: &mut dyn Iterator<Item = Node<'t>>,
    source: &[u8],
) -> Vec<(Range<usize>, SiteKind)> {
    let text = |node: Node<'_>| source.get(node.byte_range()).and_then(|bytes| std::str::from_utf8(bytes).ok());
    let Some(quoted) = text(content) else { return Vec::new() };
    let (Some(string), Some(holder)) = (around.next(), around.next()) else { return Vec::new() };
    let is_last = |node: Option<Node<'_>>, name: &str| {
        node.and_then(text).is_some_and(|path| path.rsplit('.').next() == Some(name))
    };
    let kind = match holder.kind() {
        "type" => {
            let of_values = |node: &Node<'t>| {
                let head = node.field("value").or_else(|| node.named_child(0));
                matches!(node.kind(), "generic_type" | "subscript") && OF_VALUES.iter().any(|name| is_last(head, name))
            };
            let mut types = around.take_while(|node| node.kind() != "block");
            if types.any(|node| of_values(&node)) { None } else { Some(SiteKind::Type) }
        }
        "argument_list" => {
            let is_cast = around.next().is_some_and(|call| is_last(call.field("function"), "cast"));
            (is_cast && holder.named_child(0) == Some(string)).then_some(SiteKind::Type)
        }
        "list" | "tuple" => {
            let listed = around.next().filter(|it| it.kind().ends_with("assignment"));
            let is_all = listed.is_some_and(|it| it.field("left").and_then(text) == Some("__all__"));
            is_all.then_some(SiteKind::Read)
        }
        _ => None,
    };
    let Some(kind) = kind else { return Vec::new() };
    words(quoted).into_iter().map(|at| (at, kind)).collect()
}

/// The words of a text that may be names.
fn words(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut begin) = (Vec::new(), None);
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_part = letter.is_alphanumeric() || letter == '_';
        match begin {
            None if is_part => begin = Some(at),
            Some(from) if !is_part => {
                found.push(from..at);
                begin = None;
            }
            _ => {}
        }
    }
    found.retain(|at: &Range<usize>| !text.as_bytes().get(at.start).is_some_and(u8::is_ascii_digit));
    found
}
