//! The tests of a report of coverage: what they executed is a fact of a run, beside the edges and never one of them.

use std::collections::BTreeMap;

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;
use super::note::Note;
use crate::base::{Position, counted};
use crate::facts::CoveredBy;

/// The relation of the one link of a test that a report names.
pub const EXECUTED: &str = "executed";
/// How many tests of a file are named.
const MOST_NAMED: usize = 3;

impl Engine<'_> {
    /// `executed(Test, "14 lines, by test_total", first line)`.
    pub(super) fn executed_link(&self, test: FileId, covered: &CoveredBy) -> Link {
        let (file, line) = covered.lines.first().copied().unwrap_or((test, 1));
        let named = covered.tests.iter().filter_map(|test| self.coverage.tests.get(*test as usize));
        let mut names: Vec<&str> = named.map(|test| short(&test.name)).collect();
        names.dedup();
        let more = names.len().saturating_sub(MOST_NAMED);
        let and = if more > 0 { format!(" and {more} more") } else { String::new() };
        names.truncate(MOST_NAMED);
        let to = format!("{}, by {}{and}", counted(covered.lines.len(), "line"), names.join(", "));
        let at = Position { line, column: 1 };
        Link { relation: EXECUTED, from: self.snapshot.path(test).to_owned(), to, file, at }
    }

    /// The lines of a file of tests on which those tests are declared.
    pub(super) fn declared_lines(&self, covered: &CoveredBy) -> impl Iterator<Item = u32> {
        let lines: Vec<u32> =
            covered.tests.iter().filter_map(|test| self.coverage.tests.get(*test as usize)?.line).collect();
        lines.into_iter()
    }

    /// Remarks on files of which a report names no test. `covered` has the tests that it names for them.
    pub(super) fn uncovered(&self, files: &[FileId], covered: &BTreeMap<FileId, CoveredBy>) -> Vec<Note> {
        if self.coverage.is_empty() {
            return Vec::new();
        }
        let executed: FxHashSet<FileId> =
            covered.values().flat_map(|by| by.lines.iter().map(|(file, _)| *file)).collect();
        let is_source =
            |file: &&FileId| self.snapshot.file_row(**file).is_some_and(|row| !row.is_aside && row.lines > 0);
        let open = files.iter().filter(is_source);
        let remark = |file: &FileId| {
            let path = self.snapshot.path(*file);
            if !self.coverage.has(*file) {
                return Some(format!("the report of coverage has no `{path}`").into());
            }
            let names_tests = self.coverage.names_tests();
            let is_executed =
                if names_tests { executed.contains(file) } else { !self.coverage.rows_of(*file).is_empty() };
            (!is_executed).then(|| format!("by the report of coverage, no test executed a line of `{path}`").into())
        };
        open.filter_map(remark).collect()
    }
}

/// The last part of the name of a test, without the parameters of the run.
fn short(name: &str) -> &str {
    let plain = name.split(['[', '(']).next().unwrap_or(name);
    plain.rsplit(['.', ':', '/']).next().unwrap_or(plain)
}
