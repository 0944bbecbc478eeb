//! Places of an index in a text: lines as the indexer ends them, columns in what it counts, and back to bytes.

use super::decoded::Encoding;
use crate::base::Position;

/// The mark that some editors put before a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Where lines end, by an indexer's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaks {
    /// After `\n`.
    Newline,
    /// After `\n`, `\r\n` and a `\r` alone: Python's rule.
    Return,
    /// After those, U+2028 and U+2029: ECMAScript's rule.
    Unicode,
}

/// A line without what ends it.
#[derive(Clone, Copy, Debug)]
struct Line {
    start: u32,
    end: u32,
    is_ascii: bool,
}

/// The lines of a text as an indexer saw them.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t [u8],
    lines: Vec<Line>,
    /// Where lines start by `\n` alone, if that is another list.
    rows: Option<Vec<u32>>,
    has_mark: bool,
}

/// A byte of a text, with where it was found: the search for the next on the same line goes on from there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    line: u32,
    column: u32,
    offset: u32,
}

impl<'t> Lines<'t> {
    /// Splits a text. A byte order mark is taken off: offsets and positions count from behind it, as a parse does.
    pub fn new(text: &'t [u8], breaks: Breaks) -> Self {
        let stripped = text.strip_prefix(MARK);
        let has_mark = stripped.is_some();
        let text = stripped.unwrap_or(text);
        let (lines, is_plain) = split(text, breaks);
        let rows = (!is_plain).then(|| {
            let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| word(at + 1));
            std::iter::once(0).chain(ends).collect()
        });
        Self { text, lines, rows, has_mark }
    }

    /// The text behind a byte order mark.
    pub fn text(&self) -> &'t [u8] {
        self.text
    }

    /// Whether there was a byte order mark.
    pub fn has_mark(&self) -> bool {
        self.has_mark
    }

    /// The number of lines; a text that ends with a line break has an empty one behind it.
    pub fn n_lines(&self) -> u32 {
        word(self.lines.len())
    }

    /// A line, from 0, without its break; empty past the end.
    pub fn line(&self, line: u32) -> &'t [u8] {
        let line = self.lines.get(line as usize);
        line.and_then(|line| self.text.get(line.start as usize..line.end as usize)).unwrap_or(b"")
    }

    /// Whether a line, from 0, is of ASCII alone: on such a line every encoding counts alike.
    pub fn is_ascii(&self, line: u32) -> bool {
        self.lines.get(line as usize).is_none_or(|line| line.is_ascii)
    }

    /// The offset of a place, lines and columns counted from 0; `None` past the end of its line or inside a character.
    pub fn offset(&self, line: u32, column: u32, encoding: Encoding) -> Option<usize> {
        self.find(line, column, encoding, &mut Cursor::default())
    }

    /// As [`Self::offset`]. The cursor is moved there: on a line of many letters that are not ASCII, a search for a
    /// place further on does not start anew.
    pub fn find(&self, line: u32, column: u32, encoding: Encoding, cursor: &mut Cursor) -> Option<usize> {
        let place = *self.lines.get(line as usize)?;
        if place.is_ascii || encoding == Encoding::Utf8 {
            let offset = place.start.checked_add(column)?;
            let is_inside = self.text.get(offset as usize).is_some_and(|byte| byte & 0xc0 == 0x80);
            return (offset <= place.end && (place.is_ascii || !is_inside)).then_some(offset as usize);
        }
        let is_ahead = cursor.line == line && cursor.column <= column && cursor.offset >= place.start;
        let (mut at, mut offset) = if is_ahead { (cursor.column, cursor.offset) } else { (0, place.start) };
        let rest = self.text.get(offset as usize..place.end as usize)?;
        let mut letters = letters(rest, encoding);
        while at < column {
            let (units, bytes) = letters.next()?;
            (at, offset) = (at + units, offset + bytes);
        }
        *cursor = Cursor { line, column: at, offset };
        (at == column).then_some(offset as usize)
    }

    /// The place of an offset: line and column from 1, lines by `\n`, columns in bytes.
    pub fn position(&self, offset: usize) -> Position {
        let offset = word(offset);
        let (row, start) = match &self.rows {
            Some(rows) => {
                let row = rows.partition_point(|start| *start <= offset);
                (row, rows[row.saturating_sub(1)])
            }
            None => {
                let row = self.lines.partition_point(|line| line.start <= offset);
                (row, self.lines[row.saturating_sub(1)].start)
            }
        };
        Position { line: word(row), column: offset - start + 1 }
    }

    /// Where a line, from 0, starts.
    pub fn start_of(&self, line: u32) -> Position {
        let start = self.lines.get(line as usize).map_or(self.text.len(), |line| line.start as usize);
        self.position_on(line, start)
    }

    /// Whether the text at the start of a place's line is not blank, so the place is not indented.
    pub fn is_at_margin(&self, place: Position) -> bool {
        let row = (place.line as usize).checked_sub(1);
        let start = match &self.rows {
            Some(rows) => row.and_then(|row| rows.get(row).copied()),
            None => row.and_then(|row| self.lines.get(row)).map(|line| line.start),
        };
        start.and_then(|start| self.text.get(start as usize)).is_some_and(|byte| !byte.is_ascii_whitespace())
    }

    /// As [`Self::position`], for an offset on a line, from 0, that is known.
    pub fn position_on(&self, line: u32, offset: usize) -> Position {
        match (&self.rows, self.lines.get(line as usize)) {
            (None, Some(place)) => Position { line: line + 1, column: word(offset).saturating_sub(place.start) + 1 },
            _ => self.position(offset),
        }
    }
}

/// The lines, and whether they are those that `\n` alone makes.
fn split(text: &[u8], breaks: Breaks) -> (Vec<Line>, bool) {
    let mut lines = Vec::with_capacity(text.len() / 24 + 1);
    let (mut start, mut at, mut seen, mut is_plain) = (0, 0, 0u8, true);
    while at < text.len() {
        let byte = text[at];
        seen |= byte;
        // No letter below `\r` but the newline, and none above it but the separators' first byte, ends a line.
        let length = match byte {
            b'\n' => 1,
            b'\r' if breaks != Breaks::Newline && text.get(at + 1) == Some(&b'\n') => 2,
            b'\r' if breaks != Breaks::Newline => 1,
            0xe2 if breaks == Breaks::Unicode && is_separator(&text[at..]) => 3,
            _ => 0,
        };
        if length == 0 {
            at += 1;
            continue;
        }
        let is_return = breaks == Breaks::Newline && at > start && text[at - 1] == b'\r';
        let end = at - usize::from(is_return);
        is_plain &= text[at + length - 1] == b'\n';
        lines.push(Line { start: word(start), end: word(end), is_ascii: seen.is_ascii() });
        at += length;
        (start, seen) = (at, 0);
    }
    lines.push(Line { start: word(start), end: word(text.len()), is_ascii: seen.is_ascii() });
    (lines, is_plain)
}

fn is_separator(text: &[u8]) -> bool {
    matches!(text, [0xe2, 0x80, 0xa8 | 0xa9, ..])
}

/// The letters of a line: how many units each counts, and how many bytes it takes. What is no UTF-8 was read by the
/// indexer as U+FFFD, one for each run that no letter can start with.
fn letters(line: &[u8], encoding: Encoding) -> impl Iterator<Item = (u32, u32)> {
    line.utf8_chunks().flat_map(move |chunk| {
        let broken = (!chunk.invalid().is_empty()).then_some((1, word(chunk.invalid().len())));
        chunk.valid().chars().map(move |letter| (units(letter, encoding), word(letter.len_utf8()))).chain(broken)
    })
}

fn units(letter: char, encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Utf8 => word(letter.len_utf8()),
        Encoding::Utf16 => word(letter.len_utf16()),
        Encoding::Utf32 | Encoding::Unstated => 1,
    }
}

fn word(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
