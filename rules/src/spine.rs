//! `call_graph.spine(symbols)`: the minimal call paths that connect the named callables, in whatever order they are
//! named.
//!
//! ```datalog
//! forward(Part, Def, 0)          :- named(Part, Def).
//! forward(Part, To, Hops + 1)    :- forward(Part, From, Hops), calls(From, To), not aside(To),
//!                                   halves(Forth, _), Hops < Forth.
//! backward(Part, Def, 0)         :- named(Part, Def).
//! backward(Part, From, Hops + 1) :- backward(Part, To, Hops), calls(From, To), not aside(From),
//!                                   halves(_, Back), Hops < Back.
//! bridge(Part, Other, From, To)  :- forward(Part, From, Hops), halves(Forth, Back), Hops = Forth, calls(From, To),
//!                                   backward(Other, To, Rest), Rest = Back, Part != Other.
//!
//! before(Part, To)               :- bridge(Part, _, To, _).
//! step_in(Part, From, To)        :- before(Part, To), forward(Part, To, Far), calls(From, To),
//!                                   forward(Part, From, Near), Near + 1 = Far.
//! before(Part, From)             :- step_in(Part, From, _).
//! after(Part, From)              :- bridge(_, Part, _, From).
//! step_out(Part, From, To)       :- after(Part, From), backward(Part, From, Far), calls(From, To),
//!                                   backward(Part, To, Near), Near + 1 = Far.
//! after(Part, To)                :- step_out(Part, _, To).
//!
//! step(From, To)                 :- bridge(_, _, From, To).
//! step(From, To)                 :- step_in(_, From, To).
//! step(From, To)                 :- step_out(_, From, To).
//! ```
//!
//! The program runs once for each length 1, 2, .. up to the bound, with `Forth + 1 + Back` that length. A part is a set
//! of names that shorter paths connect; between two parts there is none, so what it finds are the shortest paths
//! between them, all of them. Then the parts that found each other become one. So ties are all taken, and no order of
//! the names can matter. Names with a definition in common are one part from the start.
//!
//! `aside(Def)`: the definition is in a test, an example, a fixture, or vendored or generated code. No path leads
//! through one, and a name ends in one only if it has no other definitions. Of the tuples of one definition the one
//! with the fewest hops is kept. A hub is no special case; the bound on the length bounds the work.

use std::collections::{BTreeSet, HashMap};

use crate::graph::{CallGraph, Edb};
use crate::id::DefId;
use crate::witness::{Fx, Wit};

/// The longest path of a spine, in calls, by default.
pub const DEFAULT_HOPS: u32 = 4;

/// The longest path that may be requested; a greater bound counts as this one. Farther apart, names have no flow in
/// common that a reader would follow, and each half of the search grows by the number of calls per definition.
pub const MAX_HOPS: u32 = 8;

/// A base fact of a spine: `calls(Caller, Callee)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Call {
    /// The definition that calls.
    pub caller: DefId,
    /// The definition that is called.
    pub callee: DefId,
}

/// A definition on a spine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OnSpine {
    /// The definition.
    pub def: DefId,
    /// Whether it was named, or merely connects named ones.
    pub is_named: bool,
}

/// The calls that connect the named definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spine {
    /// The calls of all paths, sorted and distinct.
    pub calls: Vec<Call>,
    /// The definitions on them, sorted and distinct.
    pub defs: Vec<OnSpine>,
    /// The places, in the list of names, of those that nothing connects to another name.
    pub unconnected: Vec<usize>,
}

impl Spine {
    /// The calls in reading order, as chains that hold each call once.
    ///
    /// A chain begins at a definition that no call of the spine leads to, or branches off a chain before it; it ends
    /// where all that follows has been shown. Only a circle that nothing leads into begins at its smallest definition.
    pub fn chains(&self) -> Vec<Vec<DefId>> {
        let called: BTreeSet<DefId> = self.calls.iter().map(|call| call.callee).collect();
        let roots = self.defs.iter().map(|it| it.def).filter(|def| !called.contains(def));
        let mut unseen: BTreeSet<Call> = self.calls.iter().copied().collect();
        let mut chains = Vec::new();
        for start in roots.chain(self.defs.iter().map(|it| it.def)) {
            let mut branches = vec![start];
            while let Some(first) = branches.pop() {
                let chain = follow(first, &mut unseen);
                if chain.len() > 1 {
                    branches.extend(&chain); // the latest definition first: a branch stands near what it leaves
                    chains.push(chain);
                }
            }
        }
        chains
    }
}

/// The chain that takes the smallest unseen call at each definition.
fn follow(first: DefId, unseen: &mut BTreeSet<Call>) -> Vec<DefId> {
    let mut chain = vec![first];
    let mut caller = first;
    while let Some(&call) = unseen.range(Call { caller, callee: DefId(0) }..).next().filter(|it| it.caller == caller) {
        unseen.remove(&call);
        caller = call.callee;
        chain.push(caller);
    }
    chain
}

mod program {
    use super::{CallGraph, DefId, Edb, Wit};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, CallGraph>);
        @input
        pub struct Named(pub usize, pub DefId);
        @input
        pub struct Halves(pub u32, pub u32);

        struct Forward(usize, DefId, Wit<u32>);
        struct Backward(usize, DefId, Wit<u32>);
        @output
        pub struct Bridge(pub usize, pub usize, pub DefId, pub DefId);
        struct Before(usize, DefId);
        struct StepIn(usize, DefId, DefId);
        struct After(usize, DefId);
        struct StepOut(usize, DefId, DefId);
        @output
        pub struct Step(pub DefId, pub DefId);

        Forward(part, def, Wit(0)) <- Named(part, def);
        Forward(part, to, Wit(hops + 1)) <- Db(g), Halves(forth, _),
            Forward(part, from, at), let Wit(hops) = at, (hops < forth), for &to in g.callees.row(from), (!g.is_aside(to));
        Backward(part, def, Wit(0)) <- Named(part, def);
        Backward(part, from, Wit(hops + 1)) <- Db(g), Halves(_, back),
            Backward(part, to, at), let Wit(hops) = at, (hops < back), for &from in g.callers.row(to), (!g.is_aside(from));
        Bridge(part, other, from, to) <- Db(g), Halves(forth, back),
            Forward(part, from, at), let Wit(hops) = at, (hops == forth), for &callee in g.callees.row(from),
            let to = callee, Backward(other, to, end), let Wit(rest) = end, (rest == back), (part != other);

        Before(part, to) <- Bridge(part, _, to, _);
        StepIn(part, from, to) <- Db(g), Before(part, to), Forward(part, to, end), let Wit(far) = end,
            for &caller in g.callers.row(to), let from = caller, Forward(part, from, at), let Wit(near) = at,
            (near + 1 == far);
        Before(part, from) <- StepIn(part, from, _);
        After(part, from) <- Bridge(_, part, _, from);
        StepOut(part, from, to) <- Db(g), After(part, from), Backward(part, from, at), let Wit(far) = at,
            for &callee in g.callees.row(from), let to = callee, Backward(part, to, end), let Wit(near) = end,
            (near + 1 == far);
        After(part, to) <- StepOut(part, _, to);

        Step(from, to) <- Bridge(_, _, from, to);
        Step(from, to) <- StepIn(_, from, to);
        Step(from, to) <- StepOut(_, from, to);
    }
}

/// The spine of `names`, each given by the definitions that it may mean, over paths of at most `max_hops` calls.
pub fn spine(graph: &CallGraph, names: &[Vec<DefId>], max_hops: u32) -> Spine {
    let ends: Vec<Vec<DefId>> = names.iter().map(|defs| ends(Edb(graph), defs)).collect();
    let mut parts = parts_at_start(&ends);
    let mut calls = BTreeSet::new();
    for length in 1..=max_hops.min(MAX_HOPS) {
        let named: Vec<(usize, DefId)> = named(&parts, &ends).collect();
        if named.iter().all(|&(part, _)| part == named[0].0) {
            break;
        }
        let (bridges, steps) = connect(graph, &named, length);
        calls.extend(steps);
        for (part, other) in bridges {
            join(&mut parts, part, other);
        }
    }
    let on_path: BTreeSet<DefId> = calls.iter().flat_map(|call| [call.caller, call.callee]).collect();
    let is_named = |def: &DefId| ends.iter().any(|defs| defs.contains(def));
    let is_alone = |&name: &usize| parts.iter().filter(|&&part| part == parts[name]).count() == 1;
    Spine {
        calls: calls.into_iter().collect(),
        defs: on_path.into_iter().map(|def| OnSpine { def, is_named: is_named(&def) }).collect(),
        unconnected: (0..names.len()).filter(is_alone).collect(),
    }
}

/// The definitions at which the paths of a name may end: those that are aside only if there are no others.
fn ends(db: Edb<'_, CallGraph>, defs: &[DefId]) -> Vec<DefId> {
    let mut ends: Vec<DefId> = defs.iter().copied().filter(|&def| !db.is_aside(def)).collect();
    if ends.is_empty() {
        ends = defs.to_vec();
    }
    ends
}

/// `named(Part, Def)`.
fn named(parts: &[usize], ends: &[Vec<DefId>]) -> impl Iterator<Item = (usize, DefId)> {
    parts.iter().zip(ends).flat_map(|(&part, defs)| defs.iter().map(move |&def| (part, def)))
}

/// The part of each name before any path: a path of no calls connects names that share a definition.
fn parts_at_start(ends: &[Vec<DefId>]) -> Vec<usize> {
    let mut parts: Vec<usize> = (0..ends.len()).collect();
    for (name, defs) in ends.iter().enumerate() {
        for other in name + 1..ends.len() {
            if ends[other].iter().any(|def| defs.contains(def)) {
                let (part, other) = (parts[name], parts[other]);
                join(&mut parts, part, other);
            }
        }
    }
    parts
}

/// Makes the two parts, and what has become of them, one.
fn join(parts: &mut [usize], part: usize, other: usize) {
    // A part bears the number of one of its names, so that name tells which part it has become.
    let (kept, gone) = (parts[part], parts[other]);
    parts.iter_mut().filter(|it| **it == gone).for_each(|it| *it = kept);
}

/// The same as [`connect`] where a path is one call: the calls from the names of one part to those of another.
fn neighbours(graph: &CallGraph, named: &[(usize, DefId)]) -> (Vec<(usize, usize)>, Vec<Call>) {
    let mut parts: HashMap<DefId, Vec<usize>, Fx> = HashMap::default();
    named.iter().for_each(|(part, def)| parts.entry(*def).or_default().push(*part));
    let (mut bridges, mut calls) = (BTreeSet::new(), BTreeSet::new());
    for &(part, caller) in named {
        for &callee in graph.callees.row(caller) {
            for &other in parts.get(&callee).into_iter().flatten().filter(|other| **other != part) {
                bridges.insert((part, other));
                calls.insert(Call { caller, callee });
            }
        }
    }
    (bridges.into_iter().collect(), calls.into_iter().collect())
}

/// One run: the parts that paths of exactly `length` calls connect, and the calls of those paths.
fn connect(graph: &CallGraph, named: &[(usize, DefId)], length: u32) -> (Vec<(usize, usize)>, Vec<Call>) {
    if length == 1 {
        return neighbours(graph, named);
    }
    let back = (length - 1) / 2;
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend([program::Halves(length - 1 - back, back)]);
    program.extend(named.iter().map(|&(part, def)| program::Named(part, def)));
    let (bridges, steps) = program.run_with_hasher::<Fx>();
    let bridges = bridges.into_iter().map(|program::Bridge(part, other, _, _)| (part, other));
    let steps = steps.into_iter().map(|program::Step(caller, callee)| Call { caller, callee });
    (bridges.collect(), steps.collect())
}
