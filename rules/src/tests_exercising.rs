//! `test_inventory.tests_exercising(file_set, depth)`: the test files that use any of the given ones within `depth`
//! hops.
//!
//! ```datalog
//! reaches(File, 0)        :- seed(File).
//! reaches(From, Hops + 1) :- reaches(To, Hops), imports(From, To), limit(Max), Hops < Max.
//! reaches(From, Hops + 1) :- reaches(To, Hops), refers(From, To), limit(Max), Hops < Max.
//! exercises(File, Hops)   :- reaches(File, Hops), test_file(File).
//! ```
//!
//! Of the tuples of one file the one with the fewest `Hops` is kept. A seed that is itself a test file is an answer at
//! 0 hops: who asks for the tests of a change that edits a test wants that test first.
//!
//! The program walks `refers` beside `imports`: a Go or Java test stands in the package that it tests and uses it
//! without an import.

use crate::facts::{Edb, Facts};
use crate::id::FileId;
use crate::witness::{Fx, Hit, Reached, Toward, Wit};

mod program {
    use super::{Edb, FileId, Wit};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a>);
        @input
        pub struct Seed(pub FileId);
        @input
        pub struct Limit(pub u32);

        @output
        pub struct Reaches(pub FileId, pub Wit<u32>);
        @output
        pub struct Exercises(pub FileId, pub Wit<u32>);

        Reaches(file, Wit(0)) <- Seed(file);
        Reaches(from, Wit(hops + 1)) <-
            Db(g), Limit(max), Reaches(to, at), let Wit(hops) = at, (hops < max), for &from in g.importers(to);
        Reaches(from, Wit(hops + 1)) <-
            Db(g), Limit(max), Reaches(to, at), let Wit(hops) = at, (hops < max), for &from in g.referrers(to);
        Exercises(file, hops) <- Db(g), Reaches(file, hops), (g.is_test(file));
    }
}

/// The test files that reach any of `files` within `max_hops`, nearest first; a chain goes from the test to what it
/// exercises. `u32::MAX` hops is no bound.
pub fn tests_exercising(facts: &Facts, files: &[FileId], max_hops: u32) -> Reached {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(facts))]);
    program.extend([program::Limit(max_hops)]);
    program.extend(files.iter().map(|&file| program::Seed(file)));
    let (reaches, exercises) = program.run_with_hasher::<Fx>();
    let tests = exercises.into_iter().map(|program::Exercises(file, Wit(hops))| Hit { hops, file });
    let reached = reaches.into_iter().map(|program::Reaches(file, Wit(hops))| (file, hops));
    Reached::with_answers(reached, tests, Toward::Used)
}
