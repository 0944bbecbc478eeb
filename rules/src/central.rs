//! `import_graph.central(file_set)`: the files that tie the code together.
//!
//! ```datalog
//! votes(From, To) :- source(From), relies(From, To), source(To), From != To.
//! tries(From, To) :- source(To), relies(From, To), aside(From).
//! ```
//!
//! `relies(From, To)`: `From` imports `To`, uses a name of its package that `To` declares, calls into it, or declares what
//! `To` has the body of (a header and its implementation, an interface and what implements it).
//!
//! A file has two ranks, both PageRank (damping .85, 50 rounds) over `votes` in whole numbers. The one follows the votes: it
//! is great where much relies on the file; a leap leads to a source the likelier, the more tests and examples try it. The
//! other follows them backwards: it is great where the file relies on much. The order is that of their product, for a leaf
//! that all use explains as little of a repository as a root that uses all and holds nothing.

use crate::graph::{Edb, RelianceGraph};
use crate::id::{FileId, Id};
use crate::page_rank::{page_rank, received};
use crate::witness::Fx;

/// A file with its ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Central {
    /// The file.
    pub file: FileId,
    /// Its share of all ranks by what relies on it; only the order says something.
    pub rank: u64,
    /// Its share of all ranks by what it relies on.
    pub reach: u64,
    /// How many sources rely on it directly.
    pub voters: u32,
    /// How many tests and examples rely on it directly.
    pub tries: u32,
}

mod program {
    use super::{Edb, FileId, RelianceGraph};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, RelianceGraph>);
        @input
        pub struct Source(pub FileId);

        @output
        pub struct Votes(pub FileId, pub FileId);
        @output
        pub struct Tries(pub FileId, pub FileId);

        Votes(from, to) <- Db(g), Source(from), for &it in g.relies.row(from), let to = it, Source(to), (from != to);
        Tries(from, to) <- Db(g), Source(to), for &from in g.relied_on_by.row(to), (g.is_aside(from));
    }
}

/// The sources that another file relies on or that rely on another source, the greatest product of both ranks first, then
/// in path order.
pub fn central(graph: &RelianceGraph, sources: &[FileId]) -> Vec<Central> {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend(sources.iter().map(|&file| program::Source(file)));
    let (votes, tries) = program.run_with_hasher::<Fx>();
    let mut votes: Vec<(FileId, FileId)> = votes.into_iter().map(|program::Votes(from, to)| (from, to)).collect();
    votes.sort_unstable();
    let mut backwards: Vec<(FileId, FileId)> = votes.iter().map(|(from, to)| (*to, *from)).collect();
    backwards.sort_unstable();
    let mut sources = sources.to_vec();
    sources.sort_unstable();
    sources.dedup();
    let tries = received(&sources, tries.into_iter().map(|program::Tries(_, to)| to));
    let voters = received(&sources, votes.iter().map(|(_, to)| *to));
    let given = received(&sources, backwards.iter().map(|(_, from)| *from));
    let rank = page_rank(&sources, &votes, |file| 1 + tries[file.index()]);
    let reach = page_rank(&sources, &backwards, |_| 1);
    let is_tied = |it: &&FileId| [&tries, &voters, &given].iter().any(|by_file| by_file[it.index()] > 0);
    let mut central: Vec<Central> =
        sources.iter().filter(is_tied).map(|&file| ranked(file, &rank, &reach, &voters, &tries)).collect();
    central.sort_by_key(|it| (std::cmp::Reverse(u128::from(it.rank) * u128::from(it.reach)), it.file));
    central
}

fn ranked(file: FileId, rank: &[u64], reach: &[u64], voters: &[u32], tries: &[u32]) -> Central {
    let at = file.index();
    Central { file, rank: rank[at], reach: reach[at], voters: voters[at], tries: tries[at] }
}
