//! `import_graph.central(file_set)`: the files that the others rely on most.
//!
//! ```datalog
//! votes(From, To) :- source(From), imports(From, To), source(To), From != To.
//! votes(From, To) :- source(From), refers(From, To), source(To), From != To.
//! ```
//!
//! The rank of a file is its PageRank over `votes` (Brin and Page, 1998): what much relied-on files rely on counts more. The
//! damping is .85 and there are 50 rounds, in whole numbers, so that no order of sums shows. The vote of a file that relies
//! on none goes to all alike. Only sources vote and are ranked: what tests and examples import says how the code is
//! tried, not how it is built.

use crate::graph::{Edb, ImportGraph};
use crate::id::{FileId, Id};
use crate::witness::Fx;

/// How many rounds the ranks are passed on.
const ROUNDS: usize = 50;
/// The share of a rank that is passed on, in hundredths.
const DAMPING: u64 = 85;
/// The sum of all ranks: fine enough for a million files, and small enough that no product overflows.
const TOTAL: u64 = 1 << 48;

/// A file with its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Central {
    /// The file.
    pub file: FileId,
    /// Its share of all ranks; only the order says something.
    pub rank: u64,
    /// How many sources rely on it directly.
    pub voters: u32,
}

mod program {
    use super::{Edb, FileId, ImportGraph};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, ImportGraph>);
        @input
        pub struct Source(pub FileId);

        @output
        pub struct Votes(pub FileId, pub FileId);

        Votes(from, to) <- Db(g), Source(from), for &it in g.imports.row(from), let to = it, Source(to), (from != to);
        Votes(from, to) <- Db(g), Source(from), for &it in g.refers.row(from), let to = it, Source(to), (from != to);
    }
}

/// The sources that another source relies on, the greatest rank first, then in path order.
pub fn central(graph: &ImportGraph, sources: &[FileId]) -> Vec<Central> {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend(sources.iter().map(|&file| program::Source(file)));
    let (votes,) = program.run_with_hasher::<Fx>();
    let mut votes: Vec<(FileId, FileId)> = votes.into_iter().map(|program::Votes(from, to)| (from, to)).collect();
    votes.sort_unstable();
    let mut sources = sources.to_vec();
    sources.sort_unstable();
    sources.dedup();
    ranked(&sources, &votes)
}

fn ranked(sources: &[FileId], votes: &[(FileId, FileId)]) -> Vec<Central> {
    let n_places = sources.last().map_or(0, |last| last.index() + 1);
    let (mut given, mut received) = (vec![0_u64; n_places], vec![0_u32; n_places]);
    for (from, to) in votes {
        given[from.index()] += 1;
        received[to.index()] += 1;
    }
    let n_sources = sources.len().max(1) as u64;
    let mut rank = vec![TOTAL / n_sources; n_places];
    for _ in 0..ROUNDS {
        let idle: u64 = sources.iter().filter(|it| given[it.index()] == 0).map(|it| rank[it.index()]).sum();
        let base = (TOTAL / 100 * (100 - DAMPING) + idle / 100 * DAMPING) / n_sources;
        let mut next = vec![base; n_places];
        for (from, to) in votes {
            next[to.index()] += rank[from.index()] / 100 * DAMPING / given[from.index()];
        }
        rank = next;
    }
    let relied_on = sources.iter().filter(|it| received[it.index()] > 0);
    let mut central: Vec<Central> =
        relied_on.map(|&file| Central { file, rank: rank[file.index()], voters: received[file.index()] }).collect();
    central.sort_by_key(|it| (std::cmp::Reverse(it.rank), it.file));
    central
}
