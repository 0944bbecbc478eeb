//! The functions that a test runs beside those that it surely calls itself: members that override what it calls, what its helpers call,
//! and functions of the names that it calls where nothing binds these.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{CallGraph, DefId, Evidence, FileId};
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;
use super::kin::family;
use super::member_read::FileLines;
use super::named_texts::NamedText;
use super::note::Note;
use super::shape::{Argument, Invocation};
use crate::base::Position;
use crate::facts::{Call, Definition, MentionMeaning};
use crate::language::DeclKind;

/// The flag: a callee without a body leads to the few members that override it, and a helper beside the sources to what it calls.
pub const THROUGH: &str = "through";

/// The most functions that are followed where one of them is meant by its name, or overrides what is called.
pub const FEW: usize = 3;
/// The most lines of a body that may be there to be overridden.
const SHORT: u32 = 6;
/// The most lines of a function in which what it reads is looked for.
const LONG: u32 = 200;
/// The most functions that a helper leads to: one that calls more is no helper of a test.
const MOST: usize = 12;

/// Calls that lead on from those of some definitions, by caller and callee, each with its places.
#[derive(Default)]
pub(super) struct CallsThrough(BTreeMap<(DefId, DefId), Vec<Link>>);

impl CallsThrough {
    /// Those of the calls of some definitions that a graph has.
    pub fn of(engine: &Engine<'_>, seeds: &[DefId], graph: &CallGraph) -> Self {
        let mut all = Self::default();
        for seed in seeds {
            let Some(file) = engine.file(*seed) else { continue };
            for callee in graph.callees.row(*seed) {
                let rows = || engine.snapshot.calls.headed([seed.0, callee.0]);
                for member in engine.overriding_few(*callee, file) {
                    let links = rows().map(|row| engine.may_call_link(&Call { callee: member, ..row }));
                    all.0.entry((*seed, member)).or_default().extend(links);
                }
                for row in engine.called_by_helper(*callee).into_iter().filter(|_| engine.is_aside(file)) {
                    all.0.entry((*seed, row.callee)).or_default().push(engine.call_link(&row));
                    for member in engine.overriding_few(row.callee, file) {
                        let link = engine.may_call_link(&Call { callee: member, ..row });
                        all.0.entry((*seed, member)).or_default().push(link);
                    }
                }
            }
        }
        all
    }

    /// Adds the functions of the names that a line calls, where no fact binds them and few have the name; returns the notes on the
    /// others.
    pub fn add_by_name(&mut self, engine: &Engine<'_>, call: &Invocation, seeds: &[DefId]) -> Vec<Note> {
        let mut notes = Vec::new();
        for text in call.arguments.iter().filter_map(Argument::text) {
            let places = engine.places(text).into_iter().filter_map(|(file, line)| Some((file, line?)));
            for (file, line) in places {
                let Some(caller) = caller(engine, seeds, (file, line)) else { continue };
                for CallByName { at, name, defs } in engine.open_calls_at(file, line) {
                    if defs.len() > FEW {
                        let place = format!("{}:{at}", engine.snapshot.path(file));
                        let text = format!(
                            "`{name}` at {place} may be any of {} definitions, and none is followed",
                            defs.len()
                        );
                        notes.push(Note::unresolved(1, text));
                        continue;
                    }
                    self.add(engine, "may_call", (caller, &defs), (file, at));
                }
            }
        }
        notes
    }

    /// Adds what functions run without brackets: the properties that they read, and the functions that they give as values; and what
    /// a line of a call may so run by its name.
    pub fn add_reads(&mut self, engine: &Engine<'_>, call: &Invocation, seeds: &[DefId]) {
        let texts = call.arguments.iter().filter_map(Argument::text);
        let lines: Vec<(FileId, u32)> =
            texts.flat_map(|text| engine.places(text)).filter_map(|(file, line)| Some((file, line?))).collect();
        let function = |def: &DefId| engine.snapshot.definition(*def).filter(|row| row.kind.is_callable());
        let functions: Vec<FileLines> = seeds.iter().filter_map(function).map(|row| lines_of(&row)).collect();
        let functions = if functions.len() > MOST { Vec::new() } else { functions };
        let around = lines.iter().map(|(file, line)| engine.lines_around(*file, *line));
        let all: BTreeSet<FileLines> = around.chain(functions).collect();
        let all: Vec<FileLines> = all.into_iter().collect();
        for ((file, _), reads) in all.iter().zip(engine.reads_of(&all)) {
            for read in reads.iter() {
                let is_meant = read.is_sure || lines.contains(&(*file, read.at.line)) && read.defs.len() <= FEW;
                let Some(from) = caller(engine, seeds, (*file, read.at.line)).filter(|_| is_meant) else { continue };
                let relation = if read.is_sure { "reads" } else { "may_call" };
                self.add(engine, relation, (from, &read.defs), (*file, read.at));
            }
        }
    }

    pub(super) fn add(
        &mut self,
        engine: &Engine<'_>,
        relation: &'static str,
        (caller, defs): (DefId, &[DefId]),
        (file, at): (FileId, Position),
    ) {
        for def in defs.iter().filter(|def| **def != caller) {
            let (from, to) = (engine.place(caller).0, engine.place(*def).0);
            let links = self.0.entry((caller, *def)).or_default();
            if !links.iter().any(|link| link.at == at) {
                links.push(Link { relation, from, to, file, at });
            }
        }
    }

    /// The pairs.
    pub fn edges(&self) -> Vec<(DefId, DefId)> {
        self.0.keys().copied().collect()
    }

    /// The places of a pair.
    pub fn links(&self, step: (DefId, DefId)) -> Vec<Link> {
        self.0.get(&step).cloned().unwrap_or_default()
    }
}

/// The innermost of some definitions around a line; where none of them is, the function around it.
fn caller(engine: &Engine<'_>, seeds: &[DefId], (file, line): (FileId, u32)) -> Option<DefId> {
    let rows = seeds.iter().filter_map(|def| Some((*def, engine.snapshot.definition(*def)?)));
    let around = rows.filter(|(_, row)| row.file == file && (row.start_line..=row.end_line).contains(&line));
    let innermost = around.min_by_key(|(_, row)| row.end_line - row.start_line).map(|(def, _)| def);
    innermost.or_else(|| engine.around_line(file, line))
}

/// The lines of a function; of a long one the first.
fn lines_of(row: &Definition) -> FileLines {
    (row.file, (row.start_line, row.end_line.min(row.start_line.saturating_add(LONG))))
}

/// A call that no fact binds, with the functions of sources that have its name.
pub struct CallByName {
    /// The place of the name.
    pub at: Position,
    /// The name.
    pub name: String,
    /// The functions.
    pub defs: Vec<DefId>,
}

impl Engine<'_> {
    /// The innermost definition around a line; the file where there is no other.
    pub(super) fn around_line(&self, file: FileId, line: u32) -> Option<DefId> {
        let rows = self.snapshot.definitions_of(file).filter(|(_, row)| {
            row.kind == DeclKind::File || row.kind.is_callable() && (row.start_line..=row.end_line).contains(&line)
        });
        let size = |row: &Definition| if row.kind == DeclKind::File { u32::MAX } else { row.end_line - row.start_line };
        rows.min_by_key(|(_, row)| size(row)).map(|(def, _)| def)
    }

    /// The calls of a line that no fact binds, and that may be of sources by their names.
    pub fn open_calls_at(&self, file: FileId, line: u32) -> Vec<CallByName> {
        let snapshot = self.snapshot;
        let text = self.tree.and_then(|tree| tree.read(snapshot.path(file)).ok());
        let Some(text) = text.and_then(|text| NamedText::of(self, file, text)) else { return Vec::new() };
        let callers = || snapshot.definitions_of(file).flat_map(|(def, _)| snapshot.calls.headed([def.0]));
        let bound: FxHashSet<Position> = callers().filter(|row| row.at.line == line).map(|row| row.at).collect();
        let own = family(snapshot, file);
        let is_meant = |def: &DefId| {
            let row = snapshot.definition(*def).filter(|row| row.kind.is_callable() && !self.is_aside(row.file));
            row.is_some_and(|row| family(snapshot, row.file) == own)
        };
        let calls = text.called_at(line).into_iter().filter(|(at, _)| !bound.contains(at));
        let open = calls.filter_map(|(at, name)| {
            let id = snapshot.names.find(&name)?;
            let mut mentions = snapshot.mentions.headed([id]);
            let is_open = mentions.any(|row| row.file == file && row.meaning == MentionMeaning::Call);
            let named = if is_open { self.definitions_named(id) } else { &[] };
            let defs: Vec<DefId> = named.iter().copied().filter(is_meant).collect();
            (!defs.is_empty()).then_some(CallByName { at, name, defs })
        });
        open.collect()
    }

    /// The few functions that the calls of a line which no fact binds may mean by their names.
    pub fn named_by_calls_at(&self, file: FileId, line: u32) -> Vec<DefId> {
        let open = self.open_calls_at(file, line).into_iter();
        open.filter(|call| call.defs.len() <= FEW).flat_map(|call| call.defs).collect()
    }

    /// The members of sources that override one which has no body, or a short one, and is called in a file: all of a few, or those
    /// of the types that the file names.
    pub fn overriding_few(&self, def: DefId, from: FileId) -> Vec<DefId> {
        let Some(row) = self.snapshot.definition(def).filter(|row| row.kind.is_callable()) else { return Vec::new() };
        if row.body_line > 0 && row.end_line - row.body_line >= SHORT {
            return Vec::new();
        }
        let (mut below, mut open) = (FxHashSet::default(), vec![def]);
        while let Some(def) = open.pop() {
            open.extend(self.overriders_of(def, Evidence::Scoped).into_iter().filter(|it| below.insert(*it)));
        }
        let has_body = |row: &Definition| row.body_line > 0 && !self.is_aside(row.file);
        let mut below: Vec<DefId> = below.into_iter().collect();
        below.retain(|def| self.snapshot.definition(*def).is_some_and(|row| has_body(&row)));
        if below.len() > FEW {
            let is_named = |def: &DefId| self.snapshot.holders(*def).any(|of| self.users(of).contains(&from));
            below.retain(is_named);
        }
        below.sort_unstable();
        if below.len() > FEW { Vec::new() } else { below }
    }

    /// The calls of sources by a function that is a helper of tests: beside the sources, and no test itself.
    pub fn called_by_helper(&self, def: DefId) -> Vec<Call> {
        let is_helper = self.file(def).is_some_and(|file| self.is_aside(file)) && !self.snapshot.is_test(def);
        if !is_helper {
            return Vec::new();
        }
        let calls = self.snapshot.calls.headed([def.0]).filter(|row| row.rule.evidence() >= Evidence::Scoped);
        let is_of_sources = |row: &Call| self.file(row.callee).is_some_and(|file| !self.is_aside(file));
        let calls: Vec<Call> = calls.filter(is_of_sources).collect();
        let called: FxHashSet<DefId> = calls.iter().map(|row| row.callee).collect();
        if called.len() > MOST { Vec::new() } else { calls }
    }
}
