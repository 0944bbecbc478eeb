//! Paths of an index: which are refused, and how they lie to the root.

use rustc_hash::FxHashSet;

use crate::base::path;

/// Whether a path of an index stays below its root: not absolute, no `..`, no sign that a file system may read as more.
pub fn is_below_root(path: &str) -> bool {
    let has_drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    let is_plain = |part: &str| !matches!(part, "" | "." | "..");
    !path.contains(['\\', '\0']) && !has_drive && path.split('/').all(is_plain)
}

/// How the paths of an index lie to the root of the repository: the indexer may have been started below it, or above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shift {
    /// They are those of the repository.
    None,
    /// This goes before each.
    Add(String),
    /// This is taken from the front of each.
    Strip(String),
}

impl Shift {
    /// The path in the repository; `None` for one that lies elsewhere.
    pub fn apply(&self, indexed: &str) -> Option<String> {
        match self {
            Self::None => Some(indexed.to_owned()),
            Self::Add(prefix) => Some(format!("{prefix}/{indexed}")),
            Self::Strip(prefix) => Some(indexed.strip_prefix(prefix.as_str())?.strip_prefix('/')?.to_owned()),
        }
    }

    /// The shift under which more than half of the indexed paths exist; none where no single one does so. `folder` is
    /// where the index lies, relative to the root: the first that is tried, as indexers write beside what they read.
    pub fn find(indexed: &[&str], exists: impl Fn(&str) -> bool, folder: &str, known: &[&str]) -> Self {
        let fits = |shift: &Self| {
            let found = indexed.iter().filter(|it| shift.apply(it).is_some_and(|path| exists(&path))).count();
            found * 2 > indexed.len()
        };
        if indexed.is_empty() || fits(&Self::None) {
            return Self::None;
        }
        let mut tries: Vec<Self> = Vec::new();
        if !folder.is_empty() {
            tries.push(Self::Add(folder.to_owned()));
        }
        if let Some(first) = indexed.first() {
            tries.extend(path::ancestors(first).filter(|it| !it.is_empty()).map(|it| Self::Strip(it.to_owned())));
            let tail = format!("/{first}");
            let heads: FxHashSet<&str> = known.iter().filter_map(|it| it.strip_suffix(tail.as_str())).collect();
            let mut heads: Vec<&str> = heads.into_iter().collect();
            heads.sort_unstable();
            tries.extend(heads.into_iter().map(|it| Self::Add(it.to_owned())));
        }
        tries.into_iter().find(fits).unwrap_or(Self::None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_escape_are_refused() {
        for good in ["a.ts", "src/a b/ü.py", "..a/b", "a/...b"] {
            assert!(is_below_root(good), "{good}");
        }
        for bad in ["", "/etc/passwd", "../a", "a/../../b", "a//b", "a/", "./a", "C:/a", "c:\\a", "a\\b", "a\0b"] {
            assert!(!is_below_root(bad), "{bad:?}");
        }
    }

    #[test]
    fn one_prefix_is_tried() {
        let known = ["pkg/web/src/a.ts", "pkg/web/src/b.ts", "lib/c.py"];
        let exists = |path: &str| known.contains(&path);
        let find = |indexed: &[&str], folder: &str| Shift::find(indexed, exists, folder, &known);
        assert_eq!(find(&["src/a.ts", "src/b.ts"], ""), Shift::Add("pkg/web".to_owned()));
        assert_eq!(find(&["src/a.ts", "src/gone.ts", "src/b.ts"], "pkg/web"), Shift::Add("pkg/web".to_owned()));
        assert_eq!(find(&["repo/lib/c.py"], ""), Shift::Strip("repo".to_owned()));
        assert_eq!(find(&["src/a.ts", "src/x.ts"], ""), Shift::None, "half is not more than half");
        assert_eq!(find(&["lib/c.py"], "pkg"), Shift::None);
    }
}
