//! The laws of the programs without recursion: `reverse_lookup` and `siblings`.

use cg_rules::{DefId, FileId, Id, Imported, Importer, MIN_SIBLINGS, PackageId, Sibling, reverse_lookup, siblings};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::{World, def, defs, file, files, reordered};

fn modules() -> impl Strategy<Value = (World, Vec<FileId>, Vec<PackageId>)> {
    files().prop_flat_map(|world| {
        let packages = vec((0..world.n_packages).prop_map(PackageId::of), 0..3);
        let modules = vec(file(world.n_files), 0..4);
        (Just(world), modules, packages)
    })
}

fn types() -> impl Strategy<Value = (World, Vec<DefId>)> {
    defs().prop_flat_map(|world| {
        let seeds = vec(def(world.n_defs), 0..4);
        (Just(world), seeds)
    })
}

/// For each file, the first module or package in order that the facts say it imports.
fn importers(world: &World, modules: &[FileId], packages: &[PackageId]) -> Vec<Importer> {
    let all_files = (0..world.n_files).map(FileId::of);
    let of_file = |file: FileId| {
        let modules = modules.iter().filter(|&&it| it != file && world.imports.contains(&(file, it)));
        let packages = packages.iter().filter(|&&it| world.imports_package.contains(&(file, it)));
        modules.min().map(|&it| Imported::File(it)).or(packages.min().map(|&it| Imported::Package(it)))
    };
    all_files.filter_map(|file| Some(Importer { file, imported: of_file(file)? })).collect()
}

/// For each definition that is no seed, the first supertype with enough implementers that is, or is above, a seed.
fn others(world: &World, seeds: &[DefId]) -> Vec<Sibling> {
    let all = || (0..world.n_defs).map(DefId::of);
    let extends = |sub: DefId, supertype: DefId| world.extends.contains(&(sub, supertype));
    let is_family = |supertype: DefId| all().filter(|&sub| extends(sub, supertype)).count() >= MIN_SIBLINGS;
    let is_asked = |supertype: DefId| seeds.iter().any(|&seed| seed == supertype || extends(seed, supertype));
    let shared = |def: DefId| all().find(|&it| extends(def, it) && is_family(it) && is_asked(it));
    let unnamed = all().filter(|def| !seeds.contains(def));
    unnamed.filter_map(|def| Some(Sibling { def, supertype: shared(def)? })).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn reverse_lookup_is_its_oracle((world, modules, packages) in modules()) {
        let answer = reverse_lookup(&world.imports(), &modules, &packages);
        prop_assert_eq!(&answer, &importers(&world, &modules, &packages));
        let again = reverse_lookup(&world.shuffled().imports(), &reordered(&modules), &reordered(&packages));
        prop_assert_eq!(&answer, &again);
        for Importer { file, imported } in answer {
            let holds = match imported {
                Imported::File(to) => modules.contains(&to) && world.imports.contains(&(file, to)),
                Imported::Package(it) => packages.contains(&it) && world.imports_package.contains(&(file, it)),
            };
            prop_assert!(holds);
        }
    }

    #[test]
    fn siblings_is_its_oracle((world, seeds) in types()) {
        let answer = siblings(&world.types(), &seeds);
        prop_assert_eq!(&answer, &others(&world, &seeds));
        prop_assert_eq!(&answer, &siblings(&world.shuffled().types(), &reordered(&seeds)));
        for Sibling { def, supertype } in answer {
            prop_assert!(world.extends.contains(&(def, supertype)) && !seeds.contains(&def));
        }
    }
}
