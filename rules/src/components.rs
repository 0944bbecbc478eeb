//! The strongly connected components of a graph: the nodes that reach each other.

use crate::csr::Csr;
use crate::id::Id;

/// The component of each node, by number. Nodes that reach each other have one; the numbers follow no order that matters.
/// Kosaraju's two walks, each on a stack of its own, as graphs are as deep as whoever wrote them likes.
pub fn components<N: Id>(graph: &Csr<N, N>) -> Vec<u32> {
    let n = graph.n_keys();
    let back = graph.transposed(n);
    let mut component = vec![u32::MAX; n];
    let mut open: Vec<N> = Vec::new();
    for (number, first) in (0u32..).zip(finished(graph).into_iter().rev()) {
        if component[first.index()] != u32::MAX {
            continue;
        }
        component[first.index()] = number;
        open.push(first);
        while let Some(node) = open.pop() {
            for before in back.row(node) {
                if component[before.index()] == u32::MAX {
                    component[before.index()] = number;
                    open.push(*before);
                }
            }
        }
    }
    component
}

/// The nodes in the order in which a walk in depth leaves them.
fn finished<N: Id>(graph: &Csr<N, N>) -> Vec<N> {
    let n = graph.n_keys();
    let mut is_seen = vec![false; n];
    let mut finished = Vec::with_capacity(n);
    let mut open: Vec<(N, usize)> = Vec::new();
    for first in (0..n).map(N::of) {
        if std::mem::replace(&mut is_seen[first.index()], true) {
            continue;
        }
        open.push((first, 0));
        while let Some((node, at)) = open.last_mut() {
            let next = graph.row(*node).get(*at).copied();
            *at += 1;
            match next {
                Some(next) if next.index() < n && !is_seen[next.index()] => {
                    is_seen[next.index()] = true;
                    open.push((next, 0));
                }
                Some(_) => {}
                None => {
                    finished.push(*node);
                    open.pop();
                }
            }
        }
    }
    finished
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::FileId;

    fn graph(n: u32, pairs: &[(u32, u32)]) -> Csr<FileId, FileId> {
        let pairs: Vec<_> = pairs.iter().map(|&(from, to)| (FileId(from), FileId(to))).collect();
        Csr::build(n as usize, &pairs)
    }

    /// Whether one node reaches another, by trying all.
    fn reaches(n: u32, pairs: &[(u32, u32)], from: u32, to: u32) -> bool {
        let mut known = vec![from];
        for _ in 0..n {
            let next: Vec<u32> = pairs.iter().filter(|(it, _)| known.contains(it)).map(|(_, to)| *to).collect();
            known.extend(next);
            known.sort_unstable();
            known.dedup();
        }
        known.contains(&to)
    }

    #[test]
    fn nodes_that_reach_each_other_are_one_component() {
        // Numbers without a pattern, from a congruence.
        let mut state = 7u32;
        let mut number = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for n in 1..12 {
            for edges in 0..2 * n {
                let pairs: Vec<(u32, u32)> = (0..edges).map(|_| (number(n), number(n))).collect();
                let found = components(&graph(n, &pairs));
                for (one, other) in (0..n).flat_map(|one| (0..n).map(move |other| (one, other))) {
                    let is_one = reaches(n, &pairs, one, other) && reaches(n, &pairs, other, one);
                    assert_eq!(found[one as usize] == found[other as usize], is_one, "{pairs:?}: {one}, {other}");
                }
            }
        }
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let pairs: Vec<(u32, u32)> = (0..200_000).map(|at| (at, (at + 1) % 200_000)).collect();
        assert!(components(&graph(200_000, &pairs)).iter().all(|it| *it == 0));
    }
}
