//! The laws of `cochanged`.

use std::collections::BTreeSet;

use cg_rules::{ChangeGraph, CommitId, FileId, Id, SMOOTHING, cochanged};
use proptest::collection::vec;
use proptest::prelude::*;

use super::world::reordered;

/// Commits as lists of files, with paths that no longer have a file; the set; and the bound.
#[derive(Clone, Debug)]
struct Log {
    n_files: usize,
    commits: Vec<(Vec<FileId>, u32)>,
    set: Vec<FileId>,
    limit: usize,
}

fn log() -> impl Strategy<Value = Log> {
    (1..8_usize).prop_flat_map(|n_files| {
        let file = (0..n_files).prop_map(FileId::of);
        let commit = (vec(file.clone(), 0..5), 0..4_u32);
        let parts = (vec(commit, 0..12), vec(file, 0..3), 0..14_usize);
        parts.prop_map(move |(commits, set, limit)| Log { n_files, commits, set, limit })
    })
}

impl Log {
    fn distinct(&self, commit: usize) -> BTreeSet<FileId> {
        self.commits[commit].0.iter().copied().collect()
    }

    fn pairs(&self) -> Vec<(CommitId, FileId)> {
        let each = self.commits.iter().enumerate();
        each.flat_map(|(at, (files, _))| files.iter().map(move |file| (CommitId::of(at), *file))).collect()
    }

    fn graph(&self) -> ChangeGraph {
        let sizes = (0..self.commits.len()).map(|at| self.distinct(at).len() as u32 + self.commits[at].1).collect();
        ChangeGraph::new(self.n_files, &self.pairs(), sizes)
    }

    /// Votes and frequency of a file as fractions, its joint commits, and how many the set has.
    fn naive(&self, file: FileId) -> (f64, Vec<usize>, usize) {
        let within = 0..self.limit.min(self.commits.len());
        let set: BTreeSet<FileId> = self.set.iter().copied().collect();
        let touched: Vec<usize> = within.clone().filter(|at| !self.distinct(*at).is_disjoint(&set)).collect();
        let joint: Vec<usize> = touched.iter().copied().filter(|at| self.distinct(*at).contains(&file)).collect();
        let size = |at: &usize| self.distinct(*at).len() as f64 + f64::from(self.commits[*at].1);
        let votes: f64 = joint.iter().map(|at| 1.0 / (size(at) - 1.0)).sum();
        let own = within.filter(|at| self.distinct(*at).contains(&file)).count();
        (votes / (own as f64 + SMOOTHING as f64), joint, touched.len())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn cochanged_is_its_oracle(log in log()) {
        let limit = CommitId::of(log.limit);
        let answer = cochanged(&log.graph(), &log.set, limit);
        for it in &answer {
            let (score, joint, of) = log.naive(it.file);
            prop_assert!((it.score as f64 / (1_u64 << 32) as f64 - score).abs() < 1e-8, "{:?} is {}", it, score);
            prop_assert_eq!((it.joint as usize, it.of as usize), (joint.len(), of));
            prop_assert_eq!(Some(it.last.index()), joint.first().copied());
        }
        let wanted: BTreeSet<FileId> =
            (0..log.n_files).map(FileId::of).filter(|it| !log.set.contains(it) && !log.naive(*it).1.is_empty()).collect();
        prop_assert_eq!(answer.iter().map(|it| it.file).collect::<BTreeSet<_>>(), wanted);
        prop_assert!(answer.is_sorted_by_key(|it| (std::cmp::Reverse((it.score, it.joint)), it.file)));
        let sizes = log.graph().sizes;
        let shuffled = ChangeGraph::new(log.n_files, &reordered(&log.pairs()), sizes);
        prop_assert_eq!(&answer, &cochanged(&shuffled, &reordered(&log.set), limit));
    }
}

/// One joint commit of two files that nothing else changed does not come before fourteen of thirty-one.
#[test]
fn a_rare_pair_does_not_beat_an_old_couple() {
    let (seed, couple, rare, other) = (FileId(0), FileId(1), FileId(2), FileId(3));
    let mut pairs = Vec::new();
    let mut sizes = Vec::new();
    for at in 0..32_u32 {
        let commit = CommitId(at);
        pairs.push((commit, seed));
        match at {
            0 => pairs.push((commit, rare)),
            1..15 => pairs.push((commit, couple)),
            _ => pairs.push((commit, other)),
        }
        // A usual commit of five files, but for the rare pair alone.
        sizes.push(if at == 0 { 2 } else { 5 });
    }
    let graph = ChangeGraph::new(4, &pairs, sizes);
    let answer = cochanged(&graph, &[seed], CommitId(2000));
    let order: Vec<FileId> = answer.iter().map(|it| it.file).collect();
    assert_eq!(order, [other, couple, rare]);
    assert_eq!((answer[1].joint, answer[1].of, answer[1].last), (14, 32, CommitId(1)));
}
