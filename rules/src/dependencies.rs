//! `import_graph.dependencies(file_set, depth)`: the files that the given ones use within `depth` hops.
//!
//! ```datalog
//! reaches(File, 0)      :- seed(File).
//! reaches(To, Hops + 1) :- reaches(From, Hops), imports(From, To), limit(Max), Hops < Max.
//! reaches(To, Hops + 1) :- reaches(From, Hops), refers(From, To), limit(Max), Hops < Max.
//! ```
//!
//! Among the tuples of one file the one with the fewest `Hops` is kept. The answer is `reaches` without its seeds
//! (`Hops = 0`), even where a seed imports another. It is `import_graph.transitive_callers` read from the other side:
//! `B` is a dependency of `A` within so many hops exactly if `A` is a caller of `B` within as many.
//!
//! The program walks `refers` beside `imports`: in Go, Java or Kotlin the files of one package use each other without
//! an import, so imports alone would miss the neighbours of a file.

use crate::graph::{Edb, ImportGraph};
use crate::id::FileId;
use crate::witness::{Fx, Reached, Toward, Wit};

mod program {
    use super::{Edb, FileId, ImportGraph, Wit};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, ImportGraph>);
        @input
        pub struct Seed(pub FileId);
        @input
        pub struct Limit(pub u32);

        @output
        pub struct Reaches(pub FileId, pub Wit<u32>);

        Reaches(file, Wit(0)) <- Seed(file);
        Reaches(to, Wit(hops + 1)) <-
            Db(g), Limit(max), Reaches(from, at), let Wit(hops) = at, (hops < max), for &to in g.imports.row(from);
        Reaches(to, Wit(hops + 1)) <-
            Db(g), Limit(max), Reaches(from, at), let Wit(hops) = at, (hops < max), for &to in g.refers.row(from);
    }
}

/// The files that `files` import or refer to within `max_hops`, nearest first; a chain goes from what is used to its
/// user. `u32::MAX` hops is no bound.
pub fn dependencies(graph: &ImportGraph, files: &[FileId], max_hops: u32) -> Reached {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend([program::Limit(max_hops)]);
    program.extend(files.iter().map(|&file| program::Seed(file)));
    let (reaches,) = program.run_with_hasher::<Fx>();
    let reached = reaches.into_iter().map(|program::Reaches(file, Wit(hops))| (file, hops));
    Reached::without_seeds(reached, Toward::Users)
}
