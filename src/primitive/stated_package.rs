//! Definitions by the package that their file states, where that is not the folder: `com.acme.Type` of `package com.acme`.

use cg_rules::DefId;

use super::engine::Engine;
use crate::base::TextPart;

/// The words before the name of a package.
const WORDS: [&str; 2] = ["package ", "namespace "];
/// The most definitions whose files are read: more that have the rest of a name are many things.
const MOST: usize = 8;
/// The most bytes of a file that are read for its package.
const BYTES: usize = 64 * 1024;

impl Engine<'_> {
    /// The definitions of a dotted name whose first parts are the package that their file states. `named` gives those of the rest.
    pub(super) fn by_stated_package(&self, name: &str, named: impl Fn(&str) -> Vec<DefId>) -> Vec<DefId> {
        let Some(tree) = self.tree else { return Vec::new() };
        for (at, _) in name.match_indices('.') {
            let (head, rest) = (name.part(..at), name.part(at + 1..));
            let mut defs = named(rest);
            if defs.len() > MOST {
                continue;
            }
            defs.retain(|def| {
                let file = self.file(*def);
                let text = file.and_then(|file| tree.read(self.snapshot.path(file)).ok()).unwrap_or_default();
                states(text.get(..BYTES).unwrap_or(&text), head)
            });
            if !defs.is_empty() {
                return defs;
            }
        }
        Vec::new()
    }
}

/// Whether a text states that it is of a package, in one clause or in several, one inside of the other.
fn states(text: &[u8], package: &str) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut so_far = String::new();
    for line in text.lines() {
        let line = line.trim();
        let Some(rest) = WORDS.iter().find_map(|word| line.strip_prefix(word)) else { continue };
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
        let stated = rest.trim_start().split(|letter: char| !is_part(letter)).next().unwrap_or_default();
        if so_far.is_empty() {
            so_far = stated.to_owned();
        } else {
            so_far = format!("{so_far}.{stated}");
        }
        if stated == package || so_far == package {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::states;

    #[test]
    fn a_package_is_stated_in_one_clause_or_in_several() {
        assert!(states(b"// x\npackage com.acme;\nclass A {}", "com.acme"));
        assert!(states(b"namespace Acme.Svc\n{\n}", "Acme.Svc") && states(b"\tnamespace A;\r\n", "A"));
        assert!(states(b"package a\npackage b\nclass C", "a.b"));
        assert!(!states(b"package com.acme.other", "com.acme") && !states(b"", "a"));
    }
}
