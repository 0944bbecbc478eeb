//! The laws of `tests_exercising`.

use cg_rules::{DefId, Exercised, FileId, Hit, Id, tests_exercising};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::{World, file, reordered, tests};

fn question() -> impl Strategy<Value = (World, Vec<FileId>, u32)> {
    tests().prop_flat_map(|world| {
        let n_files = world.n_files;
        (Just(world), vec(file(n_files), 0..4), prop_oneof![0..5u32, Just(u32::MAX)])
    })
}

/// The fewest needs from each definition to one of a seed, found by sweeping all facts as often as there are
/// definitions.
fn distances(world: &World, seeds: &[FileId]) -> Vec<Option<u32>> {
    let mut distance: Vec<Option<u32>> = world.file_of.iter().map(|file| seeds.contains(file).then_some(0)).collect();
    for _ in 0..world.n_defs {
        for (from, to) in &world.needs {
            if let Some(hops) = distance[to.index()] {
                let known = distance[from.index()].unwrap_or(u32::MAX);
                distance[from.index()] = Some(known.min(hops + 1));
            }
        }
    }
    distance
}

/// How far a test is from the seeds.
fn hops_of(world: &World, seeds: &[FileId], distance: &[Option<u32>], test: FileId) -> Option<u32> {
    let itself = seeds.contains(&test).then_some(0);
    let imports = world.imports.iter().any(|(from, to)| *from == test && seeds.contains(to)).then_some(1);
    let opened = world.opens.iter().filter(|(from, _)| *from == test);
    let opens = opened.filter_map(|(_, def)| Some(distance[def.index()]? + 1)).min();
    itself.into_iter().chain(imports).chain(opens).min()
}

fn wanted(world: &World, seeds: &[FileId], max: u32) -> Vec<Hit> {
    let distance = distances(world, seeds);
    let tests = (0..world.n_files).map(FileId::of).filter(|file| world.is_test[file.index()]);
    let hits = tests.filter_map(|file| Some(Hit { hops: hops_of(world, seeds, &distance, file)?, file }));
    let mut hits: Vec<Hit> = hits.filter(|hit| hit.hops <= max).collect();
    hits.sort_unstable();
    hits
}

/// Each chain is made of base facts, as long as its hops say, ends in a seed, and takes the smallest step each time.
fn proves(world: &World, seeds: &[FileId], answer: &Exercised) -> Result<(), TestCaseError> {
    let (graph, distance) = (world.tests(), distances(world, seeds));
    for hit in answer.hits() {
        let chain = answer.chain(&graph, hit.file);
        let Some(last) = chain.last() else {
            let imports = world.imports.iter().any(|(from, to)| *from == hit.file && seeds.contains(to));
            prop_assert!(hit.hops == 0 && seeds.contains(&hit.file) || hit.hops == 1 && imports);
            continue;
        };
        prop_assert_eq!(chain.len() as u32, hit.hops);
        prop_assert!(seeds.contains(&world.file_of[last.index()]));
        let mut row: Vec<DefId> = world.opens.iter().filter(|it| it.0 == hit.file).map(|it| it.1).collect();
        for (left, def) in (0..hit.hops).rev().zip(chain) {
            let nearest = row.iter().filter(|it| distance[it.index()] == Some(left)).min();
            prop_assert_eq!(Some(&def), nearest);
            row = world.needs.iter().filter(|it| it.0 == def).map(|it| it.1).collect();
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn tests_exercising_is_its_oracle((world, seeds, max) in question()) {
        let graph = world.tests();
        let answer = tests_exercising(&graph, &seeds, max);
        prop_assert_eq!(answer.hits(), wanted(&world, &seeds, max));
        proves(&world, &seeds, &answer)?;
        let shuffled = world.shuffled().tests();
        let again = tests_exercising(&shuffled, &reordered(&seeds), max);
        prop_assert_eq!(answer.hits(), again.hits());
        for hit in answer.hits() {
            prop_assert_eq!(answer.chain(&graph, hit.file), again.chain(&shuffled, hit.file));
        }
        let wider = tests_exercising(&graph, &seeds, max.saturating_add(1));
        prop_assert!(answer.hits().iter().all(|hit| wider.hits().contains(hit)));
        // What the bound did not end is whole; what it ended leads on.
        match answer.ended_at(&graph) {
            None => prop_assert_eq!(answer.hits(), wanted(&world, &seeds, u32::MAX)),
            Some(at) => {
                let distance = distances(&world, &seeds);
                let is_last = |def: &DefId| distance[def.index()] == Some(at);
                let is_new = |test: &FileId| !answer.hits().iter().any(|hit| hit.file == *test);
                let opens = world.opens.iter().any(|(test, def)| is_last(def) && is_new(test));
                let far = |def: &DefId| distance[def.index()].is_none_or(|hops| hops > at);
                let needed = world.needs.iter().any(|(from, def)| is_last(def) && far(from));
                prop_assert!(at == max && (max == 0 || opens || needed));
            }
        }
    }

    #[test]
    fn more_seeds_lose_no_test_and_bring_none_nearer_than_alone((world, seeds, max) in question()) {
        let graph = world.tests();
        let together = tests_exercising(&graph, &seeds, max);
        let alone: Vec<Exercised> = seeds.iter().map(|seed| tests_exercising(&graph, &[*seed], max)).collect();
        for hit in together.hits() {
            let nearest = alone.iter().flat_map(Exercised::hits).filter(|it| it.file == hit.file).min();
            prop_assert_eq!(Some(hit), nearest);
        }
        prop_assert!(alone.iter().flat_map(Exercised::hits).all(|hit| together.hits().iter().any(|it| it.file == hit.file)));
    }
}
