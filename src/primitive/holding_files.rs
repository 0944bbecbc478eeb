//! The files in which a value that a package gives may be one that has some member: a function of a package may give what it was
//! given, and a file that has to do with the type of a member may have given it a value of that type.

use std::cell::OnceCell;

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::engine::Engine;
use super::included::including;
use super::kin::family;
use crate::facts::{Definition, MentionMeaning, NONE, Snapshot};
use crate::language::DeclKind;

/// The files that may hold values with members of the names of some definitions.
pub struct HoldingFiles<'e> {
    engine: &'e Engine<'e>,
    defs: &'e FxHashSet<DefId>,
    by_name: OnceCell<FxHashMap<u32, FxHashSet<FileId>>>,
}

impl<'e> HoldingFiles<'e> {
    /// The files for some definitions; they are looked for at the first question.
    pub fn new(engine: &'e Engine<'e>, defs: &'e FxHashSet<DefId>) -> Self {
        Self { engine, defs, by_name: OnceCell::new() }
    }

    /// Whether a value in a file may have one of the definitions of a name as a member.
    pub fn may_hold(&self, name: u32, file: FileId) -> bool {
        self.by_name.get_or_init(|| self.found()).get(&name).is_some_and(|files| files.contains(&file))
    }

    fn found(&self) -> FxHashMap<u32, FxHashSet<FileId>> {
        let snapshot = self.engine.snapshot;
        let mut found: FxHashMap<u32, FxHashSet<FileId>> = FxHashMap::default();
        for row in self.defs.iter().filter_map(|def| snapshot.definition(*def)) {
            let Some(holder) = holder(snapshot, &row) else { continue };
            let files = found.entry(row.name).or_default();
            files.insert(row.file);
            let types =
                self.engine.definitions_named(holder).iter().copied().filter(|def| self.is_type(*def, row.file));
            files.extend(types.flat_map(|of| self.engine.users(of).iter().copied()));
            let named = snapshot.mentions.headed([holder]).filter(|row| row.meaning != MentionMeaning::Local);
            files
                .extend(named.map(|row| row.file).filter(|file| family(snapshot, *file) == family(snapshot, row.file)));
            // Where nothing else has the name, it is enough that imports lead to the member.
            if self.is_alone(&row) {
                files.extend(including(self.engine, row.file));
            }
        }
        found
    }

    fn is_type(&self, def: DefId, near: FileId) -> bool {
        let snapshot = self.engine.snapshot;
        let row = snapshot.definition(def).filter(|row| row.kind.is_type());
        row.is_some_and(|row| family(snapshot, row.file) == family(snapshot, near))
    }

    /// Whether no other definition that code of its language may name has its name.
    fn is_alone(&self, row: &Definition) -> bool {
        let snapshot = self.engine.snapshot;
        let mut others = self.engine.definitions_named(row.name).iter().filter(|def| !self.defs.contains(*def));
        let kin = family(snapshot, row.file);
        !others.any(|def| snapshot.definition(*def).is_some_and(|other| family(snapshot, other.file) == kin))
    }
}

/// The name of the type that holds a member.
fn holder(snapshot: &Snapshot, row: &Definition) -> Option<u32> {
    if row.owner != NONE {
        return Some(row.owner);
    }
    let around = snapshot.definition(DefId(row.container))?;
    (around.kind.is_type() || around.kind == DeclKind::Impl).then_some(around.name)
}
