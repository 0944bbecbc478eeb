//! The lines of lockfiles in a diff: versions and sums, no words of an author.

use std::borrow::Cow;

use crate::package;

const FILE: &str = "diff --git ";
const OLD: &str = "--- ";
const NEW: &str = "+++ ";
/// The path of a file that is not there on one side.
const NOTHING: &str = "/dev/null";
/// The shortest digest of a commit.
const SHORTEST: usize = 7;

/// A text in which the lines of lockfiles are blanks, where it is a diff; no place of another part changes.
pub fn without_lockfiles(text: &str) -> Cow<'_, str> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let has_git = lines.iter().any(|line| line.starts_with(FILE));
    let (mut is_lock, mut has_any) = (false, false);
    let mut out = String::with_capacity(text.len());
    for (at, line) in lines.iter().enumerate() {
        let is_plain = || line.starts_with(OLD) && lines.get(at + 1).is_some_and(|next| next.starts_with(NEW));
        let is_header = if has_git { line.starts_with(FILE) } else { is_plain() };
        if is_header {
            let new = || lines.get(at + 1).and_then(|next| path(next));
            is_lock = path(line).filter(|path| *path != NOTHING).or_else(new).is_some_and(is_lockfile);
            has_any |= is_lock;
        } else if is_commit(line) {
            is_lock = false;
        }
        if is_lock && !is_header {
            out.extend(line.bytes().map(|it| if it == b'\n' { '\n' } else { ' ' }));
        } else {
            out.push_str(line);
        }
    }
    if has_any { Cow::Owned(out) } else { Cow::Borrowed(text) }
}

/// Whether a line begins the next commit of a log: `commit 0123abc`.
fn is_commit(line: &str) -> bool {
    let digest = line.strip_prefix("commit ").and_then(|rest| rest.split_whitespace().next()).unwrap_or("");
    digest.len() >= SHORTEST && digest.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The path at the end of a header: `diff -u` adds a tab and a time.
fn path(header: &str) -> Option<&str> {
    let header = header.split('\t').next().unwrap_or(header);
    header.split_whitespace().next_back().map(|path| path.trim_matches('"'))
}

fn is_lockfile(path: &str) -> bool {
    package::format(path).is_some_and(|format| format.locks)
}

#[cfg(test)]
mod tests {
    use super::without_lockfiles;

    #[test]
    fn lockfiles_of_a_diff_have_no_words() {
        let lock = "--- a/go.sum\t2026-01-01\n+++ b/go.sum\n@@ -1 +1 @@\n--- totals\n-shop v1 h1:Total\n";
        let code = "--- a/cart.go\n+++ b/cart.go\n-old\n";
        let left = |text: &str| without_lockfiles(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(left(&[lock, code].concat()), "--- a/go.sum 2026-01-01 --- a/cart.go +++ b/cart.go -old");
        let git = format!("diff --git a/go.sum b/go.sum\n{lock}diff --git a/cart.go b/cart.go\n{code}");
        let wanted = "diff --git a/go.sum b/go.sum diff --git a/cart.go b/cart.go --- a/cart.go +++ b/cart.go -old";
        assert_eq!(left(&git), wanted);
        assert_eq!(without_lockfiles(&git).len(), git.len());
        assert_eq!(without_lockfiles("--- a.lock\nwords"), "--- a.lock\nwords");
        let new = "--- /dev/null\n+++ b/go.sum\n+shop v1 h1:Total\n";
        assert_eq!(left(new), "--- /dev/null");
        let log = format!("{git}diff --git a/go.sum b/go.sum\n{lock}commit 0123456789abcdef\n\n    A zebra\n");
        assert!(left(&log).ends_with("commit 0123456789abcdef A zebra"), "{}", left(&log));
    }
}
