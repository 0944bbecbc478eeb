//! `search.prior(file_set)`: how important a file is, whatever the words of a search.
//!
//! ```datalog
//! votes(From, To) :- source(From), imports(From, To), source(To), From != To.
//! votes(From, To) :- source(From), refers(From, To), source(To), From != To.
//! ```
//!
//! The prior of a file is its PageRank over `votes`: what much relied-on files rely on counts more. Only sources vote and
//! are ranked: what tests and examples import says how the code is tried, not how it is built.

use crate::graph::{Edb, ImportGraph};
use crate::id::{FileId, Id};
use crate::page_rank::{page_rank, received};
use crate::witness::Fx;

/// A file with its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prior {
    /// The file.
    pub file: FileId,
    /// Its share of all ranks; only the order says something.
    pub rank: u64,
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
pub fn prior(graph: &ImportGraph, sources: &[FileId]) -> Vec<Prior> {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend(sources.iter().map(|&file| program::Source(file)));
    let (votes,) = program.run_with_hasher::<Fx>();
    let mut votes: Vec<(FileId, FileId)> = votes.into_iter().map(|program::Votes(from, to)| (from, to)).collect();
    votes.sort_unstable();
    let mut sources = sources.to_vec();
    sources.sort_unstable();
    sources.dedup();
    let rank = page_rank(&sources, &votes, |_| 1);
    let received = received(&sources, votes.iter().map(|(_, to)| *to));
    let relied_on = sources.iter().filter(|it| received[it.index()] > 0);
    let mut ranked: Vec<Prior> = relied_on.map(|&file| Prior { file, rank: rank[file.index()] }).collect();
    ranked.sort_by_key(|it| (std::cmp::Reverse(it.rank), it.file));
    ranked
}
