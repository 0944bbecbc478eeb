//! The laws of the programs that walk files: `transitive_callers` and `dependencies`.

use cg_rules::{FileId, Hit, Id, Reached, Relation, Step, dependencies, transitive_callers};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::{World, file, files, reordered};

/// A world, seeds in it, and a bound.
fn question() -> impl Strategy<Value = (World, Vec<FileId>, u32)> {
    files().prop_flat_map(|world| {
        let n_files = world.n_files;
        (Just(world), vec(file(n_files), 0..4), prop_oneof![0..5u32, Just(u32::MAX)])
    })
}

/// The fewest steps from each file to a seed, found by sweeping all facts as often as there are files.
fn distances(world: &World, seeds: &[FileId], uses: impl Fn(FileId, FileId) -> (FileId, FileId)) -> Vec<Option<u32>> {
    let mut distance = vec![None; world.n_files];
    seeds.iter().for_each(|seed| distance[seed.index()] = Some(0));
    for _ in 0..world.n_files {
        for &(from, to) in world.imports.iter().chain(&world.refers) {
            let (far, near) = uses(from, to);
            if let Some(hops) = distance[near.index()] {
                let known = distance[far.index()].unwrap_or(u32::MAX);
                distance[far.index()] = Some(known.min(hops + 1));
            }
        }
    }
    distance
}

/// The answer by the oracle's distances.
fn within(distance: &[Option<u32>], max_hops: u32, keep: impl Fn(Hit) -> bool) -> Vec<Hit> {
    let all = distance.iter().enumerate();
    let hits = all.filter_map(|(index, &hops)| Some(Hit { hops: hops?, file: FileId::of(index) }));
    let mut hits: Vec<Hit> = hits.filter(|&hit| hit.hops <= max_hops && keep(hit)).collect();
    hits.sort_unstable();
    hits
}

/// Each chain is made of base facts, as long as its hops say, ends in a seed, and takes the smallest file each time.
fn proves(world: &World, answer: &Reached, distance: &[Option<u32>], toward_used: bool) -> Result<(), TestCaseError> {
    let graph = world.imports();
    for hit in answer.hits() {
        let chain = answer.chain(&graph, hit.file);
        prop_assert_eq!(chain.len() as u32, hit.hops);
        let mut at = hit.file;
        for Step { from, to, relation } in chain {
            let imports = world.imports.contains(&(from, to));
            let holds = if relation == Relation::Imports { imports } else { world.refers.contains(&(from, to)) };
            prop_assert!(holds && (imports == (relation == Relation::Imports)));
            let (far, near) = if toward_used { (from, to) } else { (to, from) };
            prop_assert_eq!(far, at);
            let nearer = |it: &FileId| distance[it.index()].map(|hops| hops + 1) == distance[at.index()];
            let pairs = world.imports.iter().chain(&world.refers);
            let ends = pairs.map(|&(from, to)| if toward_used { (from, to) } else { (to, from) });
            prop_assert_eq!(Some(near), ends.filter(|it| it.0 == at).map(|it| it.1).filter(nearer).min());
            at = near;
        }
        prop_assert_eq!(distance[at.index()], Some(0));
    }
    Ok(())
}

/// Inputs that must not change an answer: the order and number of times that seeds and facts are given.
fn same(left: &Reached, right: &Reached, world: &World) -> Result<(), TestCaseError> {
    prop_assert_eq!(left.hits(), right.hits());
    let (graph, shuffled) = (world.imports(), world.shuffled().imports());
    for hit in left.hits() {
        prop_assert_eq!(left.chain(&graph, hit.file), right.chain(&shuffled, hit.file));
    }
    Ok(())
}

fn grows(less: &Reached, more: &Reached) -> Result<(), TestCaseError> {
    prop_assert!(less.hits().iter().all(|hit| more.hits().contains(hit)));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn transitive_callers_is_its_oracle((world, seeds, max) in question()) {
        let answer = transitive_callers(&world.imports(), &seeds, max);
        let distance = distances(&world, &seeds, |from, to| (from, to));
        prop_assert_eq!(answer.hits(), within(&distance, max, |hit| hit.hops > 0));
        proves(&world, &answer, &distance, true)?;
        same(&answer, &transitive_callers(&world.shuffled().imports(), &reordered(&seeds), max), &world)?;
        grows(&answer, &transitive_callers(&world.imports(), &seeds, max.saturating_add(1)))?;
    }

    #[test]
    fn dependencies_is_its_oracle((world, seeds, max) in question()) {
        let answer = dependencies(&world.imports(), &seeds, max);
        let distance = distances(&world, &seeds, |from, to| (to, from));
        prop_assert_eq!(answer.hits(), within(&distance, max, |hit| hit.hops > 0));
        proves(&world, &answer, &distance, false)?;
        same(&answer, &dependencies(&world.shuffled().imports(), &reordered(&seeds), max), &world)?;
        grows(&answer, &dependencies(&world.imports(), &seeds, max.saturating_add(1)))?;
    }

    #[test]
    fn dependencies_is_callers_from_the_other_side((world, _, max) in question()) {
        let graph = world.imports();
        for user in (0..world.n_files).map(FileId::of) {
            for used in dependencies(&graph, &[user], max).hits() {
                let back = Hit { hops: used.hops, file: user };
                prop_assert!(transitive_callers(&graph, &[used.file], max).hits().contains(&back));
            }
        }
    }
}
