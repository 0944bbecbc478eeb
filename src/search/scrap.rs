//! Chunks that answer no question: of nothing but imports, or a line or two between declarations. They name what other places
//! do, and the cosine prefers them, as they are short.

use cg_rules::FileId;

use super::chunk::{LineRange, ScoredChunk};
use super::index::SearchIndex;
use crate::facts::Snapshot;
use crate::language::DeclKind;

/// The most lines behind the last import that still belong to it: the end of a list, a blank line.
const TAIL: u32 = 2;
/// The fewest lines of a chunk without a declaration that is a passage of its own.
const LEAST: u32 = 5;

/// The chunks of an index that are scraps, in order.
pub(super) fn scraps(snapshot: &Snapshot, index: &SearchIndex) -> Vec<u32> {
    let mut outside: Vec<(u32, u32)> = snapshot.package_imports.iter().map(|row| (row.file.0, row.at.line)).collect();
    outside.sort_unstable();
    let mut found = Vec::new();
    for (at, file) in index.files.iter().enumerate() {
        let first = outside.partition_point(|row| row.0 < *file);
        let packages = outside[first..].iter().take_while(|row| row.0 == *file).map(|row| row.1);
        let mut imports: Vec<u32> = snapshot.imports.headed([*file]).map(|row| row.at.line).chain(packages).collect();
        imports.sort_unstable();
        let rows = snapshot.definitions_of(FileId(*file)).filter(|(_, row)| row.kind != DeclKind::File);
        let mut named: Vec<u32> = rows.map(|(_, row)| row.at.line).collect();
        named.sort_unstable();
        let is_scrap = |chunk: &usize| index.lines(*chunk).is_some_and(|lines| is_scrap(&imports, &named, lines));
        found.extend(index.chunks_of(at).filter(is_scrap).filter_map(|chunk| u32::try_from(chunk).ok()));
    }
    found
}

/// The chunks of a file, scraps behind the others and without a score.
pub(super) fn behind(index: &SearchIndex, chunks: Vec<ScoredChunk>) -> Vec<ScoredChunk> {
    let is_scrap = |it: &ScoredChunk| u32::try_from(it.chunk).is_ok_and(|it| index.scraps.binary_search(&it).is_ok());
    let (scraps, mut others): (Vec<_>, Vec<_>) = chunks.into_iter().partition(is_scrap);
    others.extend(scraps.into_iter().map(|it| ScoredChunk { score: 0.0, ..it }));
    others
}

/// Whether lines are a scrap of a file with imports and declarations on some lines, in order.
fn is_scrap(imports: &[u32], named: &[u32], lines: LineRange) -> bool {
    let first_inside = |all: &[u32]| all.get(all.partition_point(|line| *line < lines.first)).copied();
    if first_inside(named).is_some_and(|line| line <= lines.last) {
        return false;
    }
    let n_before = imports.partition_point(|line| *line <= lines.last);
    let last = imports[..n_before].last().filter(|line| **line >= lines.first);
    let is_short = lines.last - lines.first + 1 < LEAST;
    is_short || last.is_some_and(|last| lines.last - last <= TAIL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scrap_declares_nothing_and_is_short_or_ends_in_an_import() {
        let of = |first, last| is_scrap(&[1, 2, 20], &[9, 30], LineRange { first, last });
        // Imports with a blank line; a line between declarations; a list of imports that ends the chunk.
        assert!(of(1, 4) && of(12, 13) && of(14, 22));
        // A declaration; text of its own, with an import far above.
        assert!(!of(9, 10) && !of(1, 9) && !of(14, 23) && !of(31, 40));
    }
}
