//! The rows of the relations by the definitions and names that a search for mentions asks of: made once for all requests
//! over a snapshot.

use cg_rules::{Csr, DefId, FileId, Id, NameId};

use crate::facts::Snapshot;

/// The place of a row of `calls`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallRow(pub u32);

impl Id for CallRow {
    fn index(self) -> usize {
        self.0 as usize
    }
    fn of(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// Rows by what they are about.
pub struct MentionIndex {
    /// The definitions of each name.
    pub named: Csr<NameId, DefId>,
    /// The files that use each definition, by an import or by the name alone.
    pub users: Csr<DefId, FileId>,
    /// The rows of `calls` that call each definition.
    pub calls: Csr<DefId, CallRow>,
}

impl MentionIndex {
    /// The index of a snapshot.
    pub fn of(facts: &Snapshot) -> Self {
        let n_defs = facts.definitions.len();
        let names: Vec<NameId> = facts.definitions.iter().map(|row| NameId(row.name)).collect();
        let users: Vec<(DefId, FileId)> =
            facts.uses.iter().chain(facts.refers.iter()).map(|row| (row.def, row.from)).collect();
        let calls: Vec<DefId> = facts.calls.iter().map(|row| row.callee).collect();
        Self {
            named: Csr::numbered(facts.names.len(), &names),
            users: Csr::build(n_defs, &users),
            calls: Csr::numbered(n_defs, &calls),
        }
    }
}
