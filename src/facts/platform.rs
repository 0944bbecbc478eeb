//! Definitions that are one thing, though each platform has its own.

use cg_rules::DefId;

use super::relation::Definition;
use super::snapshot::Snapshot;

impl Snapshot {
    /// Those of some definitions of one name that are one thing with a definition, each for a platform of its own; where one is for all
    /// platforms.
    pub fn of_other_platforms(&self, of: DefId, others: &[DefId]) -> Vec<DefId> {
        let Some(own) = self.definition(of).filter(|row| row.platform.is_some()) else { return Vec::new() };
        let name = self.qualified_name(of);
        let is_one = |other: &DefId, row: &Definition| {
            row.platform.is_some() && row.platform.takes_as(own.platform) && self.qualified_name(*other) == name
        };
        let rows = others.iter().filter_map(|def| Some((*def, self.definition(*def)?)));
        let all: Vec<(DefId, Definition)> = rows.filter(|(def, row)| is_one(def, row)).collect();
        let n_expected = all.iter().filter(|(_, row)| row.platform.is_expected()).count();
        // Of several modules nothing says which one has which.
        if n_expected != 1 {
            return Vec::new();
        }
        all.into_iter().map(|(def, _)| def).filter(|def| *def != of).collect()
    }
}
