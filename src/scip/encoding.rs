//! Detects the unit of columns from the text, where neither the document nor its indexer states it.

use super::decoded::{Document, Encoding, LOCAL, Occurrence};
use super::position::Lines;
use super::text_match::{TextMatch, text_match};
use super::tool::Tool;
use crate::base::Strings;

/// The encodings, in the order in which a draw is decided.
const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

/// How many symbols stand at their names, for each encoding.
pub type Votes = [u32; 3];

/// The unit of a document's columns by its own statement or its indexer's; `None` where the text must decide.
pub fn stated(document: &Document, tool: &Tool) -> Option<Encoding> {
    [document.encoding, tool.encoding].into_iter().find(|encoding| *encoding != Encoding::Unstated)
}

/// Holds the symbols on lines that are not of ASCII alone against the text, in each encoding.
pub fn votes(occurrences: &[Occurrence], symbols: &Strings, text: &[u8], tool: &Tool) -> Votes {
    if text.is_ascii() {
        return Votes::default();
    }
    let lines = Lines::new(text, tool.breaks);
    let is_asked = |it: &&Occurrence| {
        it.symbol != LOCAL && it.range.start_line == it.range.end_line && !lines.is_ascii(it.range.start_line)
    };
    let mut votes = Votes::default();
    for occurrence in occurrences.iter().filter(is_asked) {
        let range = occurrence.range;
        for (vote, encoding) in votes.iter_mut().zip(ENCODINGS) {
            let place = |column| lines.offset(range.start_line, column, encoding);
            let (Some(start), Some(end)) = (place(range.start_column), place(range.end_column)) else { continue };
            let name = lines.text().get(start..end).unwrap_or(b"");
            let agreement = text_match(symbols.get(occurrence.symbol), name, tool, occurrence.is_definition());
            *vote += u32::from(agreement == TextMatch::Exact);
        }
    }
    votes
}

/// The encoding with the most votes.
pub fn winner(votes: Votes) -> Encoding {
    let most = votes.iter().max().copied().unwrap_or(0);
    let first = votes.iter().zip(ENCODINGS).find(|(vote, _)| **vote == most);
    first.map_or(Encoding::Utf8, |(_, encoding)| encoding)
}
