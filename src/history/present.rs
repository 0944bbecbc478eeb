//! The commits with the present names of what they changed: a file has one name, however often it was renamed.

use rustc_hash::FxHashMap;

use super::log::{CommitName, History};

/// A commit, with the present paths of what it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Present<'h> {
    /// Its id.
    pub name: CommitName,
    /// How many paths it changed.
    pub n_changed: u32,
    /// The present paths, each once. What is gone by now keeps its last one.
    pub paths: Vec<&'h str>,
}

/// Follows the renames from the newest commit back.
pub fn present(history: &History) -> Vec<Present<'_>> {
    let mut now: FxHashMap<u32, u32> = FxHashMap::default();
    let path = |number: u32| history.paths.get(number as usize).map_or("", String::as_str);
    let each = history.commits.iter().map(|commit| {
        let of = |number: &u32| *now.get(number).unwrap_or(number);
        let mut numbers: Vec<u32> = commit.paths.iter().map(of).collect();
        numbers.sort_unstable();
        numbers.dedup();
        // All at once: two files may have taken each other's name.
        let before: Vec<(u32, u32)> = commit.renamed.iter().map(|(new, old)| (*old, of(new))).collect();
        now.extend(before);
        let paths = numbers.into_iter().map(path).collect();
        Present { name: commit.name, n_changed: commit.n_changed, paths }
    });
    each.collect()
}
