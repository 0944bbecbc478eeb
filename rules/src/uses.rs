//! `facts.uses(asked)`: the declarations of the names that files import, behind all re-exports.
//!
//! ```datalog
//! wanted(Module, Name)               :- asked(Module, Name).
//! passes(From, Other, Module, Name)  :- wanted(Module, Name), hands_on(Module, Name, From, Other).
//! passes(From, Other, Module, Name)  :- wanted(Module, Name), silent(Module, Name), star(Module, Name, From, Other).
//! wanted(From, Other)                :- passes(From, Other, _, _).
//! leads(Module, Name, Module, Name)  :- wanted(Module, Name), states(Module, Name).
//! leads(Module, Name, Home, Own)     :- leads(From, Other, Home, Own), passes(From, Other, Module, Name).
//! uses(Module, Name, Home, Own)      :- asked(Module, Name), leads(Module, Name, Home, Own).
//! ```
//!
//! A module `states` a name, or `hands_on` another module's name under one of its own, or is `silent` about it; then
//! the modules whose names it re-exports wholesale are searched (`export *`, `pub use m::*`, `from m import *`). So what is
//! said explicitly wins over what comes by a star, at every step, and modules that hand on each other end in a fixpoint.
//!
//! A name that leads to two homes, or to two names of one, is ambiguous: there is no choosing between two stars.
//!
//! No manifest calls the program. It runs once, while facts are made, over the names that imports request.

use std::collections::HashMap;

use crate::graph::Edb;
use crate::id::{DefId, NameId};
use crate::ways::{Ways, ways};
use crate::witness::Fx;

/// The exports of modules. A module is a file, or a scope inside of one, by its definition.
pub trait Offers {
    /// `states(Module, Name)`: the module itself says what the name is.
    fn states(&self, module: DefId, name: NameId) -> bool;
    /// `hands_on(Module, Name, From, Other)`: under `Name` the module offers what `From` offers under `Other`.
    fn hands_on(&self, module: DefId, name: NameId) -> Option<(DefId, NameId)>;
    /// `star(Module, Name, From, Name)`: calls `found` with each `From` that the module re-exports wholesale, where `Name`
    /// is among what a star brings.
    fn star(&self, module: DefId, name: NameId, found: &mut dyn FnMut(DefId));
    /// `silent(Module, Name)`: the module neither declares the name nor re-exports another under it.
    fn silent(&self, module: DefId, name: NameId) -> bool {
        !self.states(module, name) && self.hands_on(module, name).is_none()
    }
}

/// A name of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offer {
    /// The module.
    pub module: DefId,
    /// The name.
    pub name: NameId,
}

/// The module that declares the requested name, and its name there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// One home.
    One(Offer),
    /// Several: two stars bring different things under one name.
    Ambiguous,
}

/// The offers of modules, with the stars that matter.
struct Stated<'a> {
    offers: &'a dyn Offers,
    ways: Ways,
}

/// The offers as a column.
type Modules<'a> = Edb<'a, Stated<'a>>;

impl Stated<'_> {
    fn states(&self, module: DefId, name: NameId) -> bool {
        self.offers.states(module, name)
    }

    fn hands_on(&self, module: DefId, name: NameId) -> std::option::IntoIter<(DefId, NameId)> {
        self.offers.hands_on(module, name).into_iter()
    }

    fn silent(&self, module: DefId, name: NameId) -> bool {
        self.offers.silent(module, name)
    }

    fn star(&self, module: DefId, name: NameId) -> impl Iterator<Item = (DefId, NameId)> {
        let ways = self.ways.get(&Offer { module, name }).map_or(&[][..], Vec::as_slice);
        ways.iter().map(|way| (way.module, way.name))
    }
}

mod program {
    use super::{DefId, Modules, NameId};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Modules<'a>);
        @input
        pub struct Asked(pub DefId, pub NameId);

        struct Wanted(DefId, NameId);
        struct Passes(DefId, NameId, DefId, NameId);
        struct Leads(DefId, NameId, DefId, NameId);
        @output
        pub struct Uses(pub DefId, pub NameId, pub DefId, pub NameId);

        Wanted(module, name) <- Asked(module, name);
        Passes(from, other, module, name) <-
            Db(g), Wanted(module, name), for (from, other) in g.hands_on(module, name);
        Passes(from, other, module, name) <-
            Db(g), Wanted(module, name), (g.silent(module, name)), for (from, other) in g.star(module, name);
        Wanted(from, other) <- Passes(from, other, _, _);
        Leads(module, name, module, name) <- Db(g), Wanted(module, name), (g.states(module, name));
        Leads(module, name, home, own) <- Leads(from, other, home, own), Passes(from, other, module, name);
        Uses(module, name, home, own) <- Asked(module, name), Leads(module, name, home, own);
    }
}

/// The declaration of each requested name. A name that no module declares is not in the answer.
pub fn uses(offers: &dyn Offers, asked: &[Offer]) -> HashMap<Offer, Home, Fx> {
    let stated = Stated { offers, ways: ways(offers, asked) };
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(&stated))]);
    program.extend(asked.iter().map(|offer| program::Asked(offer.module, offer.name)));
    let (uses,) = program.run_with_hasher::<Fx>();
    let mut homes = HashMap::default();
    for program::Uses(module, name, home, own) in uses {
        let home = Home::One(Offer { module: home, name: own });
        let known = homes.entry(Offer { module, name }).or_insert(home);
        if *known != home {
            *known = Home::Ambiguous;
        }
    }
    homes
}
