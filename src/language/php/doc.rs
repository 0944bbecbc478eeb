//! The types that comments state where the code states none: `@var A`, `@param A $a`, `@return A`.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::name::{DOUBLES, class_named};
use crate::base::TextPart;

/// The longest comment that is read, in bytes.
const LONGEST: usize = 8192;

/// The type that a tag of the comment before a node states: of `@param`, that of the named variable.
pub fn documented(node: Node<'_>, tag: &str, variable: Option<&str>, builder: &Builder<'_>) -> Option<String> {
    one_class(type_text(node, tag, variable, builder)?, builder)
}

/// The type of the elements of what such a tag states: `A` of `A[]`, `list<A>`.
pub fn documented_element(node: Node<'_>, tag: &str, variable: Option<&str>, builder: &Builder<'_>) -> Option<String> {
    let stated = type_text(node, tag, variable, builder)?.trim_start_matches('?');
    let mut parts = stated.split('|').filter(|part| *part != "null");
    let (only, None) = (parts.next()?, parts.next()) else { return None };
    let of_holder = || {
        let (head, inside) = only.strip_suffix('>')?.split_once('<')?;
        HOLDERS.contains(&head).then(|| inside.rsplit(',').next().unwrap_or(inside).trim())
    };
    one_class(only.strip_suffix("[]").or_else(of_holder)?, builder)
}

/// The types of the language that hold what their last type argument is.
const HOLDERS: &[&str] = &["array", "iterable", "list"];

fn type_text<'t>(node: Node<'_>, tag: &str, variable: Option<&str>, builder: &Builder<'t>) -> Option<&'t str> {
    let comment = before(builder.source(), node.start_byte())?;
    let mut tags = comment.split('@').skip(1).filter_map(|text| text.strip_prefix(tag));
    tags.find_map(|text| {
        let trimmed = text.trim_start();
        let (of, rest) = trimmed.split_at(end_of_type(trimmed));
        let (of, name) = (Some(of).filter(|of| !of.is_empty())?, rest.split_whitespace().next());
        let is_meant = text.starts_with(char::is_whitespace) && variable.is_none_or(|variable| name == Some(variable));
        is_meant.then_some(of)
    })
}

/// Where a type ends: at the first space that is in no brackets.
fn end_of_type(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '<' | '(' | '{' => depth += 1,
            '>' | ')' | '}' => depth = depth.saturating_sub(1),
            _ if letter.is_whitespace() && (depth == 0 || letter == '\n') => return at,
            _ => {}
        }
    }
    text.len()
}

/// The comment that ends right before a place.
fn before(source: &[u8], at: usize) -> Option<&str> {
    let text = source.get(at.saturating_sub(LONGEST)..at)?.trim_ascii_end().strip_suffix(b"*/")?;
    let start = text.windows(2).rposition(|sign| sign == b"/*")?;
    std::str::from_utf8(text.get(start..)?).ok().filter(|text| text.starts_with("/**"))
}

/// The only class of a type, beside `null` and what a test puts in its place.
fn one_class(text: &str, builder: &Builder<'_>) -> Option<String> {
    let parts = text.trim_start_matches('?').split(['|', '&']);
    let mut classes = parts.filter(|part| *part != "null" && !DOUBLES.contains(&last(part)));
    let only = classes.next().filter(|_| classes.next().is_none())?;
    if matches!(only, "static" | "$this" | "self") {
        return Some("this".to_owned());
    }
    let name = last(only);
    let is_name = only.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '\\'));
    // Types of values begin with a small letter, those that a comment declares itself with `T`.
    let is_class = name.starts_with(char::is_uppercase) && name.len() > 1;
    let is_template = name.starts_with('T') && name.part(1..).starts_with(char::is_uppercase);
    class_named(only, builder).filter(|_| is_name && is_class && !is_template).map(|(path, _)| path)
}

fn last(path: &str) -> &str {
    path.rsplit('\\').next().unwrap_or(path)
}
