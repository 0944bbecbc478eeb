//! `executed(Test, File, Line)`: the lines that tests executed, as a report of coverage says. It is of one task, and stored
//! with none.

use std::collections::BTreeMap;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Digest;

/// The weight of a line that the tests of one file alone execute; of a line that those of several execute, each has its
/// part.
const LINE: u64 = 1_000_000;

/// A test of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveringTest {
    /// Its name, as the report writes it; empty for the run as a whole.
    pub name: String,
    /// The file that holds it.
    pub file: Option<FileId>,
    /// The line of its declaration.
    pub line: Option<u32>,
}

/// `executed(Test, File, Line)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Executed {
    /// The file.
    pub file: FileId,
    /// Its line.
    pub line: u32,
    /// The test that executed it: a place in [`Coverage::tests`].
    pub test: u32,
}

/// The lines that tests executed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The tests.
    pub tests: Vec<CoveringTest>,
    /// `executed`, sorted.
    pub rows: Vec<Executed>,
    /// The files of the report, sorted: of any other it says nothing.
    pub files: Vec<FileId>,
    /// The digest of the reports.
    pub digest: Option<Digest>,
}

/// The lines of some files that the tests of one file executed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoveredBy {
    /// How much these lines say of the tests: a line that every test executes says little.
    pub weight: u64,
    /// The tests: places in [`Coverage::tests`], sorted.
    pub tests: Vec<u32>,
    /// The lines, sorted.
    pub lines: Vec<(FileId, u32)>,
}

impl Coverage {
    /// Whether no report was given.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether the report has the file.
    pub fn has(&self, file: FileId) -> bool {
        self.files.binary_search(&file).is_ok()
    }

    /// Whether a test with a name and a file executed anything.
    pub fn names_tests(&self) -> bool {
        self.tests.iter().any(|test| test.file.is_some())
    }

    /// Adds the facts of another report.
    pub fn extend(&mut self, other: Self) {
        let first = u32::try_from(self.tests.len()).unwrap_or(u32::MAX);
        self.tests.extend(other.tests);
        self.rows.extend(other.rows.into_iter().map(|row| Executed { test: row.test + first, ..row }));
        self.rows.sort_unstable();
        self.files.extend(other.files);
        self.files.sort_unstable();
        self.files.dedup();
        let digests = [self.digest, other.digest];
        let [Some(one), Some(more)] = digests else {
            self.digest = digests.into_iter().flatten().next();
            return;
        };
        self.digest = Some(Digest::of(&[one.0, more.0].concat()));
    }

    /// The rows of a file.
    pub fn rows_of(&self, file: FileId) -> &[Executed] {
        let start = self.rows.partition_point(|row| row.file < file);
        let end = self.rows.partition_point(|row| row.file <= file);
        &self.rows[start..end]
    }

    /// By the file of tests: the lines of some files that they executed. The lines of a file of tests by itself say nothing.
    pub fn of(&self, files: &FxHashSet<FileId>) -> BTreeMap<FileId, CoveredBy> {
        let mut by_test: BTreeMap<FileId, CoveredBy> = BTreeMap::new();
        let mut files: Vec<FileId> = files.iter().copied().collect();
        files.sort_unstable();
        let same_line = |one: &Executed, other: &Executed| one.line == other.line;
        for at_line in files.iter().flat_map(|file| self.rows_of(*file).chunk_by(same_line)) {
            let line = (at_line[0].file, at_line[0].line);
            let mut by_file: FxHashMap<FileId, Vec<u32>> = FxHashMap::default();
            for row in at_line {
                let file = self.tests.get(row.test as usize).and_then(|test| test.file);
                if let Some(file) = file.filter(|file| *file != line.0) {
                    by_file.entry(file).or_default().push(row.test);
                }
            }
            let n_files = by_file.len() as u64;
            for (file, tests) in by_file {
                let covered = by_test.entry(file).or_default();
                covered.weight += LINE / n_files;
                covered.tests.extend(tests);
                covered.lines.push(line);
            }
        }
        for covered in by_test.values_mut() {
            covered.tests.sort_unstable();
            covered.tests.dedup();
            covered.lines.sort_unstable();
        }
        by_test
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coverage() -> Coverage {
        let test = |file| CoveringTest { name: "t".to_owned(), file: Some(FileId(file)), line: None };
        let row = |file, line, test| Executed { file: FileId(file), line, test };
        Coverage {
            tests: vec![test(8), test(8), test(9)],
            rows: vec![row(0, 1, 0), row(0, 2, 0), row(0, 2, 1), row(0, 2, 2), row(1, 5, 2), row(9, 1, 2)],
            files: vec![FileId(0), FileId(1), FileId(9)],
            digest: None,
        }
    }

    #[test]
    fn a_line_that_few_tests_execute_says_more() {
        let of = coverage().of(&[FileId(0)].into_iter().collect());
        assert_eq!(of[&FileId(8)].weight, LINE + LINE / 2);
        assert_eq!(of[&FileId(8)].tests, [0, 1]);
        assert_eq!(of[&FileId(9)].weight, LINE / 2);
        assert_eq!(of[&FileId(9)].lines, [(FileId(0), 2)]);
    }

    #[test]
    fn a_file_of_tests_is_no_proof_of_itself() {
        assert!(coverage().of(&[FileId(9)].into_iter().collect()).is_empty());
    }

    #[test]
    fn reports_add_up() {
        let mut both = coverage();
        both.extend(coverage());
        assert_eq!((both.tests.len(), both.rows.len(), both.files.len()), (6, 12, 3));
        let of = both.of(&[FileId(1)].into_iter().collect());
        assert_eq!(of[&FileId(9)].tests, [2, 5]);
    }
}
