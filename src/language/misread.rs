//! The parts of a text that a grammar takes for something else, and how they are written so that it does not.

use std::ops::Range;

use tree_sitter::Tree;

use crate::base::Position;

/// A part of a text that the grammar misreads.
#[derive(Clone, Debug)]
pub struct Misread {
    /// Its place.
    pub at: Position,
    /// Whether a declaration is missing from the tree.
    pub is_lost: bool,
    /// The bytes that become blanks.
    pub blank: Range<usize>,
    /// The meaning of these bytes.
    pub has: BlankMeaning,
    /// The bytes that become a `;`.
    pub ends: Vec<usize>,
    /// The words that are written in place of as many bytes, and where.
    pub written: Option<(usize, &'static str)>,
}

/// The meaning of bytes that are left out of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlankMeaning {
    /// They mean nothing.
    Nothing,
    /// They name something.
    Names,
    /// They are code that is not read: the file has a gap there.
    Code,
}

impl Misread {
    /// Writes a text anew, in which lines stay as they are.
    pub fn rewrite(&self, text: &mut [u8]) {
        for byte in text.get_mut(self.blank.clone()).unwrap_or(&mut []) {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        if let Some((at, words)) = self.written
            && let Some(bytes) = text.get_mut(at..at + words.len())
        {
            bytes.copy_from_slice(words.as_bytes());
        }
        for at in &self.ends {
            if let Some(byte) = text.get_mut(*at) {
                *byte = b';';
            }
        }
    }
}

/// Finds the parts of the text of a tree that the grammar misread.
pub type FindMisread = fn(&Tree, &[u8]) -> Vec<Misread>;
