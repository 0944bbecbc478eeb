//! Random base facts, small enough that circles, self loops, repeats and ties are common.

use cg_rules::{
    CallGraph, DefId, FileId, Id, ImportGraph, NameId, OccurrenceId, OverrideGraph, PackageGraph, PackageId,
    SymbolGraph, SymbolId, TestGraph, TypeGraph,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// The base facts as plain lists, in the order and with the repeats in which they were drawn.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub n_files: usize,
    pub n_defs: usize,
    pub n_packages: usize,
    pub n_symbols: usize,
    pub imports: Vec<(FileId, FileId)>,
    pub refers: Vec<(FileId, FileId)>,
    pub imports_package: Vec<(FileId, PackageId)>,
    pub depends: Vec<(FileId, PackageId)>,
    pub carries: Vec<(FileId, PackageId)>,
    pub requires: Vec<(PackageId, PackageId)>,
    pub provides: Vec<(FileId, PackageId)>,
    pub calls: Vec<(DefId, DefId)>,
    pub extends: Vec<(DefId, DefId)>,
    pub members: Vec<(DefId, DefId)>,
    pub name_of: Vec<NameId>,
    pub needs: Vec<(DefId, DefId)>,
    pub opens: Vec<(FileId, DefId)>,
    pub occurrences: Vec<(SymbolId, OccurrenceId)>,
    pub is_definition: Vec<bool>,
    pub stands_for: Vec<(SymbolId, SymbolId)>,
    pub file_of: Vec<FileId>,
    pub is_test: Vec<bool>,
    pub is_aside: Vec<bool>,
}

impl World {
    /// The imports.
    pub fn imports(&self) -> ImportGraph {
        ImportGraph::new([self.n_files, self.n_packages], &self.imports, &self.refers, &self.imports_package)
    }

    /// The packages.
    pub fn packages(&self) -> PackageGraph {
        let by_file = [&self.depends[..], &self.carries, &self.provides];
        PackageGraph::new([self.n_files, self.n_packages], by_file, &self.requires)
    }

    /// The calls.
    pub fn calls(&self) -> CallGraph {
        CallGraph::new(&self.calls, (0..self.n_defs).map(|def| self.is_aside(DefId::of(def))).collect())
    }

    /// The types.
    pub fn types(&self) -> TypeGraph {
        TypeGraph::new(self.n_files, &self.extends, &self.file_of)
    }

    /// The types with the names of their members.
    pub fn overriding(&self) -> OverrideGraph {
        OverrideGraph::new(&self.extends, &self.members, self.name_of.clone())
    }

    /// The tests.
    pub fn tests(&self) -> TestGraph {
        TestGraph::new(&self.imports, &self.needs, &self.opens, &self.file_of, self.is_test.clone())
    }

    /// The symbols of an index.
    pub fn symbols(&self) -> SymbolGraph {
        SymbolGraph::new(self.n_symbols, &self.occurrences, self.is_definition.clone(), &self.stands_for)
    }

    /// The same facts, listed backwards and all of them twice.
    pub fn shuffled(&self) -> Self {
        let mut world = self.clone();
        double(&mut world.imports);
        double(&mut world.refers);
        double(&mut world.imports_package);
        double(&mut world.depends);
        double(&mut world.carries);
        double(&mut world.requires);
        double(&mut world.provides);
        double(&mut world.calls);
        double(&mut world.extends);
        double(&mut world.members);
        double(&mut world.needs);
        double(&mut world.opens);
        double(&mut world.occurrences);
        double(&mut world.stands_for);
        world
    }

    /// Whether a definition is in a test or in a file that is aside.
    pub fn is_aside(&self, def: DefId) -> bool {
        let file = self.file_of[def.index()].index();
        self.is_aside[file]
    }
}

fn double<T: Clone>(pairs: &mut Vec<T>) {
    let again = pairs.clone();
    pairs.reverse();
    pairs.extend(again);
}

/// Seeds or repeats of them backwards: the same set in another order.
pub fn reordered<T: Clone>(seeds: &[T]) -> Vec<T> {
    seeds.iter().rev().chain(seeds).cloned().collect()
}

pub fn file(n_files: usize) -> impl Strategy<Value = FileId> + Clone {
    (0..n_files).prop_map(FileId::of)
}

pub fn def(n_defs: usize) -> impl Strategy<Value = DefId> + Clone {
    (0..n_defs).prop_map(DefId::of)
}

/// Worlds of files: imports, references, packages, tests.
pub fn files() -> impl Strategy<Value = World> {
    (1..10usize, 1..4usize).prop_flat_map(|(n_files, n_packages)| {
        let pair = (file(n_files), file(n_files));
        (
            vec(pair.clone(), 0..2 * n_files),
            vec(pair, 0..n_files),
            vec((file(n_files), (0..n_packages).prop_map(PackageId::of)), 0..8),
            vec(any::<bool>(), n_files),
        )
            .prop_map(move |(imports, refers, imports_package, is_test)| World {
                n_files,
                n_packages,
                imports,
                refers,
                imports_package,
                is_test,
                ..World::default()
            })
    })
}

/// Worlds of manifests: what each provides, depends on and carries, and what packages require of each other. Circles,
/// and manifests that provide nothing or two packages.
pub fn manifests() -> impl Strategy<Value = World> {
    (1..9usize, 1..7usize).prop_flat_map(|(n_files, n_packages)| {
        let package = (0..n_packages).prop_map(PackageId::of);
        let pair = (file(n_files), package.clone());
        let depends = vec((pair.clone(), prop::bool::weighted(0.8)), 0..2 * n_files);
        (depends, vec(pair, 0..n_files + 2), vec((package.clone(), package), 0..n_packages)).prop_map(
            move |(depends, provides, requires)| World {
                n_files,
                n_packages,
                carries: depends.iter().filter(|it| it.1).map(|it| it.0).collect(),
                depends: depends.into_iter().map(|it| it.0).collect(),
                requires,
                provides,
                ..World::default()
            },
        )
    })
}

/// Worlds of tests: what definitions need of each other, and what tests open. Only test files open anything.
pub fn tests() -> impl Strategy<Value = World> {
    (1..7usize, 1..10usize).prop_flat_map(|(n_files, n_defs)| {
        (
            vec((file(n_files), file(n_files)), 0..n_files),
            vec((def(n_defs), def(n_defs)), 0..2 * n_defs),
            vec((file(n_files), def(n_defs)), 0..2 * n_files),
            vec(file(n_files), n_defs),
            vec(any::<bool>(), n_files),
        )
            .prop_map(move |(imports, needs, opens, file_of, is_test)| World {
                n_files,
                n_defs,
                imports,
                needs,
                opens: opens.into_iter().filter(|(file, _)| is_test[file.index()]).collect(),
                file_of,
                is_test,
                ..World::default()
            })
    })
}

/// Worlds of symbols: their places, and which stands for which. Each place has one symbol.
pub fn symbols() -> impl Strategy<Value = World> {
    (1..9u32).prop_flat_map(|n_symbols| {
        let symbol = (0..n_symbols).prop_map(SymbolId);
        let pairs = vec((symbol.clone(), symbol.clone()), 0..2 * n_symbols as usize);
        (pairs, vec((symbol, any::<bool>()), 0..20)).prop_map(move |(stands_for, places)| World {
            n_symbols: n_symbols as usize,
            occurrences: (0..).map(OccurrenceId).zip(&places).map(|(at, it)| (it.0, at)).collect(),
            is_definition: places.iter().map(|it| it.1).collect(),
            stands_for,
            ..World::default()
        })
    })
}

/// Worlds of definitions: calls, supertypes, and files of which some are aside.
pub fn defs() -> impl Strategy<Value = World> {
    (1..10usize).prop_flat_map(|n_defs| {
        let pair = (def(n_defs), def(n_defs));
        let mostly_not = prop::bool::weighted(0.1);
        (
            (vec(pair.clone(), 0..2 * n_defs), 0..2 * n_defs, any::<bool>()),
            vec(pair, 0..3 * n_defs),
            vec(file(n_defs), n_defs),
            vec(mostly_not, n_defs),
            vec(mostly_not, n_defs),
        )
            .prop_map(move |((mut calls, line, is_sparse), extends, mut file_of, is_test, is_aside)| {
                // A line of calls, and few others: else hardly any path would be long.
                calls.truncate(if is_sparse { 2 } else { calls.len() });
                calls.extend((1..line.min(n_defs)).map(|callee| (DefId::of(callee - 1), DefId::of(callee))));
                file_of.sort_unstable();
                World { n_files: n_defs, n_defs, calls, extends, file_of, is_test, is_aside, ..World::default() }
            })
    })
}

/// Worlds of types: who extends whom, and their members, of few names. Circles, and members of two types.
pub fn types() -> impl Strategy<Value = World> {
    (1..9usize).prop_flat_map(|n_defs| {
        let pair = (def(n_defs), def(n_defs));
        let names = vec((0..3u32).prop_map(NameId), n_defs);
        (vec(pair.clone(), 0..2 * n_defs), vec(pair, 0..2 * n_defs), names).prop_map(
            move |(extends, members, name_of)| World {
                n_files: 1,
                n_defs,
                extends,
                members,
                name_of,
                file_of: vec![FileId(0); n_defs],
                is_test: vec![false],
                is_aside: vec![false],
                ..World::default()
            },
        )
    })
}
