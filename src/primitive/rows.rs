//! The rows of a snapshot by the definitions and names that they are about.

use cg_rules::{CallId, DefId, Evidence, FileId, Id, NameId};
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::kin::is_constructor;
use crate::facts::Call;
use crate::language::Rule;

impl Engine<'_> {
    /// The definitions of a name, in order; 0 is the first name of the snapshot.
    pub fn definitions_named(&self, name: u32) -> &[DefId] {
        self.rows().named(self.snapshot).row(NameId(name))
    }

    /// The files that use a definition, by an import or by the name alone.
    pub(super) fn users(&self, def: DefId) -> &[FileId] {
        self.rows().users(self.snapshot).row(def)
    }

    /// The calls of some definitions, in the order of the relation.
    pub fn calls_of(&self, callees: impl IntoIterator<Item = DefId>) -> Vec<Call> {
        self.calls_at(self.rows_of(callees))
    }

    /// The constructors that a type states.
    pub fn constructors(&self, of: DefId) -> Vec<DefId> {
        let file = self.snapshot.definition(of).filter(|row| row.kind.is_type()).map(|row| row.file);
        let inside = file.into_iter().flat_map(|file| self.snapshot.definitions_of(file));
        let own = inside.filter(|(_, row)| row.container == of.0 && is_constructor(self.snapshot, row));
        own.map(|(def, _)| def).collect()
    }

    /// Whether a call leads to one of some definitions: by its evidence, or as every overload that it may mean is among them.
    pub fn is_sure(&self, call: &Call, is_own: impl Fn(DefId) -> bool, floor: Evidence) -> bool {
        let at_site = || self.snapshot.calls.headed([call.caller.0]).filter(|row| row.at == call.at);
        call.rule.evidence() >= floor
            || call.rule == Rule::OpenOverload && at_site().all(|row| row.rule == call.rule && is_own(row.callee))
    }

    /// Whether a call of one of some definitions is listed among their uses: it is sure, or they take other arguments than it gives.
    pub fn is_listed(&self, call: &Call, is_own: impl Fn(DefId) -> bool, floor: Evidence) -> bool {
        call.rule == Rule::Misfit || self.is_sure(call, is_own, floor)
    }

    /// The calls by which some files call others, or others call them, in the order of the relation.
    pub fn calls_across(&self, files: &FxHashSet<FileId>) -> Vec<Call> {
        let defs: Vec<DefId> =
            files.iter().flat_map(|file| self.snapshot.definitions_of(*file)).map(|(def, _)| def).collect();
        let mut rows = self.rows_of(defs.iter().copied());
        for def in defs {
            rows.extend(self.snapshot.calls.numbered([def.0]).map(|(at, _)| CallId::of(at)));
        }
        self.calls_at(rows)
    }

    fn rows_of(&self, callees: impl IntoIterator<Item = DefId>) -> Vec<CallId> {
        let index = self.rows().calls(self.snapshot);
        callees.into_iter().flat_map(|callee| index.row(callee)).copied().collect()
    }

    fn calls_at(&self, mut rows: Vec<CallId>) -> Vec<Call> {
        rows.sort_unstable();
        rows.dedup();
        rows.iter().filter_map(|at| self.snapshot.calls.get(at.index())).collect()
    }
}
