//! The laws of `consumers`.

use cg_rules::{Consumers, Dependence, Depender, FileId, Hit, Id, PackageId, consumers};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::{World, manifests, reordered};

fn question() -> impl Strategy<Value = (World, Vec<PackageId>, u32)> {
    manifests().prop_flat_map(|world| {
        let packages = vec((0..world.n_packages).prop_map(PackageId::of), 0..3);
        (Just(world), packages, prop_oneof![0..5u32, Just(u32::MAX)])
    })
}

/// The fewest hops of each manifest, found by sweeping all facts as often as there are packages.
fn distances(world: &World, packages: &[PackageId]) -> Vec<Option<u32>> {
    let is_own = |file: FileId| packages.iter().any(|&it| world.provides.contains(&(file, it)));
    let mut wanted = vec![u32::MAX; world.n_packages];
    packages.iter().for_each(|it| wanted[it.index()] = 0);
    for _ in 0..=world.n_packages {
        let carried = world.carries.iter().filter(|it| !is_own(it.0));
        let provided = |file| world.provides.iter().filter(move |it| it.0 == file).map(|it| it.1);
        let steps = carried.flat_map(|&(file, through)| provided(file).map(move |package| (package, through)));
        for (package, through) in steps.chain(world.requires.iter().copied()) {
            let hops = wanted[through.index()].saturating_add(1);
            wanted[package.index()] = wanted[package.index()].min(hops);
        }
    }
    let hops = |file: FileId| {
        let depends = world.depends.iter().filter(|it| it.0 == file && !is_own(file));
        depends.map(|it| wanted[it.1.index()]).min().and_then(|hops| hops.checked_add(1))
    };
    (0..world.n_files).map(|at| hops(FileId::of(at))).collect()
}

/// Whether a step of a chain is a base fact, and the next one may follow it.
fn holds(world: &World, at: usize, step: &Dependence, next: Option<&Dependence>) -> bool {
    let is_fact = match step.from {
        Depender::Manifest(file) if at == 0 => world.depends.contains(&(file, step.package)),
        Depender::Manifest(file) => world.carries.contains(&(file, step.package)),
        Depender::Locked(package) => world.requires.contains(&(package, step.package)),
    };
    let follows = next.is_none_or(|next| match next.from {
        Depender::Manifest(file) => world.provides.contains(&(file, step.package)),
        Depender::Locked(package) => package == step.package,
    });
    is_fact && follows
}

/// Each chain is as long as its hops say, is made of base facts, and ends in a requested package.
fn proves(world: &World, packages: &[PackageId], answer: &Consumers) -> Result<(), TestCaseError> {
    for hit in answer.hits() {
        let chain = answer.chain(&world.packages(), hit.file);
        prop_assert_eq!(chain.len() as u32, hit.hops);
        prop_assert_eq!(chain.first().map(|step| step.from), Some(Depender::Manifest(hit.file)));
        prop_assert!(chain.iter().enumerate().all(|(at, step)| holds(world, at, step, chain.get(at + 1))));
        prop_assert!(chain.last().is_some_and(|step| packages.contains(&step.package)));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn consumers_is_its_oracle((world, packages, max) in question()) {
        let answer = consumers(&world.packages(), &packages, max);
        let all = distances(&world, &packages);
        let hits = all.iter().enumerate().filter_map(|(at, &hops)| Some(Hit { hops: hops?, file: FileId::of(at) }));
        let mut wanted: Vec<Hit> = hits.filter(|hit| hit.hops <= max).collect();
        wanted.sort_unstable();
        prop_assert_eq!(answer.hits(), wanted);
        proves(&world, &packages, &answer)?;
    }

    #[test]
    fn consumers_knows_no_order((world, packages, max) in question()) {
        let (graph, shuffled) = (world.packages(), world.shuffled().packages());
        let answer = consumers(&graph, &packages, max);
        let again = consumers(&shuffled, &reordered(&packages), max);
        prop_assert_eq!(answer.hits(), again.hits());
        for hit in answer.hits() {
            prop_assert_eq!(answer.chain(&graph, hit.file), again.chain(&shuffled, hit.file));
        }
        let more = consumers(&graph, &packages, max.saturating_add(1));
        prop_assert!(answer.hits().iter().all(|hit| more.hits().contains(hit)));
    }
}
