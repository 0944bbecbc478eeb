//! Excerpts: the passages of found files in the order in which they are worth showing. A passage is a whole chunk: a function, or
//! what a type or a file holds beside its functions.

use cg_rules::{FileId, Id};
use rustc_hash::FxHashMap;

use super::chunk::LineRange;
use super::index::SearchIndex;
use super::round::FoundFile;
use crate::primitive::Passage;

/// The lines of all files that an answer points to, and the most lines of all passages: as many as a large room holds.
const USUAL: u32 = 600;
const MOST: u32 = 3000;

/// The passages of all files of an answer.
#[derive(Debug, Default)]
pub(super) struct Excerpts {
    /// The passages of each file, the best first.
    pub passages: FxHashMap<FileId, Vec<Passage>>,
    /// How many of them an answer points to.
    usual: FxHashMap<FileId, usize>,
}

impl Excerpts {
    /// Orders the chunks of files by their own scores: the lines that a change needs are oftener in a near chunk of a later file than in
    /// the second best of the first. Of equals the file of the better rank comes first.
    pub fn of<'f>(index: &SearchIndex, files: impl Iterator<Item = Option<&'f FoundFile>>) -> Self {
        let mut ranked: Vec<(f64, usize, LineRange)> = Vec::new();
        for found in files.flatten() {
            let own = found.chunks.iter().filter_map(|it| Some((it.score, found.at, index.lines(it.chunk)?)));
            ranked.extend(own);
        }
        // The order of chunks inside a file is that of their scores: the sort is stable.
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut excerpts, mut n_lines) = (Self::default(), 0);
        for (place, (_, at, lines)) in (1..).zip(ranked) {
            let file = FileId::of(index.files[at] as usize);
            let own = excerpts.passages.entry(file).or_default();
            // Every file has its best chunk.
            if n_lines >= MOST && !own.is_empty() {
                continue;
            }
            if n_lines < USUAL || own.is_empty() {
                *excerpts.usual.entry(file).or_default() += 1;
            }
            n_lines += lines.last - lines.first + 1;
            own.push(Passage { first: lines.first, last: lines.last, place });
        }
        excerpts
    }

    /// The passages of a file that an answer points to.
    pub fn usual(&self, file: FileId) -> &[Passage] {
        let own = self.passages.get(&file).map_or(&[][..], Vec::as_slice);
        own.get(..self.usual.get(&file).copied().unwrap_or(0)).unwrap_or(own)
    }
}

/// The ranges of passages in the order of the text; those that touch are one.
pub(super) fn ranges(shown: &[Passage]) -> Vec<LineRange> {
    let mut lines: Vec<LineRange> = shown.iter().map(|it| LineRange { first: it.first, last: it.last }).collect();
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

#[cfg(test)]
mod tests {
    use super::super::chunk::ScoredChunk;
    use super::*;

    fn index(chunks: &[&[[u32; 2]]]) -> SearchIndex {
        let mut index = SearchIndex::default();
        for (file, own) in (0..).zip(chunks) {
            index.files.push(file);
            index.chunks.extend(own.iter().map(|[first, last]| [*first, *last, 9]));
            index.chunk_ends.push(u32::try_from(index.chunks.len()).unwrap_or(0));
        }
        index
    }

    fn found(at: usize, chunks: &[(usize, f64)]) -> FoundFile {
        let chunks = chunks.iter().map(|(chunk, score)| ScoredChunk { chunk: *chunk, score: *score }).collect();
        FoundFile { at, score: 1.0, chunks }
    }

    #[test]
    fn passages_are_ranked_over_all_files() {
        let index = index(&[&[[1, 5], [7, 9]], &[[1, 4]]]);
        let files = [found(0, &[(1, 1.8), (0, 0.1)]), found(1, &[(2, 1.0)])];
        let excerpts = Excerpts::of(&index, files.iter().map(Some));
        let places = |at: usize| -> Vec<(u32, u32)> {
            excerpts.usual(FileId::of(at)).iter().map(|it| (it.first, it.place)).collect()
        };
        assert_eq!((places(0), places(1)), (vec![(7, 1), (1, 3)], vec![(1, 2)]));
    }

    #[test]
    fn a_bound_of_lines_leaves_every_file_its_best_passage() {
        let index = index(&[&[[1, MOST + 1], [MOST + 2, MOST + 3]], &[[1, 4], [5, 6]]]);
        let files = [found(0, &[(0, 2.0), (1, 1.0)]), found(1, &[(2, 0.5), (3, 0.4)])];
        let excerpts = Excerpts::of(&index, files.iter().map(Some));
        assert_eq!([0, 1].map(|at| excerpts.passages[&FileId::of(at)].len()), [1, 1]);
        assert_eq!([0, 1].map(|at| excerpts.usual(FileId::of(at)).len()), [1, 1]);
    }

    #[test]
    fn ranges_that_touch_are_one() {
        let of = |first, last| Passage { first, last, place: 1 };
        let range = |first, last| LineRange { first, last };
        assert_eq!(ranges(&[of(20, 30), of(1, 5), of(6, 9)]), [range(1, 9), range(20, 30)]);
    }
}
