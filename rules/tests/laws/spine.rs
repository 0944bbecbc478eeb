//! The laws of `spine`.

use std::collections::BTreeSet;

use cg_rules::{Call, DefId, Id, MAX_HOPS, OnSpine, Spine, spine};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::{World, def, defs};

/// A world, names with the definitions that each may mean, and a bound.
fn question() -> impl Strategy<Value = (World, Vec<Vec<DefId>>, u32)> {
    defs().prop_flat_map(|world| {
        let names = vec(vec(def(world.n_defs), 0..3), 0..5);
        (Just(world), names, 0..=MAX_HOPS)
    })
}

/// Where paths of a name may end.
fn ends(world: &World, defs: &[DefId]) -> Vec<DefId> {
    let apart: Vec<DefId> = defs.iter().copied().filter(|&def| !world.is_aside(def)).collect();
    if apart.is_empty() { defs.to_vec() } else { apart }
}

/// Every path without a repeat from the last definition of `path` on, of at most `max` calls, nothing inside aside.
fn paths(world: &World, path: &mut Vec<DefId>, max: usize, found: &mut Vec<Vec<DefId>>) {
    found.push(path.clone());
    let at = path[path.len() - 1];
    if path.len() > max || (path.len() > 1 && world.is_aside(at)) {
        return;
    }
    for next in (0..world.n_defs).map(DefId::of) {
        if !path.contains(&next) && world.calls.contains(&(at, next)) {
            path.push(next);
            paths(world, path, max, found);
            path.pop();
        }
    }
}

/// The definition, to the letter: for each length, for each ordered pair of names in different components.
fn oracle(world: &World, names: &[Vec<DefId>], max: u32) -> Spine {
    let ends: Vec<Vec<DefId>> = names.iter().map(|defs| ends(world, defs)).collect();
    let mut all = Vec::new();
    (0..world.n_defs).for_each(|def| paths(world, &mut vec![DefId::of(def)], max as usize, &mut all));
    let mut component: Vec<usize> = (0..names.len()).collect();
    let mut calls = BTreeSet::new();
    for length in 0..=max as usize {
        let before = component.clone();
        for (one, two) in (0..names.len()).flat_map(|one| (0..names.len()).map(move |two| (one, two))) {
            let leads = |path: &&Vec<DefId>| ends[one].contains(&path[0]) && ends[two].contains(&path[path.len() - 1]);
            if before[one] == before[two] || all.iter().filter(leads).map(Vec::len).min() != Some(length + 1) {
                continue;
            }
            for path in all.iter().filter(leads).filter(|path| path.len() == length + 1) {
                calls.extend(path.windows(2).map(|pair| Call { caller: pair[0], callee: pair[1] }));
            }
            let (kept, gone) = (component[one], component[two]);
            component.iter_mut().filter(|it| **it == gone).for_each(|it| *it = kept);
        }
    }
    let on_path: BTreeSet<DefId> = calls.iter().flat_map(|call: &Call| [call.caller, call.callee]).collect();
    let on_spine = |def: DefId| OnSpine { def, is_named: ends.concat().contains(&def) };
    let alone = |name: &usize| (0..names.len()).all(|it| it == *name || component[it] != component[*name]);
    Spine {
        calls: calls.into_iter().collect(),
        defs: on_path.into_iter().map(on_spine).collect(),
        unconnected: (0..names.len()).filter(alone).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn spine_is_its_oracle((world, names, max) in question()) {
        prop_assert_eq!(spine(&world.calls(), &names, max), oracle(&world, &names, max));
    }

    #[test]
    fn the_order_of_names_and_facts_does_not_matter((world, names, max) in question()) {
        let answer = spine(&world.calls(), &names, max);
        let turned: Vec<Vec<DefId>> = names.iter().rev().map(|defs| defs.iter().rev().copied().collect()).collect();
        let mut other = spine(&world.shuffled().calls(), &turned, max);
        other.unconnected.iter_mut().for_each(|name| *name = names.len() - 1 - *name);
        other.unconnected.reverse();
        prop_assert_eq!(answer, other);
    }

    #[test]
    fn a_spine_is_made_of_calls_with_nothing_aside_inside((world, names, max) in question()) {
        let answer = spine(&world.calls(), &names, max);
        prop_assert!(answer.calls.iter().all(|call| world.calls.contains(&(call.caller, call.callee))));
        prop_assert!(answer.defs.iter().all(|it| it.is_named || !world.is_aside(it.def)));
        prop_assert!(answer.defs.iter().all(|it| !it.is_named || names.concat().contains(&it.def)));
    }

    #[test]
    fn more_hops_never_select_less((world, names, max) in question()) {
        let (less, more) = (spine(&world.calls(), &names, max), spine(&world.calls(), &names, max + 1));
        prop_assert!(less.calls.iter().all(|call| more.calls.contains(call)));
        prop_assert!(more.unconnected.iter().all(|name| less.unconnected.contains(name)));
        prop_assert_eq!(spine(&world.calls(), &names, MAX_HOPS), spine(&world.calls(), &names, u32::MAX));
    }

    #[test]
    fn chains_hold_each_call_once((world, names, max) in question()) {
        let answer = spine(&world.calls(), &names, max);
        let mut shown: Vec<DefId> = Vec::new();
        let mut calls = Vec::new();
        for chain in answer.chains() {
            let is_root = !answer.calls.iter().any(|call| call.callee == chain[0]);
            let is_circle = !shown.contains(&chain[0]) && !is_root;
            prop_assert!(!is_circle || answer.calls.iter().all(|it| it.callee != chain[0] || !shown.contains(&it.caller)));
            calls.extend(chain.windows(2).map(|pair| Call { caller: pair[0], callee: pair[1] }));
            shown.extend(chain);
        }
        calls.sort_unstable();
        prop_assert_eq!(calls, answer.calls);
    }
}
