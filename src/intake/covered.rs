//! A report of coverage, held against the facts: its paths to files, its tests to the files that hold them.

use std::sync::Arc;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::framed::files;
use super::report::CoverageReport;
use super::resolved::Resolved;
use crate::base::{Digester, counted, path};
use crate::facts::{Coverage, CoveringTest, Executed, NONE, Snapshot};

/// How many names are listed.
const MOST_LISTED: usize = 3;

/// Resolves a report. A remark lists what it names and the repository has not.
pub fn covered(report: &CoverageReport, snapshot: &Snapshot, resolved: &mut Resolved) {
    let homes = TestHomes::of(snapshot);
    let tests: Vec<CoveringTest> = report.tests.iter().map(|name| homes.test(name)).collect();
    let named = report.tests.iter().zip(&tests).filter(|(name, _)| !name.is_empty());
    let lost: Vec<&str> =
        named.clone().filter(|(_, test)| test.file.is_none()).map(|(name, _)| name.as_str()).collect();
    let mut coverage = Coverage { tests: tests.clone(), ..Coverage::default() };
    let (mut unknown, mut beyond) = (Vec::new(), Vec::new());
    let mut digester = Digester::new("coverage");
    report.tests.iter().for_each(|name| _ = digester.part(name.as_bytes()));
    for covered in &report.files {
        let found = files(snapshot, &covered.path);
        let [file] = found[..] else {
            unknown.push(covered.path.as_str());
            continue;
        };
        let n_lines = snapshot.file_row(file).map_or(0, |row| row.lines);
        let (here, after): (Vec<(u32, u32)>, Vec<_>) =
            covered.executed.iter().copied().partition(|(line, _)| (1..=n_lines).contains(line));
        if !after.is_empty() {
            beyond.push(snapshot.path(file));
        }
        digester.part(snapshot.path(file).as_bytes());
        for (line, test) in here {
            digester.part(&line.to_le_bytes()).part(&test.to_le_bytes());
            coverage.rows.push(Executed { file, line, test });
        }
        coverage.files.push(file);
    }
    coverage.rows.sort_unstable();
    coverage.rows.dedup();
    coverage.files.sort_unstable();
    coverage.files.dedup();
    coverage.digest = Some(digester.finish());
    if !unknown.is_empty() {
        let text =
            format!("{}, or of several: {}", without_file(unknown.len(), report.files.len(), "path"), listed(&unknown));
        let is_all = unknown.len() == report.files.len();
        if is_all { &mut resolved.unmatched } else { &mut resolved.notes }.push(text);
    }
    if !lost.is_empty() {
        let text = format!("{}: {}", without_file(lost.len(), named.count(), "test"), listed(&lost));
        resolved.notes.push(text);
    }
    if report.tests.iter().all(String::is_empty) {
        resolved.notes.push("the report names no tests, so it says which lines ran and not by which test".to_owned());
    }
    if !beyond.is_empty() {
        let text = format!("lines beyond the end of {}: the report is of another state", listed(&beyond));
        resolved.notes.push(text);
    }
    resolved.coverage = Arc::new(coverage);
}

/// `1 of 3 paths is of no file here`
fn without_file(count: usize, of: usize, what: &str) -> String {
    let are = if count == 1 { "is" } else { "are" };
    format!("{count} of {} {are} of no file here", counted(of, what))
}

fn listed(names: &[&str]) -> String {
    let mut shown: Vec<String> = names.iter().take(MOST_LISTED).map(|name| format!("`{name}`")).collect();
    if names.len() > MOST_LISTED {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// The files that hold tests, by the last part of their paths.
struct TestHomes<'s> {
    snapshot: &'s Snapshot,
    /// By the name of a file without its ending.
    by_stem: FxHashMap<&'s str, Vec<FileId>>,
}

impl<'s> TestHomes<'s> {
    fn of(snapshot: &'s Snapshot) -> Self {
        let mut by_stem: FxHashMap<&str, Vec<FileId>> = FxHashMap::default();
        for (file, row) in (0u32..).map(FileId).zip(snapshot.files.iter()) {
            if row.is_test || row.is_aside {
                by_stem.entry(path::stem(snapshot.path(file))).or_default().push(file);
            }
        }
        Self { snapshot, by_stem }
    }

    /// The test of a name: `tests/test_a.py::TestA::test_b[one]`, `tests.test_a.TestA.test_b`, `test_b`.
    fn test(&self, name: &str) -> CoveringTest {
        let (file, inner) = match name.split_once("::") {
            Some((path, inner)) => (only(&files(self.snapshot, path)), inner),
            None => self.dotted(name),
        };
        let inner = inner.split(['[', '(']).next().unwrap_or_default();
        let last = inner.rsplit(['.', ':', '#', '$', ' ']).find(|part| !part.is_empty()).unwrap_or_default();
        let file = file.or_else(|| self.holding(last));
        let line = file.and_then(|file| self.line(file, last));
        CoveringTest { name: name.to_owned(), file, line }
    }

    /// The file that the begin of a dotted name means, and the rest of the name.
    fn dotted<'n>(&self, name: &'n str) -> (Option<FileId>, &'n str) {
        let ends = name.char_indices().rev().filter(|(_, letter)| *letter == '.').map(|(at, _)| at);
        for end in std::iter::once(name.len()).chain(ends) {
            let module = name.get(..end).unwrap_or_default();
            let stem = module.rsplit('.').next().unwrap_or_default();
            let known = self.by_stem.get(stem).map_or(&[][..], Vec::as_slice);
            let fits: Vec<FileId> =
                known.iter().copied().filter(|file| is_named(self.snapshot.path(*file), module)).collect();
            if let Some(file) = only(&fits) {
                return (Some(file), name.get(end + 1..).unwrap_or_default());
            }
        }
        (None, name)
    }

    /// The one file whose tests have a name.
    fn holding(&self, name: &str) -> Option<FileId> {
        let rows = self.snapshot.tests.iter().filter(|row| self.snapshot.names.get(row.name) == name);
        let files: FxHashSet<FileId> = rows.map(|row| row.file).collect();
        only(&files.into_iter().collect::<Vec<_>>())
    }

    /// The line of a test in its file.
    fn line(&self, file: FileId, name: &str) -> Option<u32> {
        let mut rows = self.snapshot.definitions_of(file).filter(|(_, row)| row.name != NONE);
        rows.find(|(_, row)| row.kind.is_callable() && self.snapshot.name_in(row) == name).map(|(_, row)| row.at.line)
    }
}

fn only(files: &[FileId]) -> Option<FileId> {
    if let [file] = files { Some(*file) } else { None }
}

/// Whether a path without its ending ends with the parts of a dotted name.
fn is_named(path: &str, module: &str) -> bool {
    let plain = path.rsplit_once('.').map_or(path, |(plain, _)| plain);
    let mut parts = plain.rsplit('/');
    module.rsplit('.').all(|part| parts.next() == Some(part))
}
