//! The laws of `refs`.

use std::collections::BTreeSet;

use cg_rules::{OccurrenceId, Site, StandsFor, SymbolId, refs};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::{World, reordered, symbols};

fn question() -> impl Strategy<Value = (World, Vec<SymbolId>, bool)> {
    symbols().prop_flat_map(|world| {
        let wanted = vec((0..world.n_symbols as u32).prop_map(SymbolId), 0..3);
        (Just(world), wanted, any::<bool>())
    })
}

/// The fewest steps from a wanted symbol to each, found by sweeping all facts as often as there are symbols.
fn distances(
    world: &World,
    wanted: &[SymbolId],
    turn: impl Fn(SymbolId, SymbolId) -> (SymbolId, SymbolId),
) -> Vec<u32> {
    let mut distance = vec![u32::MAX; world.n_symbols];
    wanted.iter().for_each(|it| distance[it.0 as usize] = 0);
    for _ in 0..world.n_symbols {
        for &(from, to) in &world.stands_for {
            let (near, far) = turn(from, to);
            let hops = distance[near.0 as usize].saturating_add(1);
            distance[far.0 as usize] = distance[far.0 as usize].min(hops);
        }
    }
    distance
}

fn directions(world: &World, wanted: &[SymbolId]) -> [Vec<u32>; 2] {
    [distances(world, wanted, |from, to| (from, to)), distances(world, wanted, |from, to| (to, from))]
}

/// Every occurrence of a symbol that one of the two directions reaches.
fn oracle(world: &World, wanted: &[SymbolId], definitions_too: bool) -> Vec<Site> {
    let reached = directions(world, wanted);
    let is_same = |symbol: SymbolId| reached.iter().any(|it| it[symbol.0 as usize] < u32::MAX);
    let is_site = |at: OccurrenceId| definitions_too || !world.is_definition[at.0 as usize];
    let all = world.occurrences.iter().filter(|it| is_same(it.0) && is_site(it.1));
    let sites: BTreeSet<Site> = all.map(|&(symbol, occurrence)| Site { occurrence, symbol }).collect();
    sites.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn refs_is_its_oracle((world, wanted, definitions_too) in question()) {
        let graph = world.symbols();
        let answer = refs(&graph, &wanted, definitions_too);
        prop_assert_eq!(answer.sites(), oracle(&world, &wanted, definitions_too));
        let reached = directions(&world, &wanted);
        for site in answer.sites() {
            let chain = answer.chain(&graph, site.symbol);
            let hops = reached.iter().map(|it| it[site.symbol.0 as usize]).min();
            prop_assert_eq!(Some(chain.len() as u32), hops);
            let mut at = site.symbol;
            let mut is_up = BTreeSet::new();
            for StandsFor { from, to } in chain {
                prop_assert!(world.stands_for.contains(&(from, to)) && (from == at || to == at));
                is_up.insert(from == at && to != at);
                at = if from == at { to } else { from };
            }
            prop_assert!(wanted.contains(&at));
            prop_assert!(is_up.len() < 2); // up or down, never both
        }
    }

    #[test]
    fn refs_knows_no_order((world, wanted, definitions_too) in question()) {
        let (graph, shuffled) = (world.symbols(), world.shuffled().symbols());
        let answer = refs(&graph, &wanted, definitions_too);
        let again = refs(&shuffled, &reordered(&wanted), definitions_too);
        prop_assert_eq!(answer.sites(), again.sites());
        for site in answer.sites() {
            prop_assert_eq!(answer.chain(&graph, site.symbol), again.chain(&shuffled, site.symbol));
        }
        let with = refs(&graph, &wanted, true);
        prop_assert!(answer.sites().iter().all(|site| with.sites().contains(site)));
    }

    #[test]
    fn what_stands_above_one_has_it_below((world, _, _) in question()) {
        let graph = world.symbols();
        let leads = |from: u32, to: u32| refs(&graph, &[SymbolId(from)], true).sites().iter().any(|it| it.symbol.0 == to);
        let n_symbols = world.n_symbols as u32;
        let pairs = (0..n_symbols).flat_map(|from| (0..from).map(move |to| (from, to)));
        let is_seen = |symbol: u32| world.occurrences.iter().any(|it| it.0.0 == symbol);
        for (from, to) in pairs.filter(|it| is_seen(it.0) && is_seen(it.1)) {
            prop_assert_eq!(leads(from, to), leads(to, from));
        }
    }
}
