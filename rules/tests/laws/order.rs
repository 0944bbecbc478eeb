//! The laws of the cap: what is kept is a prefix of the full answer.

use std::cmp::Reverse;

use cg_rules::{FileId, Hit, capped, nearest};
use proptest::collection::vec;
use proptest::prelude::*;

fn hits() -> impl Strategy<Value = Vec<Hit>> {
    vec(0..4u32, 0..30).prop_map(|hops| {
        let mut hits: Vec<Hit> = (0..).map(FileId).zip(hops).map(|(file, hops)| Hit { hops, file }).collect();
        hits.sort_unstable();
        hits
    })
}

proptest! {
    #[test]
    fn capped_is_a_prefix(answers in vec(0..9u32, 0..30), cap in 0..32usize, modulus in 1..9u32) {
        let key = |answer: &u32| answer % modulus;
        let mut full = answers.clone();
        full.sort_by_key(key); // stable, as equal keys keep their order
        let answer = capped(answers, cap, key);
        prop_assert_eq!(answer.matched, full.len());
        full.truncate(cap);
        prop_assert_eq!(answer.kept, full);
    }

    #[test]
    fn nearest_is_a_prefix(hits in hits(), cap in 0..32usize, modulus in 1..5u32) {
        let affinity = |file: FileId| file.0 % modulus;
        let mut full = hits.clone();
        full.sort_by_key(|hit| (hit.hops, Reverse(affinity(hit.file)), hit.file));
        prop_assert_eq!(&nearest(&hits, usize::MAX, affinity).kept, &full);
        let answer = nearest(&hits, cap, affinity);
        prop_assert_eq!(answer.matched, hits.len());
        full.truncate(cap);
        prop_assert_eq!(answer.kept, full);
    }
}
