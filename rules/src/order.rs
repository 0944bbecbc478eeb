//! The order of answers under a cap: what a cap keeps is a prefix of the full answer, in one total order.
//!
//! Ids follow the byte order of paths, so an order that ends in an id is total, and the same on every machine. How near
//! an answer is to its seeds in name, place and use (its affinity) is known outside this crate, and handed in.

use std::cmp::Reverse;

use crate::id::FileId;
use crate::witness::Hit;

/// The prefix of an answer that a cap keeps, best first, and the size of the whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capped<T> {
    /// At most as many as the cap allows.
    pub kept: Vec<T>,
    /// The number of answers before the cap; what it left out is `matched - kept.len()`.
    pub matched: usize,
}

/// The `cap` answers with the smallest keys, in order of their keys; of equal keys the earlier answer comes first.
pub fn capped<T, K: Ord>(answers: impl IntoIterator<Item = T>, cap: usize, key: impl Fn(&T) -> K) -> Capped<T> {
    // The place in the answer makes every key distinct, so that neither step below may choose.
    let mut ranked: Vec<((K, usize), T)> =
        answers.into_iter().enumerate().map(|(place, answer)| ((key(&answer), place), answer)).collect();
    let matched = ranked.len();
    if cap < matched {
        ranked.select_nth_unstable_by(cap, |(left, _), (right, _)| left.cmp(right));
        ranked.truncate(cap);
    }
    ranked.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
    Capped { kept: ranked.into_iter().map(|(_, answer)| answer).collect(), matched }
}

/// The `cap` best of the hits of a program: fewest hops, then greatest affinity, then path order.
///
/// `hits` are in their own order, as [`crate::Reached::hits`] gives them. Affinity is computed only for hits that are no
/// farther than the last one kept.
pub fn nearest<A: Ord>(hits: &[Hit], cap: usize, affinity: impl Fn(FileId) -> A) -> Capped<Hit> {
    let candidates = match cap.checked_sub(1).map(|last| hits.get(last)) {
        None => &[],
        Some(None) => hits,
        Some(Some(last)) => &hits[..hits.partition_point(|hit| hit.hops <= last.hops)],
    };
    let kept = capped(candidates.iter().copied(), cap, |hit| (hit.hops, Reverse(affinity(hit.file)), hit.file)).kept;
    Capped { kept, matched: hits.len() }
}
