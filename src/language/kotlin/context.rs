//! Clauses of context before a declaration: `context(name: Type)`.

use std::ops::Range;

use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::kind::BindingKind;
use super::bracket::{FARTHEST, opening};

const CLAUSE: &str = "context(";

/// The clauses of a text that begin a line. No argument of a call has a colon behind its name.
pub fn clauses(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut line = 0;
    for row in text.split_inclusive(|byte| *byte == b'\n') {
        let start = line + row.len() - row.trim_ascii_start().len();
        line += row.len();
        if let Some(rest) = text.get(start..).and_then(|rest| rest.strip_prefix(CLAUSE.as_bytes()))
            && let Some(len) = list(rest)
        {
            found.push(start..start + CLAUSE.len() + len);
        }
    }
    found
}

/// The length of a list of parameters with the bracket that closes it.
fn list(rest: &[u8]) -> Option<usize> {
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_' || **byte >= 0x80).count();
    let is_named = name > 0 && rest[name..].trim_ascii_start().starts_with(b":");
    let mut depth = 0u32;
    for (at, byte) in rest.iter().enumerate().take(FARTHEST).filter(|_| is_named) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return Some(at + 1),
            b')' => depth -= 1,
            b'{' | b'}' | b';' | b'"' => return None,
            _ => {}
        }
    }
    None
}

/// The start of the clause that ends before a place; the place itself where there is none.
pub fn before(text: &[u8], at: usize) -> usize {
    let end = text.get(..at).unwrap_or(&[]).trim_ascii_end().len();
    let open = text[..end].ends_with(b")").then(|| opening(text, end)).flatten();
    let start = open.and_then(|open| (open + 1).checked_sub(CLAUSE.len()));
    start.filter(|start| text[*start..].starts_with(CLAUSE.as_bytes())).unwrap_or(at)
}

/// Binds the parameters of the clause that a text before the keyword of a function begins with.
pub fn bind(before: &str, builder: &mut Builder<'_>) {
    let Some(rest) = before.strip_prefix(CLAUSE) else { return };
    let Some(list) = list(rest.as_bytes()).and_then(|len| rest.get(..len - 1)) else { return };
    let mut name = None;
    let (mut depth, mut first) = (0u32, 0);
    for (at, letter) in list.char_indices().chain([(list.len(), ',')]) {
        match letter {
            '<' | '(' => depth += 1,
            '>' | ')' => depth = depth.saturating_sub(1),
            ':' if depth == 0 && name.is_none() => (name, first) = (list.get(first..at), at + 1),
            ',' if depth == 0 => {
                let of = list.get(first..at).and_then(|of| type_name(of.trim()));
                if let Some(name) = name.take().map(str::trim).filter(|name| *name != "_") {
                    let kind = if of.is_some() { BindingKind::Annotated } else { BindingKind::Untyped };
                    builder.bind(builder.current(), name, of.as_deref(), kind);
                }
                first = at + 1;
            }
            _ => {}
        }
    }
}
