//! The text around a name: what leads to it, and the path that it is a part of.

use std::ops::Range;

use super::text_lines::TextLines;
use crate::base::Position;

/// The kinds of what leads to a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedBy {
    /// `a.name`, `a->name`
    Member,
    /// `a::name`, `A\name`
    Path,
}

/// The kind of what leads to the name at a place, on its line or at the end of the one before; `None` where nothing does.
pub fn access(text: &TextLines<'_>, at: Position) -> Option<LedBy> {
    led(text, at).map(|(access, ..)| access)
}

/// The offset behind what leads to the name at a place: behind `a` of `a.name`.
pub fn receiver_end(text: &TextLines<'_>, at: Position) -> Option<usize> {
    let (_, head, line) = led(text, at)?;
    Some(text.offset(Position { line, column: 1 }) + head.len())
}

/// The name before the one at a place, where that leads to it: `a` of `b.a.name`.
pub fn qualifier<'t>(text: &TextLines<'t>, at: Position) -> Option<&'t [u8]> {
    let (_, head, _) = led(text, at)?;
    let start = head.iter().rposition(|byte| !is_of_name(*byte)).map_or(0, |at| at + 1);
    head.get(start..).filter(|name| !name.is_empty())
}

/// The places of the path around a name: its first byte and the one behind its last.
pub fn path_around(text: &TextLines<'_>, at: Position) -> Range<Position> {
    let line = text.line(at.line);
    let head = line.get(..at.column as usize - 1).unwrap_or(&[]);
    let start = head.iter().rposition(|byte| !is_of_path(*byte)).map_or(0, |at| at + 1);
    let length = line.iter().skip(head.len()).take_while(|byte| is_of_path(**byte)).count();
    let place = |column: usize| Position { column: u32::try_from(column + 1).unwrap_or(u32::MAX), ..at };
    place(start)..place(head.len() + length)
}

/// The kind of what leads to the name at a place, and the text before that, with its line.
fn led<'t>(text: &TextLines<'t>, at: Position) -> Option<(LedBy, &'t [u8], u32)> {
    let head = text.line(at.line).get(..at.column as usize - 1).unwrap_or(&[]).trim_ascii_end();
    let above = if at.line > 1 { text.line(at.line - 1).trim_ascii_end() } else { &[] };
    let above = if ends_in_comment(above) { &[] } else { above };
    let (head, line) = if head.is_empty() { (above, at.line.saturating_sub(1)) } else { (head, at.line) };
    let (access, length) = match head {
        [.., b'.', b'.'] => return None,
        // An arrow behind a blank leads to a result or a body: `f() -> A`, `a -> b`.
        [.., blank, b'-', b'>'] if blank.is_ascii_whitespace() && !head.trim_ascii_start().starts_with(b"->") => {
            return None;
        }
        [.., b'?', b'.'] | [.., b'-', b'>'] => (LedBy::Member, 2),
        [.., b'.'] => (LedBy::Member, 1),
        [.., b':', b':'] => (LedBy::Path, 2),
        [.., b'\\'] => (LedBy::Path, 1),
        _ => return None,
    };
    let mut head = head.get(..head.len() - length)?.trim_ascii_end();
    // `a!.name`, `a&.name`, `a?->name`
    while let [rest @ .., b'!' | b'?' | b'&'] = head {
        head = rest;
    }
    Some((access, head, line))
}

/// Whether a line is one of a comment, or ends in one: its last sign is one of prose.
fn ends_in_comment(line: &[u8]) -> bool {
    const SIGNS: [&[u8]; 5] = [b"//", b"#", b"/*", b"*", b"--"];
    let is_whole = SIGNS.iter().any(|sign| line.trim_ascii_start().starts_with(sign));
    is_whole
        || [&b" //"[..], b"\t//", b" # ", b" -- "].iter().any(|sign| line.windows(sign.len()).any(|at| at == *sign))
}

/// Whether a byte is one of a name.
pub(super) fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

fn is_of_path(byte: u8) -> bool {
    is_of_name(byte) || matches!(byte, b'.' | b':' | b'\\' | b'&' | b'*')
}
