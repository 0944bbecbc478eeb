//! `type_graph.siblings(symbols|file_set)`: the other implementers of a supertype that has at least three.
//!
//! ```datalog
//! family(Supertype)       :- seed(Def), extends(Def, Supertype), 3 <= count { extends(_, Supertype) }.
//! family(Supertype)       :- seed(Supertype), 3 <= count { extends(_, Supertype) }.
//! sibling(Def, Supertype) :- family(Supertype), extends(Def, Supertype), not seed(Def).
//! ```
//!
//! A seed asks as an implementer, for those beside it; a seed that is itself such a supertype asks for its
//! implementers. "Other" means other than every seed: who names two of a family wants the rest. With fewer than three
//! implementers there is no family: one class with its interface is no choice among many.
//!
//! The witness of a sibling is the smallest of the supertypes.

use crate::graph::{Edb, TypeGraph};
use crate::id::DefId;
use crate::witness::Fx;

/// The fewest implementers that make a supertype a family.
pub const MIN_SIBLINGS: usize = 3;

/// An implementer, and the supertype that makes it a sibling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sibling {
    /// The answer.
    pub def: DefId,
    /// The smallest supertype that it shares: `extends(Def, Supertype)` is its witness.
    pub supertype: DefId,
}

mod program {
    use super::{DefId, Edb, MIN_SIBLINGS, TypeGraph};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, TypeGraph>);
        @input
        pub struct Seed(pub DefId);

        struct Family(DefId);
        @output
        pub struct Sibling(pub DefId, pub DefId);

        // A row is distinct, so its length is the number of implementers: a count without aggregation.
        Family(supertype) <- Db(g), Seed(def),
            for &supertype in g.supertypes.row(def), (MIN_SIBLINGS <= g.implementers.row(supertype).len());
        Family(supertype) <- Db(g), Seed(supertype), (MIN_SIBLINGS <= g.implementers.row(supertype).len());
        Sibling(def, supertype) <- Db(g), Family(supertype), for &def in g.implementers.row(supertype), !Seed(def);
    }
}

/// The siblings of `defs` (types, or their supertype), in path order.
pub fn siblings(graph: &TypeGraph, defs: &[DefId]) -> Vec<Sibling> {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend(defs.iter().map(|&def| program::Seed(def)));
    let (siblings,) = program.run_with_hasher::<Fx>();
    let mut siblings: Vec<Sibling> =
        siblings.into_iter().map(|program::Sibling(def, supertype)| Sibling { def, supertype }).collect();
    siblings.sort_unstable();
    siblings.dedup_by_key(|it| it.def); // the smallest supertype comes first
    siblings
}
