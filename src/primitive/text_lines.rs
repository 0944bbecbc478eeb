//! A text by lines, as places count them.

use crate::base::LineIndex;

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
}
