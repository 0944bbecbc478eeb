//! Declarations that the grammar takes for expressions: modifiers, a keyword and a name are names beside each other to it. The text is
//! parsed again without the words that lead it astray.

use std::ops::Range;

use tree_sitter::{Node, Tree, TreeCursor};

use super::super::builder::start;
use super::super::misread::{BlankMeaning, Misread};
use super::bracket::{FARTHEST, opening};
use super::context;
use super::misread_lines::{annotations_of_functions, ends_of_bodies};

/// Keywords that no name is written as without quotes.
pub const KEYWORDS: &[&[u8]] = &[b"class", b"fun", b"interface", b"object", b"typealias", b"val", b"var"];

/// The words that may stand before the keyword of a declaration, and are names elsewhere.
const MODIFIERS: &[&[u8]] = &[
    b"abstract",
    b"actual",
    b"annotation",
    b"const",
    b"data",
    b"enum",
    b"expect",
    b"external",
    b"final",
    b"infix",
    b"inline",
    b"inner",
    b"internal",
    b"lateinit",
    b"open",
    b"operator",
    b"override",
    b"private",
    b"protected",
    b"public",
    b"sealed",
    b"suspend",
    b"tailrec",
    b"value",
];

/// The misread declarations of a tree, in the order of the text.
pub fn misread(tree: &Tree, text: &[u8]) -> Vec<Misread> {
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        found.extend(of_node(node, text));
        if !cursor.goto_first_child() && !next(&mut cursor) {
            break;
        }
    }
    if tree.root_node().has_error() {
        found.extend(contexts(tree, text));
        found.extend(in_lines(tree.root_node(), text));
    }
    found
}

fn next(cursor: &mut TreeCursor<'_>) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

fn of_node(node: Node<'_>, text: &[u8]) -> Option<Misread> {
    match node.kind() {
        "simple_identifier" => keyword(node, text),
        // An object without a name has a body.
        "object_literal" if node.byte_range().len() == b"object".len() => keyword(node, text),
        "class_body" | "enum_class_body" if has_error(node) => {
            Some(ends_of_line(node, text)).filter(|ends| !ends.is_empty()).map(|ends| Misread { ends, ..at(node) })
        }
        _ if node.is_error() => annotated_function(node, text),
        _ => None,
    }
}

/// Whether a body has errors of its own, and none of what it holds.
fn has_error(body: Node<'_>) -> bool {
    let mut cursor = body.walk();
    body.has_error() && body.children(&mut cursor).any(|child| child.is_error() || child.is_missing())
}

/// A keyword that is read as a name.
fn keyword(node: Node<'_>, text: &[u8]) -> Option<Misread> {
    let range = node.byte_range();
    let word = text.get(range.clone())?;
    let is_constructor = word == b"constructor";
    if !is_constructor && !KEYWORDS.contains(&word) {
        return None;
    }
    let before = modifiers_before(text, range.start);
    if is_constructor {
        // That of the class; where it begins a line with a modifier, the class is taken to end before it.
        let opens = text.get(range.end..)?.trim_ascii_start().first() == Some(&b'(');
        let blank = before.start..range.end;
        return (opens && !before.is_empty()).then(|| Misread { is_lost: true, blank, ..at(node) });
    }
    let (blank, has) = match before.is_empty() {
        true => (annotations_before(text, range.start), BlankMeaning::Names),
        false => (before, BlankMeaning::Nothing),
    };
    // What stands for the body of the declaration.
    let parent = node.parent().filter(|parent| parent.kind() == "infix_expression");
    let ends = parent.map_or_else(Vec::new, |parent| ends_of_line(parent, text));
    Some(Misread { is_lost: true, blank, has, ends, ..at(node) })
}

fn at(node: Node<'_>) -> Misread {
    Misread {
        at: start(node),
        is_lost: false,
        blank: 0..0,
        has: BlankMeaning::Nothing,
        ends: Vec::new(),
        written: None,
    }
}

/// The places of the blanks before the braces that close a body, and those in it, on the line of the last part: the grammar wants a
/// line or a `;` to end there.
fn ends_of_line(body: Node<'_>, text: &[u8]) -> Vec<usize> {
    let range = body.byte_range();
    let Some(inside) = text.get(range.clone()).filter(|inside| inside.ends_with(b"}")) else { return Vec::new() };
    let line = inside.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let length = inside.len() - line;
    let closes = (line..inside.len()).filter(|at| length <= FARTHEST && inside[*at] == b'}');
    let ends = closes.filter_map(|at| {
        let before = inside.get(line..at)?;
        let last = before.trim_ascii_end();
        let is_open = last.last().is_some_and(|byte| !matches!(byte, b'{' | b';'));
        (is_open && last.len() < before.len()).then(|| range.start + line + last.len())
    });
    ends.filter(|at| !is_quoted(body, *at)).collect()
}

/// Whether a place of a node is in a text or a comment.
fn is_quoted(node: Node<'_>, at: usize) -> bool {
    let node = node.descendant_for_byte_range(at, at + 1);
    std::iter::successors(node, Node::parent).any(|it| it.kind().ends_with("comment") || it.kind() == "string_literal")
}

/// The modifiers directly before a place.
fn modifiers_before(text: &[u8], at: usize) -> Range<usize> {
    let mut first = at;
    while let Some(word) = word_before(text, first).filter(|word| MODIFIERS.contains(&&text[word.clone()])) {
        first = word.start;
    }
    first..at
}

/// The annotations directly before a place.
fn annotations_before(text: &[u8], at: usize) -> Range<usize> {
    let mut first = at;
    while let Some(start) = annotation_before(text, first) {
        first = start;
    }
    first..at
}

/// The start of the annotation that ends before a place.
fn annotation_before(text: &[u8], at: usize) -> Option<usize> {
    let mut end = text.get(..at)?.trim_ascii_end().len();
    if text[..end].ends_with(b")") {
        end = opening(text, end)?;
    }
    let name = text[..end].iter().rev().take_while(|byte| is_letter(**byte) || matches!(byte, b'.' | b':')).count();
    let start = end.checked_sub(name + 1).filter(|_| name > 0)?;
    (text[start] == b'@').then_some(start)
}

/// `@Composable () -> Unit`, in which the brackets are taken for arguments of the annotation: the error begins at the arrow.
fn annotated_function(error: Node<'_>, text: &[u8]) -> Option<Misread> {
    text.get(error.start_byte()..)?.strip_prefix(b"->")?;
    let end = text[..error.start_byte()].trim_ascii_end().len();
    let open = text[..end].ends_with(b")").then(|| opening(text, end)).flatten()?;
    let start = annotation_before(text, open).filter(|_| text[..open].ends_with(b" "))?;
    Some(Misread { blank: start..open, has: BlankMeaning::Names, ..at(error) })
}

/// The clauses of context before declarations.
fn contexts(tree: &Tree, text: &[u8]) -> Vec<Misread> {
    let root = tree.root_node();
    let clauses = context::clauses(text).into_iter().filter(|range| !is_quoted(root, range.start));
    let found = clauses.filter_map(|range| {
        let node = root.descendant_for_byte_range(range.start, range.start + 1)?;
        Some(Misread { blank: range, has: BlankMeaning::Names, ..at(node) })
    });
    found.collect()
}

/// The parts that are misread in single lines.
fn in_lines(root: Node<'_>, text: &[u8]) -> Vec<Misread> {
    let ends: Vec<usize> = ends_of_bodies(text).into_iter().filter(|at| !is_quoted(root, *at)).collect();
    let first = ends.first().and_then(|first| root.descendant_for_byte_range(*first, first + 1));
    let objects = first.map(|first| Misread { ends, ..at(first) });
    let annotations = annotations_of_functions(text).into_iter().filter(|range| !is_quoted(root, range.start));
    let annotations = annotations.filter_map(|range| {
        let node = root.descendant_for_byte_range(range.start, range.start + 1)?;
        Some(Misread { blank: range, has: BlankMeaning::Names, ..at(node) })
    });
    objects.into_iter().chain(annotations).collect()
}

/// The modifiers and annotations directly before a place.
pub fn words_before(text: &[u8], at: usize) -> Range<usize> {
    let mut first = at;
    loop {
        let next = annotations_before(text, modifiers_before(text, first).start).start;
        if next == first {
            return first..at;
        }
        first = next;
    }
}

fn word_before(text: &[u8], at: usize) -> Option<Range<usize>> {
    let end = text.get(..at)?.trim_ascii_end().len();
    let n = text[..end].iter().rev().take_while(|byte| is_letter(**byte)).count();
    (n > 0).then(|| end - n..end)
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
