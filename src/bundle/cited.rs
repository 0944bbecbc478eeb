//! The lines that reasons cite: they are printed before anything else of a file.

use rustc_hash::FxHashMap;

use super::item::Why;

/// The lines that the reasons of all files cite, by path.
#[derive(Default)]
pub struct CitedLines(FxHashMap<String, Vec<u32>>);

impl CitedLines {
    /// Adds the lines of some reasons, those in one file alone where `only` is its path. A file is in a set by its path: no
    /// line of it says so.
    pub fn add<'w>(&mut self, why: impl Iterator<Item = &'w Why>, only: Option<&str>) {
        for link in why.flat_map(|why| &why.chain).filter(|link| !matches!(link.relation, "in" | "not_in")) {
            let mut parts = link.at.rsplitn(3, ':');
            let line = parts.nth(1).and_then(|line| line.parse().ok()).filter(|line| *line > 0);
            let path = parts.next().filter(|path| only.is_none_or(|only| only == *path));
            if let (Some(line), Some(path)) = (line, path) {
                self.0.entry(path.to_owned()).or_default().push(line);
            }
        }
    }

    /// The cited lines of a file.
    pub fn lines(&self, path: &str) -> &[u32] {
        self.0.get(path).map_or(&[], Vec::as_slice)
    }
}
