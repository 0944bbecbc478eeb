//! The laws of `subtypes`.

use cg_rules::{DefId, Id, Leveled, subtypes};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::{World, def, defs, reordered};

fn question() -> impl Strategy<Value = (World, Vec<DefId>, u32)> {
    defs().prop_flat_map(|world| {
        let n_defs = world.n_defs;
        (Just(world), vec(def(n_defs), 0..4), prop_oneof![0..5u32, Just(u32::MAX)])
    })
}

/// The distances from the seeds against the direction of the pairs, found by sweeping all pairs as often as there are
/// definitions.
pub fn levels(n_defs: usize, pairs: &[(DefId, DefId)], seeds: &[DefId], max: u32) -> Vec<Leveled> {
    let mut hops = vec![u32::MAX; n_defs];
    seeds.iter().for_each(|seed| hops[seed.index()] = 0);
    for _ in 0..n_defs {
        for (sub, sup) in pairs {
            let through = hops[sup.index()].saturating_add(1);
            hops[sub.index()] = hops[sub.index()].min(through);
        }
    }
    let found = (0..n_defs).map(DefId::of).filter(|it| (1..=max).contains(&hops[it.index()]));
    let found = found.filter(|it| hops[it.index()] < u32::MAX).map(|it| {
        let above = pairs.iter().filter(|pair| pair.0 == it).map(|pair| pair.1);
        let from = above.filter(|from| hops[from.index()].saturating_add(1) == hops[it.index()]).min().expect("a way");
        Leveled { hops: hops[it.index()], def: it, from }
    });
    let mut found: Vec<Leveled> = found.collect();
    found.sort_unstable();
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn subtypes_is_its_oracle((world, seeds, max) in question()) {
        let answer = subtypes(&world.types(), &seeds, max);
        prop_assert_eq!(&answer, &levels(world.n_defs, &world.extends, &seeds, max));
        prop_assert_eq!(&answer, &subtypes(&world.shuffled().types(), &reordered(&seeds), max));
        let wider = subtypes(&world.types(), &seeds, max.saturating_add(1));
        prop_assert!(answer.iter().all(|it| wider.contains(it)));
    }
}
