//! The laws of `skeleton`.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{Candidates, DefId, FileId, Id, MIN_SIBLINGS, Verdict, skeleton};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::{World, def, defs, file};

/// A world, with candidates whose classes are some of the definitions that they declare.
fn question() -> impl Strategy<Value = (World, Candidates)> {
    defs().prop_flat_map(|world| {
        let (n_files, n_defs) = (world.n_files, world.n_defs);
        let drawn = (
            vec(file(n_files), 0..n_files + 1),
            vec(prop::bool::weighted(0.8), n_defs),
            vec(def(n_defs), 0..3),
            vec(def(n_defs), 0..3),
        );
        (Just(world), drawn).prop_map(|(world, (files, is_class, spine, unique))| {
            let of = |file: FileId| {
                let inside = (0..world.n_defs).filter(|&at| world.file_of[at] == file && is_class[at]);
                inside.map(DefId::of).collect::<Vec<_>>()
            };
            let classes = files.into_iter().map(|file| (file, of(file))).collect();
            (world, Candidates { classes, spine, unique })
        })
    })
}

fn implementers(world: &World, supertype: DefId) -> BTreeSet<DefId> {
    world.extends.iter().filter(|it| it.1 == supertype).map(|it| it.0).collect()
}

/// The formula, to the letter: spine ∧ off-spine ∧ sibling ∧ ¬(unique callable in it ∧ ¬defines such a supertype).
fn collapses(world: &World, candidates: &Candidates, file: FileId) -> bool {
    let is_here = |def: &DefId| world.file_of[def.index()] == file;
    let classes = &candidates.classes[&file];
    let has_spine = !candidates.spine.is_empty();
    let off_spine = !candidates.spine.iter().any(is_here);
    let is_sibling =
        world.extends.iter().any(|(sub, sup)| classes.contains(sub) && implementers(world, *sup).len() >= MIN_SIBLINGS);
    let named = candidates.unique.iter().any(is_here);
    let defines = classes.iter().any(|sup| implementers(world, *sup).len() >= MIN_SIBLINGS);
    let is_spared = named && !defines;
    has_spine && off_spine && is_sibling && !is_spared
}

fn collapsed(verdicts: &BTreeMap<FileId, Verdict>) -> BTreeSet<FileId> {
    verdicts.iter().filter(|(_, verdict)| verdict.is_skeleton).map(|(file, _)| *file).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn skeleton_is_its_formula((world, candidates) in question()) {
        let verdicts = skeleton(&world.types(), &candidates);
        let expected = candidates.classes.keys().copied().filter(|file| collapses(&world, &candidates, *file));
        prop_assert_eq!(collapsed(&verdicts), expected.collect::<BTreeSet<_>>());
        prop_assert_eq!(verdicts.len(), candidates.classes.len());
    }

    #[test]
    fn the_order_of_facts_and_names_does_not_matter((world, mut candidates) in question()) {
        let verdicts = skeleton(&world.types(), &candidates);
        candidates.spine.reverse();
        candidates.unique.reverse();
        candidates.classes.values_mut().for_each(|defs| defs.reverse());
        prop_assert_eq!(verdicts, skeleton(&world.shuffled().types(), &candidates));
    }

    #[test]
    fn without_a_family_or_a_spine_nothing_collapses((mut world, mut candidates) in question()) {
        let without_spine = Candidates { spine: Vec::new(), ..candidates.clone() };
        prop_assert!(collapsed(&skeleton(&world.types(), &without_spine)).is_empty());
        // Two implementers of each supertype are left.
        let mut kept: BTreeMap<DefId, BTreeSet<DefId>> = BTreeMap::new();
        world.extends.retain(|(sub, sup)| {
            let known = kept.entry(*sup).or_default();
            known.contains(sub) || (known.len() + 1 < MIN_SIBLINGS && known.insert(*sub))
        });
        candidates.spine.push(DefId(0));
        prop_assert!(collapsed(&skeleton(&world.types(), &candidates)).is_empty());
    }

    #[test]
    fn a_further_name_or_step_never_collapses_more((world, candidates) in question(), more in def(1)) {
        prop_assume!(!candidates.spine.is_empty());
        let before = collapsed(&skeleton(&world.types(), &candidates));
        for at in 0..world.n_defs {
            let mut named = candidates.clone();
            named.unique.push(DefId::of(at));
            let mut traced = candidates.clone();
            traced.spine.extend([DefId::of(at), more]);
            for candidates in [named, traced] {
                prop_assert!(collapsed(&skeleton(&world.types(), &candidates)).is_subset(&before));
            }
        }
    }

    #[test]
    fn the_parts_of_a_verdict_are_what_they_say((world, candidates) in question()) {
        for (file, verdict) in skeleton(&world.types(), &candidates) {
            let is_here = |def: &DefId| world.file_of[def.index()] == file;
            prop_assert_eq!(verdict.on_spine, candidates.spine.iter().any(is_here));
            prop_assert_eq!(verdict.is_named, candidates.unique.iter().any(is_here));
            if let Some(found) = verdict.sibling {
                prop_assert!(candidates.classes[&file].contains(&found.def));
                prop_assert!(world.extends.contains(&(found.def, found.supertype)));
                prop_assert!(implementers(&world, found.supertype).len() >= MIN_SIBLINGS);
            }
            prop_assert!(verdict.is_skeleton || verdict.could_show.is_empty());
        }
    }

    #[test]
    fn a_family_lacks_an_example_where_all_its_candidates_collapse((world, candidates) in question()) {
        let verdicts = skeleton(&world.types(), &candidates);
        for supertype in (0..world.n_defs).map(DefId::of) {
            let family = implementers(&world, supertype);
            let has = |file: &FileId| candidates.classes[file].iter().any(|def| family.contains(def));
            let members: BTreeSet<FileId> = candidates.classes.keys().copied().filter(has).collect();
            let lacks = family.len() >= MIN_SIBLINGS && members.is_subset(&collapsed(&verdicts));
            let could = verdicts.iter().filter(|(_, it)| it.could_show.contains(&supertype)).map(|(file, _)| *file);
            prop_assert_eq!(could.collect::<BTreeSet<_>>(), if lacks { members } else { BTreeSet::new() });
        }
    }
}
