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

impl Position {
    /// The place behind a text that begins here.
    pub fn behind(self, text: &str) -> Self {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        match text.rsplit_once('\n') {
            None => Self { column: self.column.saturating_add(count(text.len())), ..self },
            Some((before, last)) => {
                let n_lines = count(before.matches('\n').count()).saturating_add(1);
                Self { line: self.line.saturating_add(n_lines), column: count(last.len()).saturating_add(1) }
            }
        }
    }
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

/// The bytes of a usual line, rather too few.
const USUAL_LINE: usize = 24;

/// The highest bit of each byte that is a line feed. To search for each takes longer, as lines are short.
fn line_feeds(word: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let others = word ^ 0x0a0a_0a0a_0a0a_0a0a;
    !(((others & LOW) + LOW) | others | LOW)
}

impl LineIndex {
    /// Reads the line starts of a text. Lines end at `\n`; a `\r` before it belongs to the line.
    pub fn new(text: &[u8]) -> Self {
        let mut starts = Vec::with_capacity(1 + text.len() / USUAL_LINE);
        starts.push(0);
        let (words, rest) = text.as_chunks::<8>();
        for (word, at) in words.iter().zip((0..).step_by(8)) {
            let mut ends = line_feeds(u64::from_le_bytes(*word));
            while ends != 0 {
                starts.push(at + ends.trailing_zeros() as usize / 8 + 1);
                ends &= ends - 1;
            }
        }
        let rest = rest.iter().zip(8 * words.len() + 1..).filter(|(byte, _)| **byte == b'\n');
        starts.extend(rest.map(|(_, start)| start));
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_line_begins_behind_each_line_feed(text in prop::collection::vec(prop_oneof![Just(b'\n'), 0x08..0x0cu8, 0x86..0x8cu8, any::<u8>()], 0..60)) {
            let index = LineIndex::new(&text);
            let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
            prop_assert_eq!(index.n_lines(), lines.len().max(1));
            for (line, own) in (1..).zip(&lines) {
                prop_assert_eq!(&text[index.line(line)], *own);
            }
        }
    }
}
