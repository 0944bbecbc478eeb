//! Tests that are blocks of a file and no definitions, as `it("adds", () => { … })`: a place in one means the calls in its lines.

use cg_rules::{CallGraph, DefId, FileId};
use rustc_hash::FxHashMap;

use super::engine::Engine;
use super::locate::line_range;
use super::shape::Invocation;
use crate::facts::Call;
use crate::language::DeclKind;

/// The lines of some tests, by the definition that their calls are facts of: what is around them.
#[derive(Default)]
pub(super) struct TestBlocks {
    lines: FxHashMap<DefId, Vec<(u32, u32)>>,
}

impl TestBlocks {
    /// Takes the places of such tests out of the arguments of a call; with those of lines that are in no function, where these count.
    pub fn take(engine: &Engine<'_>, call: &Invocation, with_top: bool) -> (Self, Invocation) {
        let (mut blocks, mut others) = (Self::default(), Vec::new());
        for argument in &call.arguments {
            let mut found = argument.text().map_or_else(Vec::new, |text| placed(engine, text));
            if found.is_empty() && with_top {
                found = argument.text().map_or_else(Vec::new, |text| top_lines(engine, text));
            }
            if found.is_empty() {
                others.push(argument.clone());
            }
            for (file, lines) in found {
                blocks.add(engine, file, lines);
            }
        }
        (blocks, Invocation { arguments: others, ..call.clone() })
    }

    fn add(&mut self, engine: &Engine<'_>, file: FileId, (first, last): (u32, u32)) {
        let calls = |def: &DefId| {
            let mut calls = engine.snapshot.calls.headed([def.0]);
            calls.any(|row| (first..=last).contains(&row.at.line))
        };
        let mut around: Vec<DefId> = engine.snapshot.definitions_of(file).map(|(def, _)| def).filter(calls).collect();
        if around.is_empty() {
            around.extend(engine.around_line(file, first));
        }
        for def in around {
            self.lines.entry(def).or_default().push((first, last));
        }
    }

    /// The definitions around the tests, in order.
    pub fn around(&self) -> Vec<DefId> {
        let mut around: Vec<DefId> = self.lines.keys().copied().collect();
        around.sort_unstable();
        around
    }

    /// Whether a call counts: one of what is around a test counts inside the lines of it alone.
    pub fn admits(&self, row: &Call) -> bool {
        let is_inside = |(first, last): &(u32, u32)| (*first..=*last).contains(&row.at.line);
        self.lines.get(&row.caller).is_none_or(|lines| lines.iter().any(is_inside))
    }

    /// The graph of calls without those that do not count; none where there is no such test.
    pub fn narrowed(&self, engine: &Engine<'_>, graph: &CallGraph) -> Option<CallGraph> {
        let admits = |caller: DefId, callee: DefId| {
            let mut rows = engine.snapshot.calls.headed([caller.0, callee.0]);
            !self.lines.contains_key(&caller) || rows.any(|row| self.admits(&row))
        };
        let calls = || graph.callees.pairs().filter(|(caller, callee)| admits(*caller, *callee)).collect::<Vec<_>>();
        (!self.lines.is_empty()).then(|| CallGraph::new(&calls(), graph.is_aside.clone()))
    }
}

/// The lines that a text names by a place and that call something at the top of a file, as those of a script do.
fn top_lines(engine: &Engine<'_>, text: &str) -> Vec<(FileId, (u32, u32))> {
    let Some((first, last)) = line_range(text) else { return Vec::new() };
    let places = engine.places(text).into_iter().filter(|(_, line)| line.is_some());
    let is_top = |(file, _): &(FileId, Option<u32>)| {
        let around = engine.around_line(*file, first).and_then(|def| engine.snapshot.definition(def));
        around.is_some_and(|row| row.kind == DeclKind::File)
    };
    let calls = |file: FileId| {
        let top = engine.snapshot.definitions_of(file).find(|(_, row)| row.kind == DeclKind::File);
        let mut calls = top.into_iter().flat_map(|(def, _)| engine.snapshot.calls.headed([def.0]));
        calls.any(|row| (first..=last).contains(&row.at.line))
    };
    places.filter(is_top).filter(|(file, _)| calls(*file)).map(|(file, _)| (file, (first, last))).collect()
}

/// The lines of the tests that a text names by a place, where no function is the test.
pub(super) fn placed(engine: &Engine<'_>, text: &str) -> Vec<(FileId, (u32, u32))> {
    let Some((first, last)) = line_range(text) else { return Vec::new() };
    let places = engine.places(text).into_iter().filter(|(_, line)| line.is_some());
    places.flat_map(|(file, _)| around(engine, file, (first, last))).collect()
}

/// The blocks of tests that some lines of a file lie in. A block ends before the next test.
pub(super) fn around(engine: &Engine<'_>, file: FileId, (first, last): (u32, u32)) -> Vec<(FileId, (u32, u32))> {
    let snapshot = engine.snapshot;
    // A function of a name that begins where a test does is the test.
    let is_function = |line: u32| {
        let mut callables = snapshot.definitions_of(file).filter(|(_, row)| row.kind.is_callable());
        callables.any(|(def, row)| (row.start_line..=row.at.line).contains(&line) && !snapshot.name(def).is_empty())
    };
    let mut starts: Vec<u32> = snapshot.tests.headed([file.0]).map(|row| row.at.line).collect();
    starts.dedup();
    let ends = starts.iter().skip(1).map(|next| next - 1).chain([u32::MAX]);
    let blocks = starts.iter().copied().zip(ends).filter(|(start, end)| *start <= last && first <= *end);
    blocks.filter(|(start, _)| !is_function(*start)).map(|lines| (file, lines)).collect()
}
