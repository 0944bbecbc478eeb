//! Reads `.gitattributes`: which files a program made (`linguist-generated`).

use std::path::Path;

use globset::{Candidate, Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use super::door::Door;
use super::entry::FileEntry;
use super::gap::gap;
use super::rules::{MAX_BYTES, MAX_LINE};
use crate::base::{Gap, GapKind, path};

/// The files that say it.
const ATTRIBUTES: &str = ".gitattributes";

/// The lines that state, or take back, that the files of a pattern are generated; later ones win.
#[derive(Default)]
struct Rules {
    patterns: GlobSet,
    generated: Vec<bool>,
}

impl Rules {
    fn new(lines: Vec<(Glob, bool)>) -> Result<Self, globset::Error> {
        let mut patterns = GlobSetBuilder::new();
        let mut generated = Vec::new();
        for (pattern, is_generated) in lines {
            patterns.add(pattern);
            generated.push(is_generated);
        }
        Ok(Self { patterns: patterns.build()?, generated })
    }

    fn is_generated(&self, file: &str, matches: &mut Vec<usize>) -> bool {
        self.patterns.matches_candidate_into(&Candidate::new(file), matches);
        matches.iter().max().and_then(|at| self.generated.get(*at)).is_some_and(|generated| *generated)
    }
}

/// A gap for each file that `.gitattributes` calls generated, and for each `.gitattributes` that is not
/// read. As in git, the nearest file and the last line decide.
pub fn generated(door: &Door, entries: &[FileEntry]) -> Vec<Gap> {
    let is_named = |path: &str| path.ends_with(ATTRIBUTES) && path::name(path) == ATTRIBUTES;
    let named = entries.iter().filter(|entry| is_named(&entry.path));
    let mut files: Vec<&str> = named.map(|entry| &*entry.path).collect();
    files.sort_by_key(|file| (file.matches('/').count(), *file));
    let mut gaps = Vec::new();
    let mut all = Vec::new();
    for file in files {
        match door.read(Path::new(file), MAX_BYTES) {
            Ok(bytes) => all.extend(lines(path::parent(file), &String::from_utf8_lossy(&bytes))),
            Err(refusal) => {
                gaps.push(gap(file.to_owned(), refusal.kind(), &format!("{refusal}: its attributes are not read")));
            }
        }
    }
    if all.is_empty() {
        return gaps;
    }
    let rules = Rules::new(all).unwrap_or_else(|error| {
        let detail = format!("the attributes of all files are not read: {error}");
        gaps.push(gap(ATTRIBUTES.to_owned(), GapKind::Config, &detail));
        Rules::default()
    });
    let mut matches = Vec::new();
    let marked = entries.iter().filter(|entry| rules.is_generated(&entry.path, &mut matches));
    gaps.extend(
        marked.map(|entry| {
            gap(entry.path.to_string(), GapKind::Generated, "`.gitattributes` says that a program made it")
        }),
    );
    gaps
}

fn lines(folder: &str, text: &str) -> Vec<(Glob, bool)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#') && line.len() <= MAX_LINE);
    let rules = lines.filter_map(|line| {
        let mut words = line.split_whitespace();
        let pattern = words.next()?;
        let generated = words.filter_map(state).next_back()?;
        Some((matcher(folder, pattern)?, generated))
    });
    rules.collect()
}

/// The state that one attribute sets, if it is `linguist-generated`.
fn state(attribute: &str) -> Option<bool> {
    match attribute {
        "linguist-generated" | "linguist-generated=true" => Some(true),
        "-linguist-generated" | "!linguist-generated" | "linguist-generated=false" => Some(false),
        _ => None,
    }
}

/// A pattern without a slash is one of names at any depth, as in `.gitignore`; any other is of paths.
fn matcher(folder: &str, pattern: &str) -> Option<Glob> {
    let inside = pattern.trim_matches('"');
    let inside = if inside.contains('/') { inside.trim_start_matches('/').to_owned() } else { format!("**/{inside}") };
    let whole = if folder.is_empty() { inside } else { format!("{folder}/{inside}") };
    GlobBuilder::new(&whole).literal_separator(true).build().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Rules, lines};

    #[test]
    fn the_last_line_decides() {
        let lines = lines(
            "web",
            "*.pb.ts linguist-generated\n/dist/** linguist-generated=true\n# no\na.pb.ts -linguist-generated -text\n",
        );
        let rules = Rules::new(lines).unwrap();
        let decided = |file: &str| rules.is_generated(file, &mut Vec::new());
        assert!(decided("web/x/b.pb.ts") && decided("web/dist/x/y.js"));
        assert!(!decided("web/x/a.pb.ts") && !decided("dist/y.js"));
    }
}
