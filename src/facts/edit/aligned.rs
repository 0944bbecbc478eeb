//! Aligns the declarations of a file before an edit with those after it, in their order.

use crate::language::{Decl, DeclKind, Observation};

/// The most declarations of which those in the midst of an edit are compared each with each.
const MOST: usize = 400;

/// A declaration among its siblings: its kind, its name, its owner, and the hash of those of the declarations around it.
type Key<'o> = (DeclKind, &'o str, &'o str, u64);

/// The number after the edit of each declaration before it; `None` for one that is gone. The numbers rise.
pub fn aligned(before: &Observation, after: &Observation) -> Vec<Option<u32>> {
    let (from, to) = (keys(before), keys(after));
    let n_first = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let rest = || from[n_first..].iter().rev().zip(to[n_first..].iter().rev());
    let n_last = rest().take_while(|(one, other)| one == other).count();
    let mut aligned: Vec<Option<u32>> = vec![None; from.len()];
    let number = |at: usize| u32::try_from(at).ok();
    for (at, place) in aligned.iter_mut().enumerate() {
        if at < n_first {
            *place = number(at);
        } else if at >= from.len() - n_last {
            *place = number(at + to.len() - from.len());
        }
    }
    let (from, to) = (&from[n_first..from.len() - n_last], &to[n_first..to.len() - n_last]);
    for (one, other) in common(from, to) {
        aligned[n_first + one] = number(n_first + other);
    }
    aligned
}

fn keys(observation: &Observation) -> Vec<Key<'_>> {
    let mut hashes: Vec<u64> = Vec::with_capacity(observation.declarations.len());
    let mut keys = Vec::with_capacity(observation.declarations.len());
    for row in &observation.declarations {
        let (name, owner) = (observation.name(row.name), row.owner.map_or("", |owner| observation.name(owner)));
        // What is around it comes before it.
        let around = row.container.and_then(|Decl(at)| hashes.get(at as usize)).copied().unwrap_or(0);
        let key = (row.kind, name, owner, around);
        hashes.push(std::hash::BuildHasher::hash_one(&rustc_hash::FxBuildHasher, key));
        keys.push(key);
    }
    keys
}

/// The pairs of a longest common sequence; none where the lists are long.
fn common(from: &[Key<'_>], to: &[Key<'_>]) -> Vec<(usize, usize)> {
    if from.is_empty() || to.is_empty() || from.len().max(to.len()) > MOST {
        return Vec::new();
    }
    let width = to.len() + 1;
    let mut longest = vec![0u32; (from.len() + 1) * width];
    for (one, key) in from.iter().enumerate().rev() {
        for (other, to) in to.iter().enumerate().rev() {
            longest[one * width + other] = match key == to {
                true => longest[(one + 1) * width + other + 1] + 1,
                false => longest[(one + 1) * width + other].max(longest[one * width + other + 1]),
            };
        }
    }
    let (mut one, mut other, mut pairs) = (0, 0, Vec::new());
    while one < from.len() && other < to.len() {
        if from[one] == to[other] {
            pairs.push((one, other));
            (one, other) = (one + 1, other + 1);
        } else if longest[(one + 1) * width + other] >= longest[one * width + other + 1] {
            one += 1;
        } else {
            other += 1;
        }
    }
    pairs
}
