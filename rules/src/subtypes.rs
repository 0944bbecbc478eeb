//! `type_graph.subtypes(symbols, depth)`: the types below any of the given ones, within `depth` hops.
//!
//! ```datalog
//! below(Def, 0)        :- seed(Def).
//! below(Sub, Hops + 1) :- below(Def, Hops), extends(Sub, Def), limit(Max), Hops < Max.
//! ```
//!
//! Among the tuples of one type the one with the fewest `Hops` is kept. A type that extends a requested one through two
//! others is found at the nearer.
//!
//! The witness of a type is the smallest supertype that is one hop nearer to a requested one.

use std::collections::HashMap;

use crate::graph::{Edb, TypeGraph};
use crate::id::DefId;
use crate::levels::{Leveled, leveled};
use crate::witness::{Fx, Wit};

mod program {
    use super::{DefId, Edb, TypeGraph, Wit};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, TypeGraph>);
        @input
        pub struct Seed(pub DefId);
        @input
        pub struct Limit(pub u32);

        @output
        pub struct Below(pub DefId, pub Wit<u32>);

        Below(def, Wit(0)) <- Seed(def);
        Below(sub, Wit(hops + 1)) <-
            Db(g), Limit(max), Below(def, at), let Wit(hops) = at, (hops < max), for &sub in g.implementers.row(def);
    }
}

/// The types below any of `types` within `max_hops`, nearest first. `u32::MAX` hops is no bound.
pub fn subtypes(graph: &TypeGraph, types: &[DefId], max_hops: u32) -> Vec<Leveled> {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend([program::Limit(max_hops)]);
    program.extend(types.iter().map(|&def| program::Seed(def)));
    let (below,) = program.run_with_hasher::<Fx>();
    let hops: HashMap<DefId, u32, Fx> = below.into_iter().map(|program::Below(def, Wit(hops))| (def, hops)).collect();
    leveled(&hops, |def| graph.supertypes.row(def))
}
