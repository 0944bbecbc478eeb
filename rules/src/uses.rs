//! `facts.uses(asked)`: where the names that files import stand, whatever hands them on.
//!
//! ```datalog
//! wanted(Module, Name)               :- asked(Module, Name).
//! passes(From, Other, Module, Name)  :- wanted(Module, Name), hands_on(Module, Name, From, Other).
//! passes(From, Name, Module, Name)   :- wanted(Module, Name), silent(Module, Name), star(Module, Name, From).
//! wanted(From, Other)                :- passes(From, Other, _, _).
//! leads(Module, Name, Module, Name)  :- wanted(Module, Name), states(Module, Name).
//! leads(Module, Name, Home, Own)     :- leads(From, Other, Home, Own), passes(From, Other, Module, Name).
//! uses(Module, Name, Home, Own)      :- asked(Module, Name), leads(Module, Name, Home, Own).
//! ```
//!
//! A module `states` a name, or `hands_on` another module's name under one of its own, or is `silent` about it; then
//! the modules whose names it hands on wholesale are asked (`export *`, `pub use m::*`, `from m import *`). So what is
//! said explicitly wins over what comes by a star, at every step, and modules that hand on each other end in a fixpoint.
//!
//! A name that leads to two homes, or to two names of one, is ambiguous: there is no choosing between two stars.
//!
//! The program is not asked by manifests. It runs once, while facts are made, over the names that imports ask for.

use std::collections::HashMap;

use crate::graph::Edb;
use crate::id::{DefId, NameId};
use crate::witness::Fx;

/// What modules offer to each other. A module is a file, or a scope inside of one, by its definition.
pub trait Offers {
    /// `states(Module, Name)`: the module itself says what the name is.
    fn states(&self, module: DefId, name: NameId) -> bool;
    /// `hands_on(Module, Name, From, Other)`: under `Name` the module offers what `From` offers under `Other`.
    fn hands_on(&self, module: DefId, name: NameId) -> Option<(DefId, NameId)>;
    /// `star(Module, Name, From)`: the module hands on all of `From`, and `Name` is among what a star brings.
    fn star(&self, module: DefId, name: NameId) -> Vec<DefId>;
    /// `silent(Module, Name)`: the module neither states the name nor hands on another under it.
    fn silent(&self, module: DefId, name: NameId) -> bool {
        !self.states(module, name) && self.hands_on(module, name).is_none()
    }

    /// The number of pairs of modules of which one hands on all of the other.
    fn n_stars(&self) -> usize;
}

/// A name of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offer {
    /// The module.
    pub module: DefId,
    /// The name.
    pub name: NameId,
}

/// The module and the name under which it states what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// One home.
    One(Offer),
    /// Several: two stars bring different things under one name.
    Ambiguous,
}

/// The offers as a column.
type Modules<'a> = Edb<'a, dyn Offers + 'a>;

impl Modules<'_> {
    /// `hands_on(Module, Name, From, Other)`, as rows.
    fn hands_on(self, module: DefId, name: NameId) -> std::option::IntoIter<(DefId, NameId)> {
        self.0.hands_on(module, name).into_iter()
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
        Passes(from, name, module, name) <-
            Db(g), Wanted(module, name), (g.silent(module, name)), for from in g.star(module, name);
        Wanted(from, other) <- Passes(from, other, _, _);
        Leads(module, name, module, name) <- Db(g), Wanted(module, name), (g.states(module, name));
        Leads(module, name, home, own) <- Leads(from, other, home, own), Passes(from, other, module, name);
        Uses(module, name, home, own) <- Asked(module, name), Leads(module, name, home, own);
    }
}

/// How many steps through stars one run may hold: names are asked in groups, so that modules that all hand on each
/// other cost time, never memory.
const STEPS: usize = 1 << 22;

/// Where each of the asked names stands. What no module states is not in the answer.
pub fn uses(offers: &dyn Offers, asked: &[Offer]) -> HashMap<Offer, Home, Fx> {
    let mut homes = HashMap::default();
    for group in asked.chunks((STEPS / offers.n_stars().max(1)).max(1)) {
        let mut program = program::Crepe::new();
        program.extend([program::Db(Edb(offers))]);
        program.extend(group.iter().map(|offer| program::Asked(offer.module, offer.name)));
        let (uses,) = program.run_with_hasher::<Fx>();
        for program::Uses(module, name, home, own) in uses {
            let home = Home::One(Offer { module: home, name: own });
            let known = homes.entry(Offer { module, name }).or_insert(home);
            if *known != home {
                *known = Home::Ambiguous;
            }
        }
    }
    homes
}
