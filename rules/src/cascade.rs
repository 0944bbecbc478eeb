//! `search.cascade(text)`: the neighbours that stand behind what the words of a text found.
//!
//! ```datalog
//! neighbour(Seed, File) :- seed(Seed), imports(Seed, File), not seed(File).
//! neighbour(Seed, File) :- seed(Seed), imports(File, Seed), not seed(File).
//! neighbour(Seed, File) :- seed(Seed), refers(Seed, File), not seed(File).
//! neighbour(Seed, File) :- seed(Seed), refers(File, Seed), not seed(File).
//! ```
//!
//! The words are weighed outside: a program knows no text. Sources are ranked by BM25 over chunks and over files, by the
//! cosine of TF-IDF vectors, and by the names that the text has. Where the first leads the second by less than
//! max(floor, K·σ) of the best cosines, the first five are the seeds; of their neighbours the thirty of the greatest PageRank
//! are held against the text, and those whose cosine is no less than mean − K·σ of what the words found stand behind it.
//! No neighbour displaces a file that the words found.

use crate::graph::{Edb, ImportGraph};
use crate::id::FileId;
use crate::witness::Fx;

mod program {
    use super::{Edb, FileId, ImportGraph};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, ImportGraph>);
        @input
        pub struct Seed(pub FileId);

        @output
        pub struct Neighbour(pub FileId, pub FileId);

        Neighbour(seed, file) <- Db(g), Seed(seed), for &it in g.imports.row(seed), let file = it, !Seed(file);
        Neighbour(seed, file) <- Db(g), Seed(seed), for &it in g.importers.row(seed), let file = it, !Seed(file);
        Neighbour(seed, file) <- Db(g), Seed(seed), for &it in g.refers.row(seed), let file = it, !Seed(file);
        Neighbour(seed, file) <- Db(g), Seed(seed), for &it in g.referrers.row(seed), let file = it, !Seed(file);
    }
}

/// The seeds with their neighbours over imports and references in both directions, in order.
pub fn neighbours(graph: &ImportGraph, seeds: &[FileId]) -> Vec<(FileId, FileId)> {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend(seeds.iter().map(|&file| program::Seed(file)));
    let (neighbours,) = program.run_with_hasher::<Fx>();
    let mut neighbours: Vec<(FileId, FileId)> =
        neighbours.into_iter().map(|program::Neighbour(seed, file)| (seed, file)).collect();
    neighbours.sort_unstable();
    neighbours
}
