//! `dep_graph.consumers(package)`: the manifests of this repository whose packages depend on any of the given ones.
//!
//! ```datalog
//! own(File)                  :- package(Package), provides(File, Package).
//! wanted(Package, 0)         :- package(Package).
//! wanted(Package, Hops + 1)  :- wanted(Through, Hops), carries(File, Through), not own(File),
//!                               provides(File, Package), limit(Max), Hops + 1 < Max.
//! wanted(Package, Hops + 1)  :- wanted(Through, Hops), requires(Package, Through), limit(Max), Hops + 1 < Max.
//! consumer(File, Package)    :- wanted(Package, Hops), depends(File, Package), not own(File), limit(Max), Hops < Max.
//! ```
//!
//! Among the tuples of one package the one with the fewest `Hops` is kept. A package of the repository may itself be
//! depended on by others of it: they follow one hop farther, up to `Max`; 1 is the direct ones alone. So do those that
//! depend on a locked package which needs another in its lockfile. What is for development alone is not carried farther.
//! The manifest of a requested package is no answer, even where it depends on itself by way of others.
//!
//! The witness of a manifest is the nearest package that it depends on, then the smallest.

use std::collections::HashMap;

use crate::graph::{Edb, PackageGraph};
use crate::id::{FileId, PackageId};
use crate::witness::{Fx, Hit, Wit};

mod program {
    use super::{Edb, FileId, PackageGraph, PackageId, Wit};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, PackageGraph>);
        @input
        pub struct Package(pub PackageId);
        @input
        pub struct Limit(pub u32);

        struct Own(FileId);
        @output
        pub struct Wanted(pub PackageId, pub Wit<u32>);
        @output
        pub struct Consumer(pub FileId, pub PackageId);

        Own(file) <- Db(g), Package(package), for &file in g.providers.row(package);
        Wanted(package, Wit(0)) <- Package(package);
        Wanted(package, Wit(hops + 1)) <-
            Db(g), Limit(max), Wanted(through, at), let Wit(hops) = at, (hops + 1 < max),
            for &file in g.carriers.row(through), !Own(file), for &package in g.provides.row(file);
        Wanted(package, Wit(hops + 1)) <-
            Db(g), Limit(max), Wanted(through, at), let Wit(hops) = at, (hops + 1 < max),
            for &package in g.requirers.row(through);
        Consumer(file, package) <-
            Db(g), Limit(max), Wanted(package, at), let Wit(hops) = at, (hops < max),
            for &file in g.dependents.row(package), !Own(file);
    }
}

/// A dependent of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Depender {
    /// A manifest: `depends(File, Package)`.
    Manifest(FileId),
    /// A package of a lockfile: `requires(From, To)`.
    Locked(PackageId),
}

/// A base fact in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dependence {
    /// The dependent.
    pub from: Depender,
    /// On what; in a chain, what the manifest of the next step provides, or who depends in it.
    pub package: PackageId,
}

/// The manifests that a program found, and the path from each to a requested package.
#[derive(Clone, Debug)]
pub struct Consumers {
    wanted: HashMap<PackageId, u32, Fx>,
    /// For each manifest the nearest, then smallest, package that it depends on.
    nearest: HashMap<FileId, (u32, PackageId), Fx>,
    own: Vec<FileId>,
    hits: Vec<Hit>,
}

/// The manifests whose packages depend on any of `packages` within `max_hops`. `u32::MAX` hops is no bound.
pub fn consumers(graph: &PackageGraph, packages: &[PackageId], max_hops: u32) -> Consumers {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend([program::Limit(max_hops)]);
    program.extend(packages.iter().map(|&package| program::Package(package)));
    let (wanted, consumers) = program.run_with_hasher::<Fx>();
    let wanted: HashMap<PackageId, u32, Fx> =
        wanted.into_iter().map(|program::Wanted(package, Wit(hops))| (package, hops)).collect();
    let mut nearest: HashMap<FileId, (u32, PackageId), Fx> = HashMap::default();
    for program::Consumer(file, package) in consumers {
        let found = (wanted.get(&package).copied().unwrap_or(u32::MAX), package);
        nearest.entry(file).and_modify(|known| *known = found.min(*known)).or_insert(found);
    }
    let mut hits: Vec<Hit> = nearest.iter().map(|(&file, &(hops, _))| Hit { hops: hops + 1, file }).collect();
    hits.sort_unstable();
    let mut own: Vec<FileId> = packages.iter().flat_map(|&package| graph.providers.row(package)).copied().collect();
    own.sort_unstable();
    Consumers { wanted, nearest, own, hits }
}

impl Consumers {
    /// The answers, nearest first, then in path order. One hop is a direct dependency.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// The base facts that lead from a manifest to a requested package, the manifest's own first; none for
    /// one that is no answer. Between two steps the manifest of the second provides the package of the first, or that
    /// package itself requires another.
    pub fn chain(&self, graph: &PackageGraph, file: FileId) -> Vec<Dependence> {
        let mut steps = Vec::new();
        let from = Depender::Manifest(file);
        let mut at = self.nearest.get(&file).map(|&(_, package)| Dependence { from, package });
        while let Some(step) = at {
            steps.push(step);
            at = self.next(graph, step.package);
        }
        steps
    }

    /// The smallest manifest that makes a package wanted, with the smallest package by which it does; else the
    /// smallest that the package itself requires. None for a requested one.
    fn next(&self, graph: &PackageGraph, package: PackageId) -> Option<Dependence> {
        let hops = self.wanted.get(&package)?.checked_sub(1)?;
        let nearer = |row: &[PackageId]| row.iter().copied().find(|it| self.wanted.get(it) == Some(&hops));
        let providers = graph.providers.row(package).iter().filter(|it| self.own.binary_search(it).is_err());
        let mut steps =
            providers.filter_map(|&file| Some((Depender::Manifest(file), nearer(graph.carries.row(file))?)));
        let step = steps.next().or_else(|| Some((Depender::Locked(package), nearer(graph.requires.row(package))?)));
        step.map(|(from, package)| Dependence { from, package })
    }
}
