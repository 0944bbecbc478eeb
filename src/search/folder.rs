//! Folders that a text names: `fix(query-core): …` and "in moshi-adapters" are about the files below folders of these names.
//! The scope of a commit's subject says so itself, of a file as of a folder: all but few of such changes lie in it.

use std::collections::BTreeSet;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::SearchIndex;
use super::text_kind::TextKind;
use crate::base::path;
use crate::facts::Snapshot;

/// A folder with more than this share of the sources says little about where to look.
const LARGEST_SHARE: f64 = 0.5;

/// The weight of a scope beside that of any other folder that a text names.
const SCOPE: f64 = 2.0;

/// The sorts of changes and of messages that begin a line as a scope does: `fix: …`, `error: …`.
const SORTS: &[&str] = &[
    "assertionerror",
    "bug",
    "bugfix",
    "build",
    "change",
    "chore",
    "ci",
    "doc",
    "docs",
    "error",
    "exception",
    "fail",
    "failed",
    "feat",
    "feature",
    "fix",
    "hotfix",
    "issue",
    "note",
    "panic",
    "perf",
    "refactor",
    "revert",
    "style",
    "test",
    "tests",
    "todo",
    "traceback",
    "warning",
    "wip",
];

/// How much the folders that a text names say for each file below one of them: 1 for a folder of a single file, less the more of
/// the sources lie in it; twice as much for a scope.
pub(super) fn named_folders(snapshot: &Snapshot, index: &SearchIndex, text: &str) -> FxHashMap<u32, f64> {
    let (words, scopes) = (words(text), scopes(text));
    let mut below: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
    if words.is_empty() && scopes.is_empty() {
        return FxHashMap::default();
    }
    let sources = index.derived().of_kind(TextKind::Source);
    for file in sources.iter().map(|at| index.files[*at]) {
        let path = snapshot.path(FileId(file)).to_lowercase().replace('_', "-");
        let stem = path::name(&path).split('.').next().unwrap_or("");
        let parts: FxHashSet<&str> = path::parent(&path).split('/').collect();
        let is_named =
            |word: &&String| parts.contains(word.as_str()) || stem == word.as_str() && scopes.contains(*word);
        for word in words.union(&scopes).filter(is_named) {
            below.entry(word).or_default().push(file);
        }
    }
    let mut sure: FxHashMap<u32, f64> = FxHashMap::default();
    for (word, files) in below {
        let share = files.len() as f64 / sources.len().max(1) as f64;
        let weight = if scopes.contains(word) { SCOPE } else { 1.0 };
        for file in files.into_iter().filter(|_| share <= LARGEST_SHARE) {
            let known = sure.entry(file).or_default();
            *known = known.max(weight * (1.0 - share));
        }
    }
    sure
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_')
}

/// A word as folders are compared: in small letters with `-` for `_`.
fn plain(word: &str) -> String {
    word.trim_matches(['-', '_']).to_lowercase().replace('_', "-")
}

/// The words of a text that have the form of a folder's name, of several parts.
fn words(text: &str) -> BTreeSet<String> {
    text.split(|letter| !is_of_word(letter)).map(plain).filter(|word| word.contains('-')).collect()
}

/// The scope of a commit's subject: `fix(net): …`, `[net] …`, `net/http: …`.
fn scopes(text: &str) -> BTreeSet<String> {
    let subject = text.lines().next().unwrap_or("").trim_start();
    let in_brackets = |close: &str, open| {
        let (head, scope) = subject.split_once(close).and_then(|(head, _)| head.split_once(open))?;
        head.chars().all(is_of_word).then_some(scope)
    };
    let before_colon = || {
        let (scope, rest) = subject.split_once(':')?;
        let is_scope = scope.chars().all(|letter| is_of_word(letter) || matches!(letter, '/' | ',' | '.'));
        (is_scope && rest.starts_with(' ') && !SORTS.contains(&scope.to_lowercase().as_str())).then_some(scope)
    };
    let bracketed = || in_brackets("]", '[').filter(|_| subject.starts_with('['));
    let scope = in_brackets("):", '(').or_else(bracketed).or_else(before_colon).unwrap_or_default();
    scope.split([',', '/', ' ']).map(plain).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::{scopes, words};

    #[test]
    fn names_of_folders_have_parts_or_are_scopes() {
        let found = |text: &str| words(text).into_iter().collect::<Vec<_>>();
        let scopes = |text: &str| scopes(text).into_iter().collect::<Vec<_>>();
        let subject = "fix(query-core, server): make `mutate_fn` optional (#12)";
        assert_eq!(
            (found(subject), scopes(subject)),
            (vec!["mutate-fn".into(), "query-core".into()], vec!["query-core".into(), "server".into()])
        );
        assert_eq!(scopes("[cronet_http] Add support"), ["cronet-http"]);
        assert_eq!(scopes("net/http: close the body"), ["http", "net"]);
        assert_eq!(scopes("Fix: an error"), Vec::<String>::new());
        assert_eq!(scopes("TypeError: price is undefined"), ["typeerror"]);
        assert_eq!(scopes("It fails at 10:30 in a[0]"), Vec::<String>::new());
        assert_eq!(found("Small changes in moshi-adapters - a note"), ["moshi-adapters"]);
        assert_eq!((found("call f(x): it fails"), scopes("call f(x): it fails")), (Vec::new(), Vec::new()));
    }
}
