//! Counts the rows of a snapshot: of each relation, and of each file.

use cg_rules::{DefId, FileId, Id as _};

use super::linked::{Linked, LinkedFiles};
use super::show::RELATIONS;
use super::sizes::{RelationSizes, STATED};
use super::snapshot::Snapshot;
use super::tables::declared;

impl Snapshot {
    /// Counts all rows. `first` is the number of the first definition of each file.
    pub(super) fn count(&mut self, mut linked: LinkedFiles, first: &[u32]) {
        let file = |def: DefId| FileId::of(first.partition_point(|first| *first <= def.0).saturating_sub(1));
        let tables = &self.tables;
        for (at, (_, section)) in STATED.iter().enumerate() {
            let mut enter = |file: FileId| linked.count(file, at);
            match *section {
                "calls" => tables.calls.iter().for_each(|row| enter(file(row.caller))),
                "definitions" => declared(tables).iter().for_each(|(_, row)| enter(row.file)),
                "extends" => tables.extends.iter().for_each(|row| enter(row.file)),
                "imports" => tables.imports.iter().for_each(|row| enter(row.from)),
                "mentions" => tables.mentions.iter().for_each(|row| enter(row.file)),
                "overrides" => tables.overrides.iter().for_each(|row| enter(row.file)),
                "package_extends" => tables.package_extends.iter().for_each(|row| enter(row.file)),
                "package_imports" => tables.package_imports.iter().for_each(|row| enter(row.file)),
                "refers" => tables.refers.iter().for_each(|row| enter(row.from)),
                "tests" => tables.tests.iter().for_each(|row| enter(row.file)),
                "uses" => tables.uses.iter().for_each(|row| enter(row.from)),
                _ => {}
            }
        }
        let sizes = RELATIONS.iter().filter_map(|it| Some((it.name.to_owned(), u32::try_from(it.count(self)?).ok()?)));
        self.sizes = RelationSizes(sizes.collect());
        self.tables.linked = Linked::of(linked).into();
    }
}
