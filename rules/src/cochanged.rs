//! `history.cochanged(files, commits)`: the files that the same commits changed.
//!
//! ```datalog
//! touched(Commit)     :- seed(File), changed(Commit, File), limit(Max), Commit < Max.
//! joint(File, Commit) :- touched(Commit), changed(Commit, File), not seed(File).
//! ```
//!
//! Commits are numbered from the newest back. A commit that changed `n` paths has one vote, which the others share: `1 / (n - 1)`
//! each, so that a mass commit says little of any pair and none is dropped. The order is by lift: how much more often a
//! file is changed with the set than in all commits. Its frequency is smoothed, as lift alone puts what changed once before
//! what changed often:
//!
//! `score(File) = sum { 1 / (n - 1) : joint(File, Commit) } / (count { changed(_, File) } + 160)`
//!
//! The total number of commits and that of the set are the same for all files, so they are left out. Ties are broken by the
//! number of joint commits, then by path. Everything is in whole numbers, so that no order of sums shows.

use crate::graph::{ChangeGraph, Edb};
use crate::id::{CommitId, FileId, Id};
use crate::witness::Fx;
use rustc_hash::FxHashMap;

/// So many commits are added to those of each file before frequencies are compared.
pub const SMOOTHING: u64 = 160;
/// One vote, in the unit that shares are counted in.
const VOTE: u64 = 1 << 32;

/// A file that was changed with the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cochanged {
    /// The file.
    pub file: FileId,
    /// How many commits changed it and a file of the set.
    pub joint: u32,
    /// How many commits changed a file of the set.
    pub of: u32,
    /// The newest joint commit.
    pub last: CommitId,
    /// The score; only the order says something.
    pub score: u64,
}

mod program {
    use super::{ChangeGraph, CommitId, Edb, FileId};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, ChangeGraph>);
        @input
        pub struct Seed(pub FileId);
        @input
        pub struct Limit(pub CommitId);

        @output
        pub struct Touched(pub CommitId);
        @output
        pub struct Joint(pub FileId, pub CommitId);

        Touched(commit) <- Db(g), Seed(file), for &commit in g.changes.row(file), Limit(max), (commit < max);
        Joint(file, commit) <- Db(g), Touched(commit), for &file in g.changed.row(commit), !Seed(file);
    }
}

/// The files that commits before `limit` changed together with one of `files`, best first.
pub fn cochanged(graph: &ChangeGraph, files: &[FileId], limit: CommitId) -> Vec<Cochanged> {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend([program::Limit(limit)]);
    program.extend(files.iter().map(|&file| program::Seed(file)));
    let (touched, joint) = program.run_with_hasher::<Fx>();
    let of = u32::try_from(touched.len()).unwrap_or(u32::MAX);
    let mut found: FxHashMap<FileId, Cochanged> = FxHashMap::default();
    for program::Joint(file, commit) in joint {
        let it = found.entry(file).or_insert(Cochanged { file, joint: 0, of, last: commit, score: 0 });
        it.joint += 1;
        it.last = it.last.min(commit);
        it.score += VOTE / graph.size(commit).saturating_sub(1).max(1);
    }
    let mut ranked: Vec<Cochanged> = found.into_values().collect();
    for it in &mut ranked {
        let own = graph.changes.row(it.file).partition_point(|commit| *commit < limit);
        it.score /= own as u64 + SMOOTHING;
    }
    ranked.sort_unstable_by_key(|it| (std::cmp::Reverse((it.score, it.joint)), it.file.index()));
    ranked
}
