//! `call_graph.callees(symbols|file_set, depth)`: the definitions that any of the given ones call within `depth` hops.
//!
//! ```datalog
//! reaches(Def, 0)       :- seed(Def).
//! reaches(To, Hops + 1) :- reaches(From, Hops), calls(From, To), limit(Max), Hops < Max.
//! ```
//!
//! Among the tuples of one definition the one with the fewest `Hops` is kept. The answer is `reaches` without its seeds
//! (`Hops = 0`), even where a seed calls another.

use crate::graph::{CallGraph, Edb};
use crate::id::DefId;
use crate::witness::{CallReach, Fx, Wit};

mod program {
    use super::{CallGraph, DefId, Edb, Wit};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, CallGraph>);
        @input
        pub struct Seed(pub DefId);
        @input
        pub struct Limit(pub u32);

        @output
        pub struct Reaches(pub DefId, pub Wit<u32>);

        Reaches(def, Wit(0)) <- Seed(def);
        Reaches(to, Wit(hops + 1)) <-
            Db(g), Limit(max), Reaches(from, at), let Wit(hops) = at, (hops < max), for &to in g.callees.row(from);
    }
}

/// The definitions that any of `defs` calls within `max_hops`. `u32::MAX` hops is no bound.
pub fn callees(graph: &CallGraph, defs: &[DefId], max_hops: u32) -> CallReach {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend([program::Limit(max_hops)]);
    program.extend(defs.iter().map(|&def| program::Seed(def)));
    let (reaches,) = program.run_with_hasher::<Fx>();
    CallReach::of(reaches.into_iter().map(|program::Reaches(def, Wit(hops))| (def, hops)))
}
