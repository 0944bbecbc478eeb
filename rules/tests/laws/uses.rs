//! `uses` against a walk by hand: from one name at a time, with the set of what is on the way.

use std::collections::BTreeSet;

use cg_rules::{DefId, Home, NameId, Offer, Offers, uses};
use proptest::collection::vec;
use proptest::prelude::*;

/// Modules as plain lists.
#[derive(Clone, Debug, Default)]
struct Barrels {
    states: BTreeSet<(u32, u32)>,
    hands_on: Vec<((u32, u32), (u32, u32))>,
    stars: Vec<(u32, u32)>,
    /// Names that no star brings.
    private: BTreeSet<u32>,
}

impl Offers for Barrels {
    fn states(&self, module: DefId, name: NameId) -> bool {
        self.states.contains(&(module.0, name.0))
    }

    fn hands_on(&self, module: DefId, name: NameId) -> Option<(DefId, NameId)> {
        let row = self.hands_on.iter().find(|(key, _)| *key == (module.0, name.0));
        row.filter(|_| !self.states(module, name)).map(|(_, (from, other))| (DefId(*from), NameId(*other)))
    }

    fn star(&self, module: DefId, name: NameId, found: &mut dyn FnMut(DefId)) {
        let rows = self.stars.iter().filter(|(at, _)| *at == module.0 && !self.private.contains(&name.0));
        rows.for_each(|(_, from)| found(DefId(*from)));
    }
}

/// All homes of a name, by the definition: explicit before stars, each module and name once on a way.
fn homes(barrels: &Barrels, at: (u32, u32), way: &mut Vec<(u32, u32)>, found: &mut BTreeSet<(u32, u32)>) {
    if way.contains(&at) {
        return;
    }
    way.push(at);
    let (module, name) = (DefId(at.0), NameId(at.1));
    if barrels.states(module, name) {
        found.insert(at);
    } else if let Some((from, other)) = barrels.hands_on(module, name) {
        homes(barrels, (from.0, other.0), way, found);
    } else {
        let mut stars = Vec::new();
        barrels.star(module, name, &mut |from| stars.push(from));
        for from in stars {
            homes(barrels, (from.0, name.0), way, found);
        }
    }
    way.pop();
}

fn barrels() -> impl Strategy<Value = Barrels> {
    let name = || (0..6u32, 0..4u32);
    let parts = (vec(name(), 0..8), vec((name(), name()), 0..8), vec((0..6u32, 0..6u32), 0..24), vec(0..4u32, 0..2));
    parts.prop_map(|(states, hands_on, stars, private)| Barrels {
        states: states.into_iter().collect(),
        hands_on,
        stars,
        private: private.into_iter().collect(),
    })
}

fn every_name() -> Vec<Offer> {
    (0..6).flat_map(|module| (0..4).map(move |name| Offer { module: DefId(module), name: NameId(name) })).collect()
}

proptest! {
    #[test]
    fn a_name_stands_where_a_walk_by_hand_finds_it(barrels in barrels()) {
        let answer = uses(&barrels, &every_name());
        for offer in every_name() {
            let mut found = BTreeSet::new();
            homes(&barrels, (offer.module.0, offer.name.0), &mut Vec::new(), &mut found);
            let found: Vec<_> = found.into_iter().collect();
            let wanted = match found.as_slice() {
                [] => None,
                [(module, name)] => Some(Home::One(Offer { module: DefId(*module), name: NameId(*name) })),
                _ => Some(Home::Ambiguous),
            };
            prop_assert_eq!(answer.get(&offer).copied(), wanted, "{:?}", offer);
        }
    }

    #[test]
    fn a_name_does_not_depend_on_what_else_is_asked(barrels in barrels()) {
        let all = uses(&barrels, &every_name());
        for offer in every_name() {
            let alone = uses(&barrels, &[offer]);
            prop_assert_eq!(alone.get(&offer), all.get(&offer));
        }
    }
}

#[test]
fn what_is_said_explicitly_wins_over_a_star_and_two_stars_are_ambiguous() {
    // 0 stars 1 and 2, which both state name 0; 3 hands on name 0 of 1 and stars 2.
    let barrels = Barrels {
        states: BTreeSet::from([(1, 0), (2, 0), (2, 1)]),
        hands_on: vec![((3, 0), (1, 0))],
        stars: vec![(0, 1), (0, 2), (3, 2)],
        private: BTreeSet::new(),
    };
    let ask =
        |module, name| uses(&barrels, &[Offer { module: DefId(module), name: NameId(name) }]).into_values().next();
    let one = |module, name| Some(Home::One(Offer { module: DefId(module), name: NameId(name) }));
    assert_eq!(ask(0, 0), Some(Home::Ambiguous));
    assert_eq!(ask(0, 1), one(2, 1));
    assert_eq!(ask(3, 0), one(1, 0));
    assert_eq!(ask(3, 1), one(2, 1));
    assert_eq!(ask(3, 2), None);
}
