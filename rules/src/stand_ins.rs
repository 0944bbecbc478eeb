//! `facts.stand_ins(methods)`: the callables that stand in for methods without a body.
//!
//! ```datalog
//! under(Base, Below)      :- open(_, Base, _), extends(Below, Base).
//! under(Base, Below)      :- under(Base, Middle), extends(Below, Middle).
//! stand_in(Def, Method)   :- open(Method, Base, Name), under(Base, Below), member(Below, Def), name(Def) = Name.
//! ```
//!
//! `open(Method, Base, Name)`: the type `Base` declares the method, and gives it no body. A call of it runs the body of
//! a member of the same name in some type below, however far. Whether a type below is itself extended does not count:
//! the text does not say which is made.

use crate::csr::Csr;
use crate::graph::{Edb, OverrideGraph};
use crate::id::{DefId, NameId};
use crate::witness::Fx;

/// A method without a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Open {
    /// The method.
    pub method: DefId,
    /// The type that declares it.
    pub base: DefId,
    /// Its name.
    pub name: NameId,
}

mod program {
    use super::{DefId, Edb, NameId, OverrideGraph};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, OverrideGraph>);
        @input
        pub struct Open(pub DefId, pub DefId, pub NameId);

        struct Under(DefId, DefId);
        @output
        pub struct StandIn(pub DefId, pub DefId);

        Under(base, below) <- Db(g), Open(_, base, _), for &below in g.implementers.row(base);
        Under(base, below) <- Db(g), Under(base, middle), for &below in g.implementers.row(middle);
        StandIn(def, method) <- Db(g), Open(method, base, name), Under(base, below), for &def in g.members.row(below),
            (g.name(def) == name);
    }
}

/// `stand_in(Def, Method)`, read from `Method`. A method is never its own stand-in.
pub fn stand_ins(graph: &OverrideGraph, methods: &[Open]) -> Csr<DefId, DefId> {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend(methods.iter().map(|it| program::Open(it.method, it.base, it.name)));
    let (found,) = program.run_with_hasher::<Fx>();
    let pairs = found.into_iter().map(|program::StandIn(def, method)| (method, def));
    let pairs: Vec<(DefId, DefId)> = pairs.filter(|(method, def)| method != def).collect();
    Csr::build(graph.name_of.len(), &pairs)
}
