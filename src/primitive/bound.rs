//! The bounds of work inside a primitive: how far a walk goes, how many definitions a name means.

use cg_rules::{DefId, FileId, Id};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use crate::facts::NONE;
use crate::work::Unit;

impl Engine<'_> {
    /// The depth of a walk: as it is stated, or the first at which it enters more nodes than are left. A program is
    /// stopped by this bound of its input, between two distances; the answer is then cut in its own order.
    pub(super) fn within<'g, N, const K: usize>(&self, seeds: &[N], depth: u32, next: impl Fn(N) -> [&'g [N]; K]) -> u32
    where
        N: Id + std::hash::Hash + 'g,
    {
        let left = self.meter.left(Unit::GraphNodes);
        if left == u64::MAX {
            return depth;
        }
        let mut seen: FxHashSet<N> = seeds.iter().copied().collect();
        let (n_seeds, mut rim) = (seen.len() as u64, seeds.to_vec());
        for hops in 0..depth {
            if rim.is_empty() {
                break;
            }
            let mut farther = Vec::new();
            for node in rim {
                farther.extend(next(node).into_iter().flatten().copied().filter(|it| seen.insert(*it)));
            }
            if seen.len() as u64 - n_seeds > left {
                let beyond = farther.into_iter().flat_map(|node| next(node).into_iter().flatten().copied());
                let n_beyond = beyond.filter(|it| seen.insert(*it)).count() as u64;
                self.meter.refuse(Unit::GraphNodes, if hops + 1 < depth { n_beyond } else { 0 });
                return hops + 1;
            }
            rim = farther;
        }
        depth
    }

    /// Holds the definitions that a name means to the limit of candidates: sources first, then in order.
    pub(super) fn bound_candidates(&self, defs: &mut Vec<DefId>) {
        if defs.len() as u64 > self.meter.left(Unit::Candidates) {
            defs.sort_by_key(|def| (self.file(*def).is_some_and(|file| self.is_aside(file)), *def));
        }
        self.meter.take_of(Unit::Candidates, defs);
        defs.sort_unstable();
    }

    /// Whether a file may be read; if so it is counted.
    pub fn admits(&self, file: FileId) -> bool {
        self.meter.read(self.size(file))
    }

    /// Whether one part in so many of what is left of the limits of work is enough to read all of some files.
    pub(super) fn may_be_read(&self, files: &[FileId], part: u64) -> bool {
        let bytes = || files.iter().map(|file| self.size(*file)).sum::<u64>();
        let may = |unit: Unit, amount: u64| amount <= self.meter.left(unit) / part;
        may(Unit::FilesRead, files.len() as u64) && may(Unit::BytesRead, bytes())
    }

    /// The bytes of a file, as the walk has seen it.
    pub fn size(&self, file: FileId) -> u64 {
        self.tree.and_then(|tree| tree.files.get(file.index())).map_or(0, |entry| entry.stat.size)
    }

    /// How many of some files, from the first, may be read as the walk has seen them; each is counted. Where not all
    /// may be, sources come before tests, examples and vendored code, and all others behind; what is not admitted is then no list.
    pub(super) fn admitted(&self, files: &mut [FileId]) -> usize {
        self.admitted_after(files, &FxHashSet::default())
    }

    /// The same, where some of the files come before all others.
    pub(super) fn admitted_after(&self, files: &mut [FileId], first: &FxHashSet<FileId>) -> usize {
        let size = |file: &FileId| self.size(*file);
        let bytes: u64 = files.iter().map(size).sum();
        if !self.may_be_read(files, 1) {
            self.sources_first(files, first);
        }
        let n_admitted = files.iter().take_while(|file| self.meter.read(size(file))).count();
        // The file that ended it is refused already.
        let behind = files.len().saturating_sub(n_admitted + 1);
        let taken: u64 = files.iter().take(n_admitted + 1).map(size).sum();
        self.meter.refuse(Unit::FilesRead, behind as u64);
        self.meter.refuse(Unit::BytesRead, bytes - taken);
        n_admitted
    }

    /// Puts so many of the files that come first to the front as may be read at the most, and one more. What is behind those is no
    /// list any more: to sort all of a large repository takes longer than to read what may be read.
    fn sources_first(&self, files: &mut [FileId], before: &FxHashSet<FileId>) {
        let is_source =
            |file: &FileId| self.snapshot.file_row(*file).is_some_and(|row| !row.is_aside && row.language != NONE);
        if !files.is_sorted() {
            files.sort_unstable();
        }
        let n_wanted = usize::try_from(self.meter.left(Unit::FilesRead)).unwrap_or(usize::MAX).saturating_add(1);
        let mut first: Vec<FileId> = Vec::new();
        for (is_before, of_sources) in [(true, true), (true, false), (false, true), (false, false)] {
            let is_next = |file: &FileId| before.contains(file) == is_before && is_source(file) == of_sources;
            let left = n_wanted.saturating_sub(first.len());
            first.extend(files.iter().copied().filter(is_next).take(left));
        }
        files[..first.len()].copy_from_slice(&first);
    }
}
