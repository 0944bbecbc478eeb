//! The laws of the programs that walk calls: `callees` and `callers`.

use cg_rules::{CallReach, DefId, Id, callees, callers};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::{World, def, defs, reordered};

fn question() -> impl Strategy<Value = (World, Vec<DefId>, u32)> {
    defs().prop_flat_map(|world| {
        let n_defs = world.n_defs;
        (Just(world), vec(def(n_defs), 0..4), prop_oneof![0..5u32, Just(u32::MAX)])
    })
}

/// The fewest calls from a seed to each definition, found by sweeping all calls as often as there are definitions.
fn distances(n_defs: usize, calls: &[(DefId, DefId)], seeds: &[DefId]) -> Vec<Option<u32>> {
    let mut distance = vec![None; n_defs];
    seeds.iter().for_each(|seed| distance[seed.index()] = Some(0));
    for _ in 0..n_defs {
        for (near, far) in calls {
            if let Some(hops) = distance[near.index()] {
                let known = distance[far.index()].unwrap_or(u32::MAX);
                distance[far.index()] = Some(known.min(hops + 1));
            }
        }
    }
    distance
}

fn is_oracle(answer: &CallReach, distance: &[Option<u32>], max: u32) -> Result<(), TestCaseError> {
    let all = distance.iter().enumerate().map(|(at, hops)| (DefId::of(at), hops.filter(|hops| *hops <= max)));
    for (def, hops) in all.clone() {
        prop_assert_eq!(answer.hops(def), hops);
    }
    let beyond_seeds: Vec<(DefId, u32)> =
        all.filter_map(|(def, hops)| Some((def, hops.filter(|it| *it > 0)?))).collect();
    prop_assert_eq!(answer.answers().collect::<Vec<_>>(), beyond_seeds);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn callees_is_its_oracle((world, seeds, max) in question()) {
        let answer = callees(&world.calls(), &seeds, max);
        is_oracle(&answer, &distances(world.n_defs, &world.calls, &seeds), max)?;
        prop_assert_eq!(&answer, &callees(&world.shuffled().calls(), &reordered(&seeds), max));
    }

    #[test]
    fn callers_is_its_oracle((world, seeds, max) in question()) {
        let answer = callers(&world.calls(), &seeds, max);
        let backwards: Vec<(DefId, DefId)> = world.calls.iter().map(|&(caller, callee)| (callee, caller)).collect();
        is_oracle(&answer, &distances(world.n_defs, &backwards, &seeds), max)?;
        prop_assert_eq!(&answer, &callers(&world.shuffled().calls(), &reordered(&seeds), max));
    }
}
