//! The calls that a reader of the text can follow: from callable to callable, and through a method without a body to
//! its implementations.

use std::cell::LazyCell;
use std::collections::HashSet;

use cg_rules::{CallGraph, Csr, DefId, Evidence, Id, MIN_SIBLINGS, NameId, Open, OverrideGraph, stand_ins};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::relation::{Definition, NONE};
use super::snapshot::Snapshot;
use crate::language::{DeclKind, LANGUAGES};

/// The calls between callables, at or above an evidence.
pub struct Followed {
    /// `calls`, with a call of a method without a body as a call of each implementation.
    pub calls: CallGraph,
    /// For each called method without a body, its implementations outside tests and examples:
    /// all of them, in order.
    pub stand_ins: Csr<DefId, DefId>,
}

impl Followed {
    /// The stand-ins by which a call of a method is followed: of a family none is more likely than the others.
    pub fn followed(&self, method: DefId) -> &[DefId] {
        followed(&self.stand_ins, method)
    }
}

fn followed(stand_ins: &Csr<DefId, DefId>, method: DefId) -> &[DefId] {
    let row = stand_ins.row(method);
    if row.len() < MIN_SIBLINGS { row } else { &[] }
}

impl Snapshot {
    /// The calls that a reader can follow, of those at or above an evidence.
    pub fn followed(&self, floor: Evidence, calls: &CallGraph) -> Followed {
        let kinds = self.definitions.column(Definition::KIND);
        let callables: Vec<bool> =
            kinds.map(|kind| DeclKind::ALL.get(kind as usize).is_some_and(|kind| kind.is_callable())).collect();
        let is_callable = |def: DefId| callables.get(def.index()).is_some_and(|&it| it);
        let between = calls.callees.pairs().filter(|(caller, callee)| is_callable(*caller) && is_callable(*callee));
        let pairs: Vec<(DefId, DefId)> = between.collect();
        let stand_ins = self.stand_ins(floor, &pairs);
        let through =
            pairs.iter().flat_map(|(caller, method)| followed(&stand_ins, *method).iter().map(|it| (*caller, *it)));
        let through: Vec<(DefId, DefId)> = through.collect();
        let direct = CallGraph::new(&pairs, calls.is_aside.clone());
        Followed { calls: if through.is_empty() { direct } else { direct.with(&through) }, stand_ins }
    }

    fn stand_ins(&self, floor: Evidence, calls: &[(DefId, DefId)]) -> Csr<DefId, DefId> {
        let mut is_called = vec![false; self.definitions.len()];
        calls.iter().for_each(|(_, callee)| is_called[callee.index()] = true);
        let bodies = self.definitions.column(Definition::KIND).zip(self.definitions.column(Definition::BODY_LINE));
        let is_bodiless = |(kind, body_line): (u32, u32)| kind == DeclKind::Method as u32 && body_line == 0;
        let called =
            bodies.zip(&is_called).enumerate().filter(|(_, (row, is_called))| **is_called && is_bodiless(*row));
        let called = called.map(|(at, _)| DefId::of(at));
        let mut open: Vec<Open> = called.filter_map(|method| self.open(method)).collect();
        if open.is_empty() {
            return Csr::default();
        }
        open.sort_unstable();
        let is_aside = self.auxiliary();
        let extends = self.family_edges(floor, &is_aside);
        let mut members = self.members(&extends);
        members.retain(|(_, def)| !is_aside[def.index()]);
        let name_of = self.definitions.column(Definition::NAME).map(NameId).collect();
        stand_ins(&OverrideGraph::new(&extends, &members, name_of), &open)
    }

    /// A method without a body, whose name no other member of its type gives one.
    fn open(&self, method: DefId) -> Option<Open> {
        let row = self.definition(method).filter(|row| row.kind == DeclKind::Method && row.body_line == 0)?;
        let base = DefId(row.container);
        self.definition(base).filter(|row| row.kind.is_type())?;
        let language = LANGUAGES.get(self.file_row(row.file)?.language as usize)?;
        let has_body = |it: &Definition| it.container == row.container && it.name == row.name && it.body_line != 0;
        let is_open = !language.conventions.parts.has_bodies_elsewhere
            && !self.definitions_of(row.file).any(|(_, it)| has_body(&it));
        is_open.then_some(Open { method, base, name: NameId(row.name) })
    }

    /// `member`: the methods of each type that extends something, those of a block that adds to it included.
    fn members(&self, extends: &[(DefId, DefId)]) -> Vec<(DefId, DefId)> {
        let subtypes: HashSet<DefId, FxBuildHasher> = extends.iter().map(|(sub, _)| *sub).collect();
        // A block bears the name of its type; one in another file is not looked for.
        let numbered = || (0u32..).map(DefId).zip(self.definitions.iter());
        let types = LazyCell::new(|| {
            let mut types: FxHashMap<(u32, u32), DefId> = FxHashMap::default();
            for (def, row) in numbered().filter(|(_, row)| row.kind.is_type()) {
                types.entry((row.file.0, row.name)).or_insert(def);
            }
            types
        });
        let mut pairs = Vec::new();
        for (def, row) in numbered().filter(|(_, row)| row.kind == DeclKind::Method && row.container != NONE) {
            let around = self.definition(DefId(row.container));
            let of = match around.filter(|around| around.kind == DeclKind::Impl) {
                Some(block) => types.get(&(block.file.0, block.name)).copied(),
                None => Some(DefId(row.container)),
            };
            pairs.extend(of.filter(|of| subtypes.contains(of)).map(|of| (of, def)));
        }
        pairs
    }
}
