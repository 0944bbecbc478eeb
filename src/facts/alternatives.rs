//! Definitions that are one thing, of which a build takes one.

use cg_rules::DefId;

use super::relation::Definition;
use super::snapshot::Snapshot;
use crate::language::{DeclKind, LANGUAGES};

impl Snapshot {
    /// Those of some definitions of one name that are one thing with a definition: what a build tag chooses, what a folder of another
    /// platform declares, what a stub states beside its module.
    pub fn alternatives_among(&self, of: DefId, others: &[DefId]) -> Vec<DefId> {
        let row = |def: DefId| self.definition(def).filter(|row| row.kind != DeclKind::Impl);
        let language = |row: &Definition| LANGUAGES.get(self.file_row(row.file)?.language as usize);
        let Some(own) = row(of) else { return Vec::new() };
        let Some(conventions) = language(&own).map(|it| &it.conventions) else { return Vec::new() };
        // Each program begins at one of its own.
        let is_start = conventions.starts.contains(&self.name(of));
        let Some(are_alternatives) = conventions.parts.alternatives.filter(|_| !is_start && others.len() > 1) else {
            return Vec::new();
        };
        let (path, name) = (self.path(own.file), self.qualified_name(of));
        let is_one = |other: &DefId| {
            row(*other).is_some_and(|it| it.file != own.file && are_alternatives(path, self.path(it.file)))
                && self.qualified_name(*other) == name
        };
        others.iter().copied().filter(is_one).collect()
    }
}
