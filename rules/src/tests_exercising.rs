//! `test_inventory.tests_exercising(file_set, depth)`: the test files that exercise any of the given ones within
//! `depth` hops.
//!
//! ```datalog
//! reaches(Def, 0)           :- seed(File), declares(File, Def).
//! reaches(From, Hops + 1)   :- reaches(To, Hops), needs(From, To), limit(Max), Hops < Max.
//! exercises(File, 0)        :- seed(File), test_file(File).
//! exercises(Test, 1)        :- seed(File), limit(Max), 0 < Max, imports(Test, File), test_file(Test).
//! exercises(Test, Hops + 1) :- reaches(Def, Hops), limit(Max), Hops < Max, opens(Test, Def).
//! ```
//!
//! Among the tuples of one test, or of one definition, the one with the fewest `Hops` is kept. A seed that is itself a test
//! file is an answer at 0 hops: who asks for the tests of a change that edits a test wants that test first.
//!
//! The program walks definitions, not files: `opens(Test, Def)` holds what the test itself names, whatever re-exports
//! lie between, and `needs(From, To)` what the text of a definition names. So a package's index, which every test
//! imports and which imports every file, makes no test near to every file.
//!
//! Where no depth is stated and fewer than three tests are found, the question is put again with one hop more, up to six.

use std::collections::{HashMap, HashSet};

use crate::graph::{Edb, TestGraph};
use crate::id::{DefId, FileId};
use crate::witness::{Fx, Hit, Wit};

mod program {
    use super::{DefId, Edb, FileId, TestGraph, Wit};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, TestGraph>);
        @input
        pub struct Seed(pub FileId);
        @input
        pub struct Limit(pub u32);

        @output
        pub struct Reaches(pub DefId, pub Wit<u32>);
        @output
        pub struct Exercises(pub FileId, pub u32);

        Reaches(def, Wit(0)) <- Db(g), Seed(file), for &def in g.declares.row(file);
        Reaches(from, Wit(hops + 1)) <-
            Db(g), Limit(max), Reaches(to, at), let Wit(hops) = at, (hops < max), for &from in g.needers.row(to);
        Exercises(file, 0) <- Db(g), Seed(file), (g.is_test(file));
        Exercises(test, 1) <-
            Db(g), Limit(max), (0 < max), Seed(file), for &test in g.importers.row(file), (g.is_test(test));
        Exercises(test, hops + 1) <-
            Db(g), Limit(max), Reaches(def, at), let Wit(hops) = at, (hops < max), for &test in g.openers.row(def);
    }
}

/// The tests that exercise a set of files, and the way from each to the set.
#[derive(Clone, Debug, Default)]
pub struct Exercised {
    hits: Vec<Hit>,
    hops: HashMap<DefId, u32, Fx>,
    max_hops: u32,
}

/// The test files that exercise any of `files` within `max_hops`, nearest first. `u32::MAX` hops is no bound.
pub fn tests_exercising(graph: &TestGraph, files: &[FileId], max_hops: u32) -> Exercised {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend([program::Limit(max_hops)]);
    program.extend(files.iter().map(|&file| program::Seed(file)));
    let (reaches, exercises) = program.run_with_hasher::<Fx>();
    let mut hits: Vec<Hit> = exercises.into_iter().map(|program::Exercises(file, hops)| Hit { hops, file }).collect();
    hits.sort_unstable_by_key(|hit| (hit.file, hit.hops));
    hits.dedup_by_key(|hit| hit.file);
    hits.sort_unstable();
    let hops = reaches.into_iter().map(|program::Reaches(def, Wit(hops))| (def, hops)).collect();
    Exercised { hits, hops, max_hops }
}

impl Exercised {
    /// The tests, nearest first, then in path order.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// The definitions that lead from a test to a file of the set: the one that the test opens, then each that the one
    /// before needs. Empty for a file that is no answer, for a seed, and for a test that imports a file of the set
    /// without opening anything in it.
    ///
    /// Each step goes to the smallest definition that is one hop nearer, so the chain depends on the facts alone.
    pub fn chain(&self, graph: &TestGraph, test: FileId) -> Vec<DefId> {
        let hit = self.hits.iter().find(|hit| hit.file == test);
        let Some(mut hops) = hit.and_then(|hit| hit.hops.checked_sub(1)) else { return Vec::new() };
        let mut next = self.nearest(graph.opens.row(test), hops);
        let mut chain = Vec::new();
        while let Some(def) = next {
            chain.push(def);
            let Some(nearer) = hops.checked_sub(1) else { break };
            hops = nearer;
            next = self.nearest(graph.needs.row(def), hops);
        }
        chain
    }

    /// The bound of hops, where it ended the walk: a test, or a definition that leads on, is one hop behind it. None at all is
    /// taken for one that did.
    pub fn ended_at(&self, graph: &TestGraph) -> Option<u32> {
        let known: HashSet<FileId, Fx> = self.hits.iter().map(|hit| hit.file).collect();
        let goes_on = |def: DefId| {
            graph.needers.row(def).iter().any(|from| !self.hops.contains_key(from))
                || graph.openers.row(def).iter().any(|test| !known.contains(test))
        };
        let mut last = self.hops.iter().filter(|(_, hops)| **hops == self.max_hops);
        (self.max_hops == 0 || last.any(|(def, _)| goes_on(*def))).then_some(self.max_hops)
    }

    /// Whether a file is a seed: its definitions are at distance 0.
    pub fn is_seed(&self, graph: &TestGraph, file: FileId) -> bool {
        graph.declares.row(file).iter().any(|def| self.hops.get(def) == Some(&0))
    }

    fn nearest(&self, row: &[DefId], hops: u32) -> Option<DefId> {
        row.iter().copied().find(|def| self.hops.get(def) == Some(&hops))
    }
}
