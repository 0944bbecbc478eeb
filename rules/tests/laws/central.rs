//! The laws of `central`.

use cg_rules::{FileId, Id, RelianceGraph, central};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;

use super::prior::page_rank;
use super::world::{file, reordered};

/// The pairs of `relies`, which files are aside, and the sources.
type Question = (Vec<(FileId, FileId)>, Vec<bool>, Vec<FileId>);

fn question() -> impl Strategy<Value = Question> {
    (1..10_usize).prop_flat_map(|n_files| {
        let all: Vec<FileId> = (0..n_files).map(FileId::of).collect();
        let pair = (file(n_files), file(n_files));
        (vec(pair, 0..3 * n_files), vec(any::<bool>(), n_files), subsequence(all, 0..=n_files))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn central_is_the_product_of_both_ranks((relies, is_aside, sources) in question()) {
        let votes = |from: FileId, to: FileId| from != to && relies.contains(&(from, to));
        let tries = |to: FileId| {
            let all = (0..is_aside.len()).map(FileId::of);
            all.filter(|from| is_aside[from.index()] && relies.contains(&(*from, to))).count()
        };
        let answer = central(&RelianceGraph::new(&relies, is_aside.clone()), &sources);
        let weights: Vec<f64> = sources.iter().map(|it| 1.0 + tries(*it) as f64).collect();
        let rank = page_rank(&votes, &sources, &weights);
        let reach = page_rank(&|from, to| votes(to, from), &sources, &vec![1.0; sources.len()]);
        let voters = |to: FileId| sources.iter().filter(|from| votes(**from, to)).count();
        let is_tied = |it: &FileId| tries(*it) + voters(*it) + sources.iter().filter(|to| votes(*it, **to)).count() > 0;
        for it in &answer {
            let at = sources.iter().position(|file| *file == it.file).expect("a source");
            for (share, expected) in [(it.rank, rank[at]), (it.reach, reach[at])] {
                let share = share as f64 / (1_u64 << 48) as f64;
                prop_assert!((share - expected).abs() < 1e-9, "{} is {}", share, expected);
            }
            prop_assert_eq!((it.voters as usize, it.tries as usize), (voters(it.file), tries(it.file)));
        }
        let product = |it: &cg_rules::Central| u128::from(it.rank) * u128::from(it.reach);
        prop_assert!(answer.is_sorted_by_key(|it| (std::cmp::Reverse(product(it)), it.file)));
        let mut found: Vec<FileId> = answer.iter().map(|it| it.file).collect();
        found.sort_unstable();
        prop_assert_eq!(found, sources.iter().copied().filter(is_tied).collect::<Vec<_>>());
        let again = RelianceGraph::new(&reordered(&relies), is_aside);
        prop_assert_eq!(answer, central(&again, &reordered(&sources)));
    }
}
