//! The functions that a test runs beside those that it surely calls itself: members that override what it calls, what its helpers call,
//! and functions of the names that it calls where nothing binds these.

use std::collections::BTreeMap;

use cg_rules::{CallGraph, DefId, Evidence, FileId};
use rustc_hash::FxHashSet;

use super::answer::Link;
use super::engine::Engine;
use super::kin::family;
use super::named_texts::NamedText;
use super::note::Note;
use super::shape::{Argument, Invocation};
use crate::base::Position;
use crate::facts::{Call, Definition, MentionMeaning};
use crate::language::DeclKind;

/// The flag: a callee without a body leads to the few members that override it, and a helper beside the sources to what it calls.
pub const THROUGH: &str = "through";

/// The most members that stand for one that they override.
const FEW: usize = 3;
/// The most lines of a body that may be there to be overridden.
const SHORT: u32 = 6;
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
    pub fn add_by_name(&mut self, engine: &Engine<'_>, call: &Invocation) -> Vec<Note> {
        let mut notes = Vec::new();
        for text in call.arguments.iter().filter_map(Argument::text) {
            let places = engine.places(text).into_iter().filter_map(|(file, line)| Some((file, line?)));
            for (file, line) in places {
                let Some(caller) = engine.around_line(file, line) else { continue };
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
                    for def in defs {
                        let (from, to) = (engine.place(caller).0, engine.place(def).0);
                        let link = Link { relation: "may_call", from, to, file, at };
                        self.0.entry((caller, def)).or_default().push(link);
                    }
                }
            }
        }
        notes
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

    /// The calls of a line that no fact binds, and the members given to one, that may be of sources by their names.
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
        let of_meaning = |name: &str, meaning: MentionMeaning| {
            let id = snapshot.names.find(name)?;
            let mut mentions = snapshot.mentions.headed([id]);
            mentions.any(|row| row.file == file && row.meaning == meaning).then(|| self.definitions_named(id))
        };
        let calls = text.called_at(line).into_iter().filter_map(|(at, name)| {
            let named = of_meaning(&name, MentionMeaning::Call)?;
            Some((at, name, named))
        });
        // A function that an untyped value leads to, and that is called later; a member of the name that is a value may be meant.
        let given = text.given_at(line).into_iter().filter_map(|(at, name)| {
            let named = of_meaning(&name, MentionMeaning::Member)?;
            let is_called = |def: &DefId| snapshot.definition(*def).is_some_and(|row| row.kind.is_callable());
            named.iter().all(is_called).then_some((at, name, named))
        });
        let open = calls.chain(given).filter(|(at, ..)| !bound.contains(at)).filter_map(|(at, name, named)| {
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
