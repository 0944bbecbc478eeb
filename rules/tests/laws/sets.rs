//! The laws of the programs over sets of files and lines: `except`, `intersect`, `broken` and `matches`.

use cg_rules::{FileId, Matches, broken, except, intersect, matches};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;

use super::world::{file, reordered};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn except_and_intersect_divide_the_first_set(first in vec(file(9), 0..12), second in vec(file(9), 0..12)) {
        let all = (0..9).map(FileId);
        let of_first: Vec<FileId> = all.filter(|file| first.contains(file)).collect();
        let (both, only): (Vec<FileId>, Vec<FileId>) = of_first.into_iter().partition(|file| second.contains(file));
        prop_assert_eq!(&except(&first, &second), &only);
        prop_assert_eq!(&intersect(&first, &second), &both);
        prop_assert_eq!(except(&reordered(&first), &reordered(&second)), only);
        prop_assert_eq!(intersect(&second, &first), both);
    }

    #[test]
    fn broken_are_the_sites_of_gone_paths_that_nothing_takes(
        leads in vec((0..9u32, 0..5u32, any::<bool>()), 0..20),
        gone in btree_set(0..5u32, 0..5),
    ) {
        let gone: Vec<u32> = gone.into_iter().collect();
        let is_taken = |site: u32| leads.iter().any(|lead| lead.0 == site && lead.2);
        let leads_there = |site: u32| leads.iter().any(|lead| lead.0 == site && gone.contains(&lead.1));
        let wanted: Vec<u32> = (0..9).filter(|site| leads_there(*site) && !is_taken(*site)).collect();
        prop_assert_eq!(&broken(&leads, &gone), &wanted);
        prop_assert_eq!(broken(&reordered(&leads), &reordered(&gone)), wanted);
    }

    #[test]
    fn matches_is_the_first_lines_of_each_file(
        holds in btree_map(file(6), btree_set(1..40u32, 0..9), 0..6),
        max in 0..9u32,
    ) {
        let holds: Vec<(FileId, Vec<u32>)> =
            holds.into_iter().map(|(file, lines)| (file, lines.into_iter().collect())).collect();
        let mut wanted = Matches::default();
        for (file, lines) in &holds {
            wanted.lines.extend(lines.iter().take(max as usize).map(|line| (*file, *line)));
            wanted.beyond.extend((lines.len() > max as usize).then_some(*file));
        }
        prop_assert_eq!(&matches(&holds, max), &wanted);
        prop_assert_eq!(matches(&reordered(&holds), max), wanted);
    }
}
