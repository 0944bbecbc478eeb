//! Places of the YAML reader, in bytes, without what its ends drag along.

use std::ops::Range;

use crate::base::TextPart;
use saphyr_parser::{ScalarStyle, Span};

/// From the reader's places, which count characters, to bytes.
pub(super) struct Offsets(Vec<usize>);

impl Offsets {
    pub fn new(text: &str) -> Self {
        Self(text.char_indices().map(|(at, _)| at).chain([text.len()]).collect())
    }

    pub fn byte(&self, character: usize) -> usize {
        self.0[character.min(self.0.len() - 1)]
    }

    pub fn range(&self, span: &Span) -> Range<usize> {
        let start = self.byte(span.start.index());
        start..self.byte(span.end.index()).max(start)
    }
}

/// The first line of a place.
pub(super) fn first_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let source = text.get(span.clone()).unwrap_or_default();
    span.start..span.start + source.lines().next().unwrap_or_default().trim_end().len()
}

/// The place of a scalar alone: the reader's ends include what follows a quote or a word.
pub(super) fn tighten(text: &str, span: Range<usize>, style: ScalarStyle) -> Range<usize> {
    let source = text.part(span.clone());
    let length = match style {
        ScalarStyle::DoubleQuoted => closing(source, '"', '\\'),
        ScalarStyle::SingleQuoted => closing(source, '\'', '\''),
        _ => source.trim_end().len(),
    };
    span.start..span.start + length
}

fn closing(source: &str, quote: char, escape: char) -> usize {
    let mut characters = source.char_indices().skip(1).peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        if character == escape && (escape == '\\' || next == Some(quote)) {
            characters.next();
        } else if character == quote {
            return at + 1;
        }
    }
    source.trim_end().len()
}
