//! How close a file is to a set, beyond the distance: the second column of the order under a cap.
//!
//! Derived from the data alone, compared column by column, with no weights: a name made of a name of the set, then the
//! share of its imports that go to the set, then how near it lies.

use cg_rules::{FileId, ImportGraph};
use rustc_hash::FxHashSet;

use crate::base::path;
use crate::facts::Snapshot;
use crate::language::lists;

/// Greater is closer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Closeness {
    /// 2: the same name but for the marks of a test; 1: one name holds the other; 0: neither.
    name: u8,
    /// The share of its imports that go to the set, in thousandths.
    share: u32,
    /// How many folders it shares with the nearest of the set.
    near: usize,
}

/// The names of a set of files, ready to be compared with.
pub struct NameAffinity<'f> {
    snapshot: &'f Snapshot,
    names: Vec<String>,
    /// The names with that of the folder before them, as tests of another folder have them: `utils_query` for `utils/query.py`.
    in_folders: Vec<String>,
}

impl<'f> NameAffinity<'f> {
    /// Prepares a set.
    pub fn of(snapshot: &'f Snapshot, set: &[FileId]) -> Self {
        let mut names: Vec<String> = set.iter().map(|file| plain_name(snapshot.path(*file))).collect();
        names.sort_unstable();
        names.dedup();
        let in_folders = set.iter().flat_map(|file| names_in_folder(snapshot.path(*file))).collect();
        Self { snapshot, names, in_folders }
    }

    /// How close the name of a file is to those of the set: the first column of `Affinity::to`.
    pub fn to(&self, file: FileId) -> u8 {
        let name = plain_name(self.snapshot.path(file));
        if self.names.binary_search(&name).is_ok() || self.in_folders.contains(&name) {
            return 2;
        }
        // A name of three letters is held by too many others to say anything.
        let holds = |known: &String| {
            known.len() > 3 && name.len() > 3 && (name.contains(known.as_str()) || known.contains(&name))
        };
        u8::from(self.names.iter().any(holds))
    }
}

/// A set of files, ready to be compared with.
pub struct Affinity<'f> {
    names: NameAffinity<'f>,
    graph: &'f ImportGraph,
    set: FxHashSet<FileId>,
    folders: Vec<&'f str>,
}

impl<'f> Affinity<'f> {
    /// Prepares a set.
    pub fn of(snapshot: &'f Snapshot, graph: &'f ImportGraph, set: &[FileId]) -> Self {
        let mut folders: Vec<&str> = set.iter().map(|file| path::parent(snapshot.path(*file))).collect();
        folders.sort_unstable();
        folders.dedup();
        Self { names: NameAffinity::of(snapshot, set), graph, set: set.iter().copied().collect(), folders }
    }

    /// How close a file is to the set.
    pub fn to(&self, file: FileId) -> Closeness {
        let imports = self.graph.imports.row(file);
        let of_set = imports.iter().filter(|to| self.set.contains(to)).count();
        let share = (of_set * 1000).checked_div(imports.len()).unwrap_or(0);
        let folder = path::parent(self.names.snapshot.path(file));
        Closeness {
            name: self.names.to(file),
            share: u32::try_from(share).unwrap_or(u32::MAX),
            near: self.folders.iter().map(|other| shared_parts(folder, other)).max().unwrap_or(0),
        }
    }
}

/// The name without the marks of a test: `test_a`, `a_test`, `a.test`, `ATest`, `a.spec` → `a`. A file that represents
/// its folder has the folder's name.
fn plain_name(file: &str) -> String {
    let mut stem = path::stem(file);
    if matches!(stem, "lib" | "main") || lists(|it| it.folder_stems, stem) {
        stem = path::name(path::parent(file));
    }
    for mark in [".test", ".spec", "_test", "_spec", "Tests", "Test", "Spec", "IT"] {
        stem = stem.strip_suffix(mark).unwrap_or(stem);
    }
    stem.strip_prefix("test_").unwrap_or(stem).to_ascii_lowercase()
}

/// The plain name of a file behind that of its folder, which may be of many and stand for one: `pipelines/files.py` →
/// `pipelines_files`, `pipeline_files`.
fn names_in_folder(file: &str) -> Vec<String> {
    let name = plain_name(file);
    let folder = path::name(path::parent(file)).to_ascii_lowercase();
    // A file that has the name of its folder stands for it, in the folder above.
    let folder =
        if folder == name { path::name(path::parent(path::parent(file))).to_ascii_lowercase() } else { folder };
    if folder.is_empty() || name.is_empty() {
        return Vec::new();
    }
    let one = folder.strip_suffix('s').filter(|one| !one.is_empty());
    std::iter::once(folder.as_str()).chain(one).map(|folder| format!("{folder}_{name}")).collect()
}

fn shared_parts(one: &str, other: &str) -> usize {
    let parts = one.split('/').zip(other.split('/'));
    parts.take_while(|(one, other)| one == other && !one.is_empty()).count()
}

#[cfg(test)]
mod tests {
    use super::{names_in_folder, plain_name};

    #[test]
    fn a_test_elsewhere_has_the_folder_in_its_name() {
        assert_eq!(names_in_folder("shop/pipelines/files.py"), ["pipelines_files", "pipeline_files"]);
        assert_eq!(names_in_folder("shop/core/downloader/__init__.py"), ["core_downloader"]);
        assert_eq!(names_in_folder("setup.py"), [""; 0]);
    }

    #[test]
    fn tests_have_the_name_of_what_they_test() {
        for test in ["a/test_query.py", "query_test.go", "x/query.test.ts", "QueryTest.kt", "query.spec.js"] {
            assert_eq!(plain_name(test), "query", "{test}");
        }
        assert_eq!(plain_name("django/db/__init__.py"), "db");
    }
}
