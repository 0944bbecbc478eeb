//! The laws of the programs behind a search: `neighbours`, `related` and `mentions`.

use std::collections::BTreeSet;

use cg_rules::{DefId, FileId, Id, mentions, neighbours, related};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;

use super::world::{World, def, file, files, reordered};

fn question() -> impl Strategy<Value = (World, Vec<FileId>)> {
    files().prop_flat_map(|world| {
        let all: Vec<FileId> = (0..world.n_files).map(FileId::of).collect();
        (Just(world), subsequence(all.clone(), 0..=all.len()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn neighbours_share_an_edge_with_a_seed((world, seeds) in question()) {
        let has = |from: FileId, to: FileId| {
            world.imports.contains(&(from, to)) || world.refers.contains(&(from, to))
        };
        let mut wanted = Vec::new();
        for seed in &seeds {
            let others = (0..world.n_files).map(FileId::of).filter(|file| !seeds.contains(file));
            wanted.extend(others.filter(|file| has(*seed, *file) || has(*file, *seed)).map(|file| (*seed, file)));
        }
        prop_assert_eq!(&neighbours(&world.imports(), &seeds), &wanted);
        prop_assert_eq!(neighbours(&world.shuffled().imports(), &reordered(&seeds)), wanted);
    }

    #[test]
    fn related_is_the_sum_of_reciprocal_ranks(
        given in vec(file(9), 0..4),
        rankings in vec(subsequence((0..9).map(FileId).collect::<Vec<_>>(), 0..9).prop_shuffle(), 0..4),
    ) {
        let sum = |file: FileId| -> f64 {
            let places = rankings.iter().filter_map(|ranking| ranking.iter().position(|it| *it == file));
            places.map(|place| 1.0 / (61.0 + place as f64)).sum()
        };
        let mut wanted: Vec<FileId> =
            (0..9).map(FileId).filter(|file| !given.contains(file) && sum(*file) > 0.0).collect();
        wanted.sort_by(|a, b| sum(*b).total_cmp(&sum(*a)).then(a.cmp(b)));
        prop_assert_eq!(&related(&given, &rankings), &wanted);
        prop_assert_eq!(related(&reordered(&given), &rankings), wanted);
    }

    #[test]
    fn mentions_are_of_words_that_few_have(bears in vec((0..5u32, def(9)), 0..12), few in vec(0..5u32, 0..4)) {
        let wanted: BTreeSet<(u32, DefId)> = bears.iter().filter(|it| few.contains(&it.0)).copied().collect();
        let wanted: Vec<(u32, DefId)> = wanted.into_iter().collect();
        prop_assert_eq!(&mentions(&bears, &few), &wanted);
        prop_assert_eq!(mentions(&reordered(&bears), &reordered(&few)), wanted);
    }
}
