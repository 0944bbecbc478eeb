//! The laws of `stand_ins`.

use cg_rules::{DefId, Id, Open, stand_ins};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::{World, def, reordered, types};

fn question() -> impl Strategy<Value = (World, Vec<Open>)> {
    types().prop_flat_map(|world| {
        let names = world.name_of.clone();
        let open = (def(world.n_defs), def(world.n_defs));
        let open = open.prop_map(move |(method, base)| Open { method, base, name: names[method.index()] });
        let opens = vec(open, 0..4);
        (Just(world), opens)
    })
}

/// Whether a walk of any length leads up from a type to a base.
fn is_under(world: &World, below: DefId, base: DefId) -> bool {
    let mut above = vec![below];
    for _ in 0..world.n_defs {
        let next: Vec<DefId> = world.extends.iter().filter(|it| above.contains(&it.0)).map(|it| it.1).collect();
        if next.contains(&base) {
            return true;
        }
        above = next;
    }
    false
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn stand_ins_is_its_oracle((world, opens) in question()) {
        let answer = stand_ins(&world.overriding(), &opens);
        let all = || (0..world.n_defs).map(DefId::of);
        for method in all() {
            let stands_in = |def: &DefId| {
                *def != method
                    && opens.iter().filter(|open| open.method == method).any(|open| {
                        let of_name = world.name_of[def.index()] == open.name;
                        let below = world.members.iter().filter(|it| it.1 == *def).map(|it| it.0);
                        of_name && below.into_iter().any(|below| is_under(&world, below, open.base))
                    })
            };
            prop_assert_eq!(answer.row(method), all().filter(stands_in).collect::<Vec<_>>());
        }
        prop_assert_eq!(answer, stand_ins(&world.shuffled().overriding(), &reordered(&opens)));
    }
}
