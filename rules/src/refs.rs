//! `scip.refs(symbol)`: the places where a compiler's index says that any of the given symbols is used.
//!
//! ```datalog
//! above(Symbol, 0)         :- wanted(Symbol).
//! above(To, Hops + 1)      :- above(From, Hops), stands_for(From, To).
//! below(Symbol, 0)         :- wanted(Symbol).
//! below(From, Hops + 1)    :- below(To, Hops), stands_for(From, To).
//! same(Symbol)             :- above(Symbol, _).
//! same(Symbol)             :- below(Symbol, _).
//! site(Occurrence, Symbol) :- same(Symbol), occurrence(Symbol, Occurrence), not defines(Occurrence).
//! site(Occurrence, Symbol) :- same(Symbol), occurrence(Symbol, Occurrence), defines(Occurrence), definitions_too().
//! ```
//!
//! `stands_for(From, To)` is a relationship of the index: who asks for the references of `From` wants those of `To` too,
//! as `From` overrides `To`. A call through `To` may run `From`; a call of `From` relies on what `To` promises. So both
//! directions are followed, as far as they lead, but never up and then down: two methods that override a third have
//! nothing to do with each other. Some indexers state every overridden method and some the next one alone; the fixpoint
//! makes no difference between them.
//!
//! The witness of a site is its symbol, and the chain of `stands_for` that leads from it to a requested one.

use std::collections::HashMap;

use crate::csr::Csr;
use crate::graph::{Edb, SymbolGraph};
use crate::id::{OccurrenceId, SymbolId};
use crate::witness::{Fx, Wit};

mod program {
    use super::{Edb, OccurrenceId, SymbolGraph, SymbolId, Wit};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, SymbolGraph>);
        @input
        pub struct Wanted(pub SymbolId);
        @input
        pub struct DefinitionsToo();

        @output
        pub struct Above(pub SymbolId, pub Wit<u32>);
        @output
        pub struct Below(pub SymbolId, pub Wit<u32>);
        struct Same(SymbolId);
        @output
        pub struct Site(pub OccurrenceId, pub SymbolId);

        Above(symbol, Wit(0)) <- Wanted(symbol);
        Above(to, Wit(hops + 1)) <-
            Db(g), Above(from, at), let Wit(hops) = at, for &to in g.stands_for.row(from);
        Below(symbol, Wit(0)) <- Wanted(symbol);
        Below(from, Wit(hops + 1)) <-
            Db(g), Below(to, at), let Wit(hops) = at, for &from in g.stand_ins.row(to);
        Same(symbol) <- Above(symbol, _);
        Same(symbol) <- Below(symbol, _);
        Site(occurrence, symbol) <-
            Db(g), Same(symbol), for &occurrence in g.occurrences.row(symbol), (!g.defines(occurrence));
        Site(occurrence, symbol) <-
            Db(g), DefinitionsToo(), Same(symbol), for &occurrence in g.occurrences.row(symbol), (g.defines(occurrence));
    }
}

/// A place where a symbol occurs. The order is that of the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// The place.
    pub occurrence: OccurrenceId,
    /// The symbol: a requested one, or one that a chain leads from.
    pub symbol: SymbolId,
}

/// A base fact in a chain: `stands_for(From, To)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StandsFor {
    /// The symbol that overrides.
    pub from: SymbolId,
    /// The symbol that is overridden.
    pub to: SymbolId,
}

/// The sites that a program found, and the path from the symbol of each to a requested one.
#[derive(Clone, Debug)]
pub struct Refs {
    above: HashMap<SymbolId, u32, Fx>,
    below: HashMap<SymbolId, u32, Fx>,
    sites: Vec<Site>,
}

/// The sites of `wanted`, and with `definitions_too` also the places that define it.
pub fn refs(graph: &SymbolGraph, wanted: &[SymbolId], definitions_too: bool) -> Refs {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend(wanted.iter().map(|&symbol| program::Wanted(symbol)));
    program.extend(definitions_too.then_some(program::DefinitionsToo()));
    let (above, below, sites) = program.run_with_hasher::<Fx>();
    let mut sites: Vec<Site> =
        sites.into_iter().map(|program::Site(occurrence, symbol)| Site { occurrence, symbol }).collect();
    sites.sort_unstable();
    Refs {
        above: above.into_iter().map(|program::Above(symbol, Wit(hops))| (symbol, hops)).collect(),
        below: below.into_iter().map(|program::Below(symbol, Wit(hops))| (symbol, hops)).collect(),
        sites,
    }
}

impl Refs {
    /// The answers, in order.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The base facts that lead from a symbol to a requested one, its own first; none for a requested one, or one
    /// that has no site. The shorter way is taken; of two equal ones that from what is overridden.
    pub fn chain(&self, graph: &SymbolGraph, symbol: SymbolId) -> Vec<StandsFor> {
        let hops = |of: &HashMap<SymbolId, u32, Fx>| of.get(&symbol).copied().unwrap_or(u32::MAX);
        if hops(&self.above) <= hops(&self.below) {
            let steps = steps(&self.above, &graph.stand_ins, symbol);
            steps.into_iter().map(|(to, from)| StandsFor { from, to }).collect()
        } else {
            let steps = steps(&self.below, &graph.stands_for, symbol);
            steps.into_iter().map(|(from, to)| StandsFor { from, to }).collect()
        }
    }
}

/// The way back to hop 0, each time to the smallest symbol that is one hop nearer.
fn steps(
    hops: &HashMap<SymbolId, u32, Fx>,
    rows: &Csr<SymbolId, SymbolId>,
    symbol: SymbolId,
) -> Vec<(SymbolId, SymbolId)> {
    let mut steps = Vec::new();
    let mut at = symbol;
    while let Some(nearer) = hops.get(&at).and_then(|hops| hops.checked_sub(1)) {
        let next = rows.row(at).iter().copied().find(|it| hops.get(it) == Some(&nearer));
        let Some(next) = next else { break };
        steps.push((at, next));
        at = next;
    }
    steps
}
