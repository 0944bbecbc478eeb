//! Chunks that answer no question: of nothing but imports, or a line or two between declarations. They name what other places
//! do, and the cosine prefers them, as they are short.

use cg_rules::{FileId, Id};
use rustc_hash::{FxHashMap, FxHashSet};

use super::chunk::{LineRange, ScoredChunk};
use super::index::SearchIndex;
use crate::language::DeclKind;
use crate::primitive::Engine;

/// The most lines behind the last import that still belong to it: the end of a list, a blank line.
const TAIL: u32 = 2;
/// The fewest lines of a chunk without a declaration that is a passage of its own.
const LEAST: u32 = 5;

/// Tells scraps by the lines of imports and declarations.
pub(super) struct Scraps<'a> {
    engine: &'a Engine<'a>,
    /// The lines of imports.
    lines: FxHashMap<FileId, Vec<u32>>,
}

impl<'a> Scraps<'a> {
    /// Looks up the imports of files of an index.
    pub fn of(engine: &'a Engine<'_>, index: &SearchIndex, files: &[usize]) -> Self {
        let files: FxHashSet<FileId> = files.iter().map(|at| FileId::of(index.files[*at] as usize)).collect();
        let mut lines: FxHashMap<FileId, Vec<u32>> = FxHashMap::default();
        for file in &files {
            lines.entry(*file).or_default().extend(engine.snapshot.imports.headed([file.0]).map(|row| row.at.line));
        }
        for row in engine.snapshot.package_imports.iter().filter(|row| files.contains(&row.file)) {
            lines.entry(row.file).or_default().push(row.at.line);
        }
        Self { engine, lines }
    }

    /// The chunks of a file, scraps behind the others and without a score.
    pub fn behind(&self, index: &SearchIndex, at: usize, chunks: Vec<ScoredChunk>) -> Vec<ScoredChunk> {
        let file = FileId::of(index.files[at] as usize);
        let rows = self.engine.snapshot.definitions_of(file).filter(|(_, row)| row.kind != DeclKind::File);
        let mut named: Vec<u32> = rows.map(|(_, row)| row.at.line).collect();
        named.sort_unstable();
        let is_scrap = |it: &ScoredChunk| index.lines(it.chunk).is_some_and(|lines| self.is_scrap(file, &named, lines));
        let (scraps, mut others): (Vec<_>, Vec<_>) = chunks.into_iter().partition(is_scrap);
        others.extend(scraps.into_iter().map(|it| ScoredChunk { score: 0.0, ..it }));
        others
    }

    /// Whether lines are a scrap of a file with declarations on some lines, in order.
    fn is_scrap(&self, file: FileId, named: &[u32], lines: LineRange) -> bool {
        let first = named.partition_point(|line| *line < lines.first);
        if named.get(first).is_some_and(|line| *line <= lines.last) {
            return false;
        }
        let is_inside = |line: &u32| (lines.first..=lines.last).contains(line);
        let last = self.lines.get(&file).into_iter().flatten().copied().filter(is_inside).max();
        let is_short = lines.last - lines.first + 1 < LEAST;
        is_short || last.is_some_and(|last| lines.last - last <= TAIL)
    }
}
