//! The laws of `overrides`.

use cg_rules::{DefId, Id, Leveled, MemberGraph, overrides};
use proptest::collection::vec;
use proptest::prelude::*;

use super::subtypes::levels;
use super::world::{def, reordered};

fn question() -> impl Strategy<Value = (usize, Vec<(DefId, DefId)>, Vec<DefId>)> {
    (1..10usize).prop_flat_map(|n_defs| {
        let pairs = vec((def(n_defs), def(n_defs)), 0..2 * n_defs);
        (Just(n_defs), pairs, vec(def(n_defs), 0..4))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn overrides_is_its_oracle((n_defs, pairs, seeds) in question()) {
        let answer = overrides(&MemberGraph::new(n_defs, &pairs), &seeds);
        prop_assert_eq!(&answer, &levels(n_defs, &pairs, &seeds, u32::MAX));
        let again = overrides(&MemberGraph::new(n_defs, &reordered(&pairs)), &reordered(&seeds));
        prop_assert_eq!(&answer, &again);
        for Leveled { def, from, .. } in answer {
            prop_assert!(pairs.contains(&(def, from)) && !seeds.contains(&def) && def.index() < n_defs);
        }
    }
}
