//! `import_graph.transitive_callers(file_set, depth)`: the files that use any of the given ones within `depth` hops.
//!
//! ```datalog
//! reaches(File, 0)        :- seed(File).
//! reaches(From, Hops + 1) :- reaches(To, Hops), imports(From, To), limit(Max), Hops < Max.
//! reaches(From, Hops + 1) :- reaches(To, Hops), refers(From, To), limit(Max), Hops < Max.
//! ```
//!
//! Among the tuples of one file the one with the fewest `Hops` is kept. The answer is `reaches` without its seeds
//! (`Hops = 0`), even where a seed imports another.
//!
//! The program walks `refers` beside `imports`: in Go, Java or Kotlin the files of one package use each other without
//! an import, so imports alone would miss a file's nearest users.

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
        Reaches(from, Wit(hops + 1)) <-
            Db(g), Limit(max), Reaches(to, at), let Wit(hops) = at, (hops < max), for &from in g.importers.row(to);
        Reaches(from, Wit(hops + 1)) <-
            Db(g), Limit(max), Reaches(to, at), let Wit(hops) = at, (hops < max), for &from in g.referrers.row(to);
    }
}

/// The files that import or refer to any of `files` within `max_hops`, nearest first; a chain goes from the user to
/// what it uses. `u32::MAX` hops is no bound.
pub fn transitive_callers(graph: &ImportGraph, files: &[FileId], max_hops: u32) -> Reached {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend([program::Limit(max_hops)]);
    program.extend(files.iter().map(|&file| program::Seed(file)));
    let (reaches,) = program.run_with_hasher::<Fx>();
    let reached = reaches.into_iter().map(|program::Reaches(file, Wit(hops))| (file, hops));
    Reached::without_seeds(reached, Toward::Used)
}
