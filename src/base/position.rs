//! Places in a text.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place in a file: line and column count from 1; the column counts UTF-8 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// The line, from 1. 0 is the file as a whole.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}

/// Where the lines of a text start.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
    len: usize,
}

impl LineIndex {
    /// Reads the line starts of a text. Lines end at `\n`; a `\r` before it belongs to the line.
    pub fn new(text: &[u8]) -> Self {
        let ends = memchr::memchr_iter(b'\n', text).map(|at| at + 1);
        let mut starts: Vec<usize> = std::iter::once(0).chain(ends).collect();
        if starts.len() > 1 && starts.last() == Some(&text.len()) {
            starts.pop();
        }
        Self { starts, len: text.len() }
    }

    /// The number of lines. An empty text has one.
    pub fn n_lines(&self) -> usize {
        self.starts.len()
    }

    /// The byte range of a line (from 1), its line end included. Past the end it is empty.
    pub fn line(&self, line: u32) -> std::ops::Range<usize> {
        let at = (line as usize).saturating_sub(1);
        let start = self.starts.get(at).copied().unwrap_or(self.len);
        start..self.starts.get(at + 1).copied().unwrap_or(self.len)
    }

    /// The place of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let column = offset.saturating_sub(self.starts[line - 1]) + 1;
        Position { line: u32::try_from(line).unwrap_or(u32::MAX), column: u32::try_from(column).unwrap_or(u32::MAX) }
    }
}
