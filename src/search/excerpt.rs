//! Excerpts: the lines of a found file that an answer shows. The file that ranks first gets the most, and every file gets some.

use cg_rules::{FileId, Id};
use rustc_hash::FxHashMap;

use super::chunk::LineRange;
use super::index::SearchIndex;
use super::round::{FoundFile, Round};
use super::token;
use crate::base::redacted;
use crate::primitive::Engine;

/// The most lines of the first file; each file after it gets three quarters of the one before, and no file less than the least.
const FIRST: u32 = 150;
const LEAST: u32 = 12;
/// The most chunks of a file.
pub(super) const CHUNKS: usize = 10;
/// Fewer lines of a chunk do not explain it.
const WORTH: u32 = 8;

/// The lines of a chunk that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShownChunk {
    /// The chunk.
    pub chunk: usize,
    /// Its lines, or the window of them that holds the most words.
    pub lines: LineRange,
}

/// The chunks of a file that fit its share of lines, best first; `rank` counts from 0.
pub(super) fn excerpt(
    engine: &Engine<'_>,
    index: &SearchIndex,
    round: &Round,
    found: &FoundFile,
    rank: usize,
) -> Vec<ShownChunk> {
    let mut left = allotment(rank);
    let mut shown = Vec::new();
    let chunks = found.chunks.iter().filter_map(|chunk| Some((*chunk, index.lines(*chunk)?)));
    for (chunk, lines) in chunks.take(CHUNKS) {
        let length = lines.last - lines.first + 1;
        if length <= left {
            left -= length;
            shown.push(ShownChunk { chunk, lines });
        } else if left >= WORTH {
            let lines = window(&weights(engine, index, round, found.at, lines), lines, left);
            shown.push(ShownChunk { chunk, lines });
            break;
        }
    }
    shown
}

/// The ranges of an excerpt in the order of the text; those that touch are one.
pub(super) fn ranges(shown: &[ShownChunk]) -> Vec<LineRange> {
    let mut lines: Vec<LineRange> = shown.iter().map(|it| it.lines).collect();
    lines.sort_by_key(|it| it.first);
    let mut ranges: Vec<LineRange> = Vec::new();
    for next in lines {
        match ranges.last_mut() {
            Some(range) if next.first <= range.last + 1 => range.last = range.last.max(next.last),
            _ => ranges.push(next),
        }
    }
    ranges
}

/// The most lines of the file of a rank.
fn allotment(rank: usize) -> u32 {
    let mut lines = FIRST;
    for _ in 0..rank {
        if lines <= LEAST {
            break;
        }
        lines = lines * 3 / 4;
    }
    lines.max(LEAST)
}

/// The weight of the words of the text on each line of a range; none where the file cannot be read.
fn weights(engine: &Engine<'_>, index: &SearchIndex, round: &Round, at: usize, lines: LineRange) -> Vec<f64> {
    let file = FileId::of(index.files[at] as usize);
    let read = || engine.tree.and_then(|tree| tree.read(engine.snapshot.path(file)).ok());
    let Some(bytes) = engine.admits(file).then(read).flatten() else { return Vec::new() };
    let text = String::from_utf8_lossy(&bytes);
    let text = redacted(&text);
    let inside = text.split('\n').skip(lines.first as usize - 1).take((lines.last - lines.first) as usize + 1);
    inside.map(|line| weight(line, round)).collect()
}

/// The sum of the rarities of the distinct words that a line holds.
fn weight(line: &str, round: &Round) -> f64 {
    let mut held: FxHashMap<&str, f64> = FxHashMap::default();
    token::visit(line, |term, _| {
        let known = std::str::from_utf8(term).ok().and_then(|term| round.scored.terms.get_key_value(term));
        held.extend(known.map(|(term, own)| (term.as_str(), own.rarity)));
    });
    let mut rarities: Vec<(&str, f64)> = held.into_iter().collect();
    rarities.sort_unstable_by(|a, b| a.0.cmp(b.0));
    rarities.iter().map(|(_, rarity)| rarity).sum()
}

/// The part of a range, `length` lines long, with the greatest weight; of equals the first.
fn window(weights: &[f64], lines: LineRange, length: u32) -> LineRange {
    let (mut best, mut most) = (0, f64::NEG_INFINITY);
    for (start, part) in (0..).zip(weights.windows(length as usize)) {
        let sum: f64 = part.iter().sum();
        if sum > most {
            (best, most) = (start, sum);
        }
    }
    LineRange { first: lines.first + best, last: lines.first + best + length - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_file_gets_the_most_and_every_file_some() {
        assert_eq!([0, 1, 2, 7, 20].map(allotment), [150, 112, 84, 19, 12]);
        assert!((0..30).all(|rank| allotment(rank) >= allotment(rank + 1)));
    }

    #[test]
    fn a_window_holds_the_weightiest_lines() {
        let lines = LineRange { first: 11, last: 15 };
        assert_eq!(window(&[0.0, 1.0, 5.0, 2.0, 0.0], lines, 2), LineRange { first: 13, last: 14 });
        assert_eq!(window(&[0.0; 5], lines, 3), LineRange { first: 11, last: 13 });
        // A file that cannot be read is shown from the first line of the chunk.
        assert_eq!(window(&[], lines, 3), LineRange { first: 11, last: 13 });
    }

    #[test]
    fn ranges_that_touch_are_one() {
        let of = |first, last| ShownChunk { chunk: 0, lines: LineRange { first, last } };
        let range = |first, last| LineRange { first, last };
        assert_eq!(ranges(&[of(20, 30), of(1, 5), of(6, 9)]), [range(1, 9), range(20, 30)]);
    }
}
