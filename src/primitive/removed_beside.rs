//! A removed symbol whose name something else has as well: `src/cart.py:Cart.total`, where an order has a `total`. A place that a fact
//! binds means the other one.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::engine::{Engine, FLOOR};
use super::kin::family;
use super::named_texts::NamedTexts;
use super::removed_places::removed_places;
use super::standing::access;
use super::symbol_match::SymbolMatch;
use crate::base::{Position, path};
use crate::language::{self, LANGUAGES};

/// The places that may mean such a symbol.
pub struct RemovedBeside<'e> {
    engine: &'e Engine<'e>,
    family: &'static str,
    is_member: bool,
    own: Option<FileId>,
    /// The files that can see what the file declares: those that import it, and those beside it.
    near: FxHashSet<FileId>,
}

impl<'e> RemovedBeside<'e> {
    /// Those of a symbol that is named with its file; `None` for any other.
    pub fn of(engine: &'e Engine<'e>, symbol: &SymbolMatch) -> Option<Self> {
        let (file, name) = symbol.text.split_once(':').filter(|_| symbol.is_removed && symbol.defs.is_empty())?;
        let family = LANGUAGES[language::of_path(file)?].family;
        let snapshot = engine.snapshot;
        let own = snapshot.file(file);
        let importers = snapshot.imports.iter().filter(|row| Some(row.to) == own).map(|row| row.from);
        let beside = (0u32..).map(FileId).zip(snapshot.paths.iter());
        let beside = beside.filter(|(_, other)| path::parent(other) == path::parent(file)).map(|(other, _)| other);
        Some(Self { engine, family, is_member: name.contains('.'), own, near: importers.chain(beside).collect() })
    }

    /// The places in a file that may mean it.
    pub fn places(&self, texts: &NamedTexts, file: FileId, name: &str) -> Vec<Position> {
        if family(self.engine.snapshot, file) != Some(self.family) || !self.is_member && !self.near.contains(&file) {
            return Vec::new();
        }
        let Some(lines) = texts.lines(file) else { return Vec::new() };
        let bound = self.bound(file, name);
        let is_led = |at: Position| !self.is_member || Some(file) == self.own || access(&lines, at).is_some();
        let mut places = removed_places(self.engine, texts, file, name);
        places.retain(|at| !bound.contains(at) && is_led(*at));
        places
    }

    /// Whether a file imports that of the symbol, or lies beside it.
    pub fn is_near(&self, file: FileId) -> bool {
        self.near.contains(&file)
    }

    /// The places of a file at which facts bind the name to what has it.
    fn bound(&self, file: FileId, name: &str) -> FxHashSet<Position> {
        let facts = self.engine.snapshot;
        let is_it = |def: DefId| facts.name(def) == name;
        let named = facts.uses.headed([file.0]).chain(facts.refers.headed([file.0])).filter(|row| is_it(row.def));
        let mut bound: FxHashSet<Position> = named.map(|row| row.at).collect();
        for (def, _) in facts.definitions_of(file) {
            let calls = facts.calls.headed([def.0]).filter(|row| row.rule.evidence() >= FLOOR && is_it(row.callee));
            bound.extend(calls.map(|row| row.at));
        }
        bound
    }
}
