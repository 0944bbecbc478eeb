//! A text by lines, as places count them.

use crate::base::{LineIndex, Position};

/// The text and its lines.
pub(super) struct TextLines<'t> {
    bytes: &'t [u8],
    index: &'t LineIndex,
}

impl<'t> TextLines<'t> {
    /// A text with the index of its lines.
    pub fn new(bytes: &'t [u8], index: &'t LineIndex) -> Self {
        Self { bytes, index }
    }

    /// A line, from 1, with its end.
    pub fn line(&self, line: u32) -> &'t [u8] {
        self.bytes.get(self.index.line(line)).unwrap_or(&[])
    }

    /// The whole text.
    pub fn bytes(&self) -> &'t [u8] {
        self.bytes
    }

    /// The offset of a place.
    pub fn offset(&self, at: Position) -> usize {
        (self.index.line(at.line).start + (at.column as usize).saturating_sub(1)).min(self.bytes.len())
    }

    /// The place of an offset.
    pub fn place(&self, offset: usize) -> Position {
        self.index.position(offset)
    }
}
