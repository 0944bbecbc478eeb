//! `type_graph.overrides(symbols)`: the members that override any of the given ones, directly or through others.
//!
//! ```datalog
//! below(Method, 0)     :- seed(Method).
//! below(Def, Hops + 1) :- below(Method, Hops), overrides(Def, Method).
//! ```
//!
//! Among the tuples of one member the one with the fewest `Hops` is kept. `overrides(Def, Method)` holds between a member
//! and the next one above it of its name; so a fixpoint finds what overrides an override, and a call of a method may run
//! any member that is found.
//!
//! The witness of a member is the smallest one that it overrides one hop nearer to a requested one.

use std::collections::HashMap;

use crate::graph::{Edb, MemberGraph};
use crate::id::DefId;
use crate::levels::{Leveled, leveled};
use crate::witness::{Fx, Wit};

mod program {
    use super::{DefId, Edb, MemberGraph, Wit};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, MemberGraph>);
        @input
        pub struct Seed(pub DefId);

        @output
        pub struct Below(pub DefId, pub Wit<u32>);

        Below(method, Wit(0)) <- Seed(method);
        Below(def, Wit(hops + 1)) <-
            Db(g), Below(method, at), let Wit(hops) = at, for &def in g.overriders.row(method);
    }
}

/// The members that override any of `methods`, nearest first.
pub fn overrides(graph: &MemberGraph, methods: &[DefId]) -> Vec<Leveled> {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend(methods.iter().map(|&method| program::Seed(method)));
    let (below,) = program.run_with_hasher::<Fx>();
    let hops: HashMap<DefId, u32, Fx> = below.into_iter().map(|program::Below(def, Wit(hops))| (def, hops)).collect();
    leveled(&hops, |def| graph.overridden.row(def))
}
