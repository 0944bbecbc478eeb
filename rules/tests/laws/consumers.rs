//! The laws of `consumers`.

use cg_rules::{Consumers, FileId, Hit, Id, PackageId, consumers};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::{World, manifests, reordered};

fn question() -> impl Strategy<Value = (World, Vec<PackageId>, u32)> {
    manifests().prop_flat_map(|world| {
        let packages = vec((0..world.n_packages).prop_map(PackageId::of), 0..3);
        (Just(world), packages, prop_oneof![0..5u32, Just(u32::MAX)])
    })
}

/// The fewest hops of each manifest, found by sweeping all facts as often as there are manifests.
fn distances(world: &World, packages: &[PackageId]) -> Vec<Option<u32>> {
    let is_own = |file: FileId| packages.iter().any(|&it| world.provides.contains(&(file, it)));
    let mut distance: Vec<Option<u32>> = vec![None; world.n_files];
    for _ in 0..=world.n_files {
        for &(file, package) in world.depends.iter().filter(|it| !is_own(it.0)) {
            let provided = world.provides.iter().filter(|it| it.1 == package && !is_own(it.0));
            let through = provided.filter_map(|it| distance[it.0.index()]).min();
            let direct = packages.contains(&package).then_some(0);
            if let Some(hops) = direct.or(through) {
                let known = distance[file.index()].unwrap_or(u32::MAX);
                distance[file.index()] = Some(known.min(hops + 1));
            }
        }
    }
    distance
}

/// Each chain is as long as its hops say, is made of base facts, and ends in a package that was asked for.
fn proves(world: &World, packages: &[PackageId], answer: &Consumers) -> Result<(), TestCaseError> {
    for hit in answer.hits() {
        let chain = answer.chain(&world.facts(), hit.file);
        prop_assert_eq!(chain.len() as u32, hit.hops);
        prop_assert_eq!(chain.first().map(|step| step.file), Some(hit.file));
        prop_assert!(chain.iter().all(|step| world.depends.contains(&(step.file, step.package))));
        let linked = chain.windows(2).all(|pair| world.provides.contains(&(pair[1].file, pair[0].package)));
        prop_assert!(linked && chain.last().is_some_and(|step| packages.contains(&step.package)));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn consumers_is_its_oracle((world, packages, max) in question()) {
        let answer = consumers(&world.facts(), &packages, max);
        let all = distances(&world, &packages);
        let hits = all.iter().enumerate().filter_map(|(at, &hops)| Some(Hit { hops: hops?, file: FileId::of(at) }));
        let mut wanted: Vec<Hit> = hits.filter(|hit| hit.hops <= max).collect();
        wanted.sort_unstable();
        prop_assert_eq!(answer.hits(), wanted);
        proves(&world, &packages, &answer)?;
    }

    #[test]
    fn consumers_knows_no_order((world, packages, max) in question()) {
        let (facts, shuffled) = (world.facts(), world.shuffled().facts());
        let answer = consumers(&facts, &packages, max);
        let again = consumers(&shuffled, &reordered(&packages), max);
        prop_assert_eq!(answer.hits(), again.hits());
        for hit in answer.hits() {
            prop_assert_eq!(answer.chain(&facts, hit.file), again.chain(&shuffled, hit.file));
        }
        let more = consumers(&facts, &packages, max.saturating_add(1));
        prop_assert!(answer.hits().iter().all(|hit| more.hits().contains(hit)));
    }
}
