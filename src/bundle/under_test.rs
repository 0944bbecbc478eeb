//! The definitions that tests which are named call: a request that names a test is about what fails in it.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use crate::facts::{Call, Definition, Snapshot};
use crate::language::DeclKind;
use crate::plan::{Plan, StepSource};
use crate::primitive::{Engine, FEW, MemberRead};

/// The most lines that a failure names.
const LINES: usize = 16;

/// The definitions that tests call.
#[derive(Clone, Debug, Default)]
pub struct UnderTest {
    all: FxHashSet<DefId>,
    /// Those that a line which the inputs name calls, or the last call before it in its function: an assertion is about what was
    /// called right before.
    failing: FxHashSet<DefId>,
    /// Whether any that is surely called where a test failed is neither a test's nor beside the sources.
    pub is_of_sources: bool,
}

impl UnderTest {
    /// Those of a request: of the named definitions, where each is a test's or beside the sources, and of the lines of such files that
    /// inputs name.
    pub fn of(engine: &Engine<'_>, plan: &Plan, named: &FxHashSet<DefId>) -> Self {
        let snapshot = engine.snapshot;
        let file = |def: &DefId| snapshot.definition(*def).map(|row| row.file);
        let is_of_test = |def: &DefId| snapshot.is_test(*def) || file(def).is_some_and(|it| engine.is_aside(it));
        let tests = named.iter().filter(|_| named.iter().all(is_of_test));
        let mut all: FxHashSet<DefId> =
            tests.flat_map(|def| snapshot.calls.headed([def.0])).map(|row| row.callee).collect();
        let steps = plan.bands.iter().flat_map(|band| &band.steps).filter(|step| step.source == StepSource::Input);
        let hits = steps.flat_map(|step| &step.kept).filter(|hit| engine.is_aside(hit.file));
        let lines: Vec<(FileId, u32)> = hits.flat_map(|hit| hit.lines.iter().map(|line| (hit.file, *line))).collect();
        let called = |place: &(FileId, u32)| {
            let called = called_at(snapshot, *place).into_iter();
            called.flat_map(|def| run_by(engine, def, place.0)).collect::<Vec<_>>()
        };
        let mut failing: FxHashSet<DefId> = lines.iter().flat_map(called).collect();
        // A failure names few lines, a diff may name all of a file.
        let is_failure = lines.len() <= LINES;
        let is_of_sources = is_failure && !failing.iter().all(is_of_test);
        // Names alone say less than what is surely called.
        for (file, line) in lines.iter().filter(|_| is_failure) {
            failing.extend(engine.named_by_calls_at(*file, *line));
            failing.extend(read_at(engine, (*file, *line)));
        }
        all.extend(&failing);
        Self { all, failing, is_of_sources }
    }

    /// Whether a definition is one of them.
    pub fn has(&self, def: DefId) -> bool {
        self.all.contains(&def)
    }

    /// Whether a definition is called where a test failed.
    pub fn fails(&self, def: DefId) -> bool {
        self.failing.contains(&def)
    }

    /// Whether a file declares one that is called where a test failed.
    pub fn fails_in(&self, snapshot: &Snapshot, file: FileId) -> bool {
        self.failing.iter().any(|def| snapshot.definition(*def).is_some_and(|row| row.file == file))
    }
}

/// The functions that a line runs without brackets, and those of the last line before it that runs any so.
fn read_at(engine: &Engine<'_>, (file, line): (FileId, u32)) -> Vec<DefId> {
    let reads = engine.reads_around(file, line);
    let before = reads.iter().filter(|read| read.is_sure).map(|read| read.at.line).filter(|at| *at < line).max();
    let is_meant = |read: &&MemberRead| {
        let is_few = read.is_sure || read.defs.len() <= FEW;
        read.at.line == line && is_few || read.is_sure && Some(read.at.line) == before
    };
    reads.iter().filter(is_meant).flat_map(|read| read.defs.iter().copied()).collect()
}

/// A function that a file of tests calls, with those that run where it is called: members that override it, and what it calls itself
/// where it is a helper of tests.
fn run_by(engine: &Engine<'_>, def: DefId, file: FileId) -> Vec<DefId> {
    let called = engine.called_by_helper(def).into_iter().map(|row| row.callee);
    let mut all: Vec<DefId> = std::iter::once(def).chain(called).collect();
    let overriding: Vec<DefId> = all.iter().flat_map(|def| engine.overriding_few(*def, file)).collect();
    all.extend(overriding);
    all
}

/// The functions that a line calls, and those that the last calls before it in the functions around do.
fn called_at(snapshot: &Snapshot, (file, line): (FileId, u32)) -> Vec<DefId> {
    let is_callable = |row: &Definition| row.kind.is_callable();
    // A test may be a block of a file or a type: then it begins at its own line.
    let start = snapshot.tests.headed([file.0]).map(|row| row.at.line).filter(|at| *at <= line).max().unwrap_or(0);
    let is_around = |row: &Definition| (row.start_line..=row.end_line).contains(&line) || row.kind == DeclKind::File;
    let around = snapshot.definitions_of(file).filter(|(_, row)| is_around(row));
    let calls = around.flat_map(|(def, row)| {
        let first = if is_callable(&row) { row.start_line } else { start };
        snapshot.calls.headed([def.0]).filter(move |call| (first..=line).contains(&call.at.line))
    });
    let is_function = |row: &Call| snapshot.definition(row.callee).is_some_and(|callee| is_callable(&callee));
    let calls: Vec<Call> = calls.filter(is_function).collect();
    let before = calls.iter().map(|row| row.at.line).filter(|at| *at < line).max();
    let is_meant = |row: &&Call| row.at.line == line || Some(row.at.line) == before;
    calls.iter().filter(is_meant).map(|row| row.callee).collect()
}
