//! How much the files that a text finds rely on one another: what several of the best import is where they meet, whether its own
//! words are those of the text or not. It orders what the words found, and finds nothing.

use rustc_hash::{FxHashMap, FxHashSet};

/// The importers of a file that count, the best ones: a file that everything imports gains no more than one that three do.
const IMPORTERS: usize = 3;

/// For each of some files the mean score of its best importers among them, one that is missing counting nothing. `imported`
/// gives what a file imports.
pub(super) fn relied<I: Iterator<Item = u32>>(files: &[u32], scores: &[f64], imported: impl Fn(u32) -> I) -> Vec<f64> {
    let place: FxHashMap<u32, usize> = files.iter().copied().zip(0..).collect();
    let mut best = vec![[0.0_f64; IMPORTERS]; files.len()];
    for (file, score) in files.iter().zip(scores).filter(|(_, score)| **score > 0.0) {
        let mut met: FxHashSet<usize> = FxHashSet::default();
        let targets = imported(*file).filter(|to| to != file).filter_map(|to| place.get(&to).copied());
        for at in targets.filter(|at| met.insert(*at)) {
            enter(&mut best[at], *score);
        }
    }
    best.iter().map(|best| best.iter().sum::<f64>() / IMPORTERS as f64).collect()
}

/// Enters a score among the best, which are in falling order.
fn enter(best: &mut [f64; IMPORTERS], mut score: f64) {
    for known in best {
        if score > *known {
            std::mem::swap(known, &mut score);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_importers_count_once_each() {
        // File 9 is not among those that were found, and 8 has a score below nothing.
        let imports = |file: u32| -> Vec<u32> {
            match file {
                1..5 => vec![7, 7, file, 9],
                8 => vec![7],
                _ => vec![6],
            }
        };
        let files = [1, 2, 3, 4, 6, 7, 8];
        let relied = relied(&files, &[1.0, 4.0, 2.0, 3.0, 5.0, 6.0, -1.0], |file| imports(file).into_iter());
        // The best three of 1, 2, 3 and 4 for 7; 7 alone for 6, which says that it imports itself.
        assert_eq!(relied, [0.0, 0.0, 0.0, 0.0, 2.0, 3.0, 0.0]);
    }
}
