//! Folders that a text names: `fix(query-core): …` and "in moshi-adapters" are about the files below folders of these names.

use std::collections::BTreeSet;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::SearchIndex;
use super::text_kind::TextKind;
use crate::base::path;
use crate::facts::Snapshot;

/// A folder with more than this share of the sources says little about where to look.
const LARGEST_SHARE: f64 = 0.5;

/// How much the folders that a text names say for each file below one of them: 1 for a folder of a single file, less the more of
/// the sources lie in it.
pub(super) fn named_folders(snapshot: &Snapshot, index: &SearchIndex, text: &str) -> FxHashMap<u32, f64> {
    let words = words(text);
    let mut below: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
    if words.is_empty() {
        return FxHashMap::default();
    }
    let sources = index.derived().of_kind(TextKind::Source);
    for file in sources.iter().map(|at| index.files[*at]) {
        let folder = path::parent(snapshot.path(FileId(file))).to_lowercase().replace('_', "-");
        let parts: FxHashSet<&str> = folder.split('/').collect();
        for word in words.iter().filter(|word| parts.contains(word.as_str())) {
            below.entry(word).or_default().push(file);
        }
    }
    let mut sure: FxHashMap<u32, f64> = FxHashMap::default();
    for files in below.values() {
        let share = files.len() as f64 / sources.len().max(1) as f64;
        for file in files.iter().filter(|_| share <= LARGEST_SHARE) {
            let known = sure.entry(*file).or_default();
            *known = known.max(1.0 - share);
        }
    }
    sure
}

/// The words of a text that have the form of a folder's name, in small letters with `-` for `_`: several parts, or the scope of a
/// commit's subject.
fn words(text: &str) -> BTreeSet<String> {
    let is_of_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    let trimmed = |word: &str| word.trim_matches(['-', '_']).to_lowercase().replace('_', "-");
    let all = text.split(|letter| !is_of_word(letter)).map(trimmed);
    let mut words: BTreeSet<String> = all.filter(|word| word.contains('-')).collect();
    let subject = text.lines().next().unwrap_or("");
    let scope = subject.split_once("):").and_then(|(head, _)| head.split_once('('));
    if let Some((_, scope)) = scope.filter(|(kind, _)| kind.chars().all(is_of_word)) {
        words.extend(scope.split([',', '/', ' ']).map(trimmed).filter(|word| !word.is_empty()));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn names_of_folders_have_parts_or_are_scopes() {
        let found = |text: &str| words(text).into_iter().collect::<Vec<_>>();
        assert_eq!(
            found("fix(query-core, server): make `mutate_fn` optional (#12)"),
            ["mutate-fn", "query-core", "server"]
        );
        assert_eq!(found("Small changes in moshi-adapters - a note"), ["moshi-adapters"]);
        assert_eq!(found("call f(x): it fails"), Vec::<String>::new());
    }
}
