//! Reports of coverage: the lines that tests executed, before the repository is known.

use rustc_hash::FxHashMap;

/// The most bytes of a report of coverage: with a name for each line and test, one is long.
pub const MAX_REPORT: usize = 256 * 1024 * 1024;

/// The lines that tests executed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageReport {
    /// The names of the tests; an empty one is the run as a whole.
    pub tests: Vec<String>,
    /// The files.
    pub files: Vec<CoveredFile>,
}

/// The lines of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoveredFile {
    /// The path, as written.
    pub path: String,
    /// Executed lines, each with a test: a place in [`CoverageReport::tests`].
    pub executed: Vec<(u32, u32)>,
}

/// Names of tests, each once.
#[derive(Default)]
pub struct TestNames {
    ids: FxHashMap<String, u32>,
    names: Vec<String>,
}

impl TestNames {
    /// The place of a name.
    pub fn id(&mut self, name: &str) -> u32 {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.ids.insert(name.to_owned(), id);
        self.names.push(name.to_owned());
        id
    }

    /// The names, in the order of their places.
    pub fn finish(self) -> Vec<String> {
        self.names
    }
}

/// The test in a context of coverage.py: `static|tests/test_a.py::test_b|run`, or a dotted name.
pub fn test_of(context: &str) -> &str {
    let phases = ["run", "setup", "teardown"];
    let parts = || context.split('|').filter(|part| !phases.contains(part));
    parts().find(|part| part.contains("::")).or_else(|| parts().next_back()).unwrap_or_default()
}
