//! The laws of `prior`.

use cg_rules::{FileId, Id, prior};
use proptest::prelude::*;
use proptest::sample::subsequence;

use super::world::{World, files, reordered};

fn question() -> impl Strategy<Value = (World, Vec<FileId>)> {
    files().prop_flat_map(|world| {
        let all: Vec<FileId> = (0..world.n_files).map(FileId::of).collect();
        (Just(world), subsequence(all.clone(), 0..=all.len()))
    })
}

/// PageRank as the paper has it, over a full matrix of fractions: a leap leads to a source in proportion to its weight.
pub fn page_rank(votes: &dyn Fn(FileId, FileId) -> bool, sources: &[FileId], weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let leap: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
    let mut rank = leap.clone();
    for _ in 0..50 {
        let mut next: Vec<f64> = leap.iter().map(|share| 0.15 * share).collect();
        for (from, rank) in sources.iter().zip(&rank) {
            let given: Vec<usize> = (0..sources.len()).filter(|to| votes(*from, sources[*to])).collect();
            if given.is_empty() {
                leap.iter().zip(&mut next).for_each(|(share, next)| *next += 0.85 * rank * share);
            }
            given.iter().for_each(|at| next[*at] += 0.85 * rank / given.len() as f64);
        }
        rank = next;
    }
    rank
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn prior_is_page_rank((world, sources) in question()) {
        let votes = |from: FileId, to: FileId| {
            from != to && (world.imports.contains(&(from, to)) || world.refers.contains(&(from, to)))
        };
        let answer = prior(&world.imports(), &sources);
        let rank = page_rank(&votes, &sources, &vec![1.0; sources.len()]);
        let voters = |file: FileId| sources.iter().filter(|from| votes(**from, file)).count();
        let mut relied_on: Vec<FileId> = sources.iter().copied().filter(|file| voters(*file) > 0).collect();
        for it in &answer {
            let at = sources.iter().position(|file| *file == it.file).expect("a source");
            let share = it.rank as f64 / (1_u64 << 48) as f64;
            prop_assert!((share - rank[at]).abs() < 1e-9, "{} is {}", share, rank[at]);
        }
        prop_assert!(answer.is_sorted_by_key(|it| (std::cmp::Reverse(it.rank), it.file)));
        let mut found: Vec<FileId> = answer.iter().map(|it| it.file).collect();
        found.sort_unstable();
        relied_on.sort_unstable();
        prop_assert_eq!(found, relied_on);
        prop_assert_eq!(answer, prior(&world.shuffled().imports(), &reordered(&sources)));
    }
}
