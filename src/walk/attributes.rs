//! What `.gitattributes` says of files: which ones a program made (`linguist-generated`).

use globset::{GlobBuilder, GlobMatcher};

use super::tree::Tree;
use crate::base::{Gap, GapKind, Position, path};

/// A line that states, or takes back, that the files of a pattern are generated.
struct Rule {
    pattern: GlobMatcher,
    generated: bool,
}

/// A gap for each file of the tree that `.gitattributes` calls generated. As in git, the nearest file and the last
/// line decide.
pub fn generated(tree: &Tree) -> Vec<Gap> {
    let named = tree.files.iter().filter(|entry| path::name(&entry.path) == ".gitattributes");
    let mut files: Vec<&str> = named.map(|entry| &*entry.path).collect();
    files.sort_by_key(|file| (file.matches('/').count(), *file));
    let texts = files.into_iter().filter_map(|file| Some((path::parent(file), tree.read(file).ok()?)));
    let rules: Vec<Rule> = texts.flat_map(|(folder, bytes)| rules(folder, &String::from_utf8_lossy(&bytes))).collect();
    if rules.is_empty() {
        return Vec::new();
    }
    let decided = |file: &str| rules.iter().rev().find(|rule| rule.pattern.is_match(file));
    let marked = tree.files.iter().filter(|entry| decided(&entry.path).is_some_and(|rule| rule.generated));
    let gap = |file: &str| Gap {
        path: file.to_owned(),
        at: Position::default(),
        kind: GapKind::Generated,
        detail: "`.gitattributes` says that a program made it".to_owned(),
    };
    marked.map(|entry| gap(&entry.path)).collect()
}

fn rules(folder: &str, text: &str) -> Vec<Rule> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    let rules = lines.filter_map(|line| {
        let mut words = line.split_whitespace();
        let pattern = words.next()?;
        let generated = words.filter_map(state).next_back()?;
        Some(Rule { pattern: matcher(folder, pattern)?, generated })
    });
    rules.collect()
}

/// What one attribute says of it, if it is the one.
fn state(attribute: &str) -> Option<bool> {
    match attribute {
        "linguist-generated" | "linguist-generated=true" => Some(true),
        "-linguist-generated" | "!linguist-generated" | "linguist-generated=false" => Some(false),
        _ => None,
    }
}

/// A pattern without a slash is one of names at any depth, as in `.gitignore`; any other is of paths.
fn matcher(folder: &str, pattern: &str) -> Option<GlobMatcher> {
    let inside = pattern.trim_matches('"');
    let inside = if inside.contains('/') { inside.trim_start_matches('/').to_owned() } else { format!("**/{inside}") };
    let whole = if folder.is_empty() { inside } else { format!("{folder}/{inside}") };
    Some(GlobBuilder::new(&whole).literal_separator(true).build().ok()?.compile_matcher())
}

#[cfg(test)]
mod tests {
    use super::rules;

    #[test]
    fn the_last_line_decides() {
        let rules = rules(
            "web",
            "*.pb.ts linguist-generated\n/dist/** linguist-generated=true\n# no\na.pb.ts -linguist-generated -text\n",
        );
        let decided =
            |file: &str| rules.iter().rev().find(|rule| rule.pattern.is_match(file)).map(|rule| rule.generated);
        assert_eq!(decided("web/x/b.pb.ts"), Some(true));
        assert_eq!(decided("web/x/a.pb.ts"), Some(false));
        assert_eq!((decided("web/dist/x/y.js"), decided("dist/y.js")), (Some(true), None));
    }
}
