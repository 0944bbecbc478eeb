//! Verbs that head a sentence of a request: `Add a shell`, `Get rid of it`. A capital there is of the place, and says nothing of a
//! name.

use std::collections::BTreeSet;

use crate::base::TextPart;

/// The verbs by which people say what to do with code, sorted.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "add", "adds", "adjust", "allow", "apply", "avoid", "build", "bump", "call", "change", "check", "clean", "close", "create",
    "delete", "deprecate", "detect", "disable", "document", "drop", "enable", "ensure", "expose", "extend", "find", "fix",
    "fixes", "get", "give", "handle", "hide", "ignore", "implement", "improve", "include", "inline", "introduce", "keep", "let",
    "limit", "log", "look", "make", "merge", "migrate", "move", "open", "optimize", "parse", "pass", "preserve", "prevent",
    "print", "protect", "provide", "put", "raise", "read", "reduce", "refactor", "reject", "remove", "rename", "render",
    "replace", "report", "require", "reset", "resolve", "respect", "restore", "return", "reuse", "revert", "rewrite", "run",
    "see", "set", "show", "simplify", "skip", "sort", "split", "start", "stop", "store", "support", "switch", "test", "throw", "track",
    "treat", "try", "turn", "unify", "update", "upgrade", "use", "validate", "verify", "warn", "wrap", "write",
];

/// The labels by which commits say of what kind they are, sorted: `fix: …`, `feat(cli)!: …`.
const LABELS: &[&str] =
    &["build", "chore", "ci", "docs", "feat", "feature", "fix", "perf", "refactor", "revert", "style", "test", "tests"];

/// The words of a text that are only such a verb at the head of a sentence, and nowhere as code.
pub fn imperatives(text: &str) -> BTreeSet<&str> {
    let is_letter = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    let (mut heads, mut others) = (BTreeSet::new(), BTreeSet::new());
    // Behind the last head: what is added there is `support`.
    let mut behind_head = usize::MAX;
    for word in text.split(|letter: char| !is_letter(letter)).filter(|word| !word.is_empty()) {
        // The word is a part of the text, so its place follows from the addresses alone.
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let (before, behind) = (text.part(..start), text.part(start + word.len()..));
        let is_label = || before.is_empty() && is_label(word, behind);
        let is_support = || word == "support" && behind_head == start;
        if is_verb(word) && is_followed(behind) && (is_head(before) || is_support()) || is_label() {
            heads.insert(word);
            behind_head = start + word.len() + 1;
        } else {
            others.insert(word);
        }
    }
    heads.retain(|word| !others.contains(word));
    heads
}

/// Whether a sentence begins behind a text: at its own begin, behind a mark of its end, a label (`fix:`), the sign of a list.
fn is_head(before: &str) -> bool {
    let line = before.trim_end_matches([' ', '\t', '-', '*', '#', '>']);
    line.is_empty()
        || line.ends_with('\n')
        || before.ends_with(char::is_whitespace) && before.trim_end().ends_with(['.', '!', '?', ':', ';'])
}

/// Whether another word of the sentence follows: a word alone, or with a sign of code behind it, is a name.
fn is_followed(behind: &str) -> bool {
    let rest = behind.trim_start_matches(' ');
    rest.len() < behind.len()
        && rest.starts_with(|letter: char| letter.is_alphanumeric() || "`'\"(_$@".contains(letter))
}

/// Whether a word at the begin of a text is the label of a commit.
fn is_label(word: &str, behind: &str) -> bool {
    let scope = behind.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(behind, |(_, rest)| rest);
    LABELS.binary_search(&word.to_ascii_lowercase().as_str()).is_ok() && scope.trim_start_matches('!').starts_with(": ")
}

fn is_verb(word: &str) -> bool {
    let is_plain = word.chars().skip(1).all(|letter| letter.is_ascii_lowercase());
    is_plain && VERBS.binary_search(&word.to_ascii_lowercase().as_str()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_at_the_head_of_a_sentence_is_found() {
        assert!(VERBS.is_sorted() && LABELS.is_sorted());
        let found = |text| imperatives(text).into_iter().collect::<Vec<_>>();
        assert_eq!(found("Add a new completion shell: nushell"), ["Add"]);
        assert_eq!(found("feat(cli)!: Get rid of the logger. Use `Logger`"), ["Get", "Use", "feat"]);
        assert_eq!(found("Add support for it"), ["Add", "support"]);
        assert_eq!(found("fix: see it. See there"), ["See", "fix", "see"]);
        assert_eq!(found("- Drop it\n* Show more!"), ["Drop", "Show"]);
        for text in [
            "`Add` a shell",
            "Add",
            "Add() is slow",
            "Add.run fails",
            "Router fails",
            "feat(cli) fails",
            "Why does Get fail",
            "Add it to Add",
        ] {
            assert!(imperatives(text).is_empty(), "{text}");
        }
    }
}
