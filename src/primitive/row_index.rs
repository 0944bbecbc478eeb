//! Rows of the relations by the definitions and names that they are about, each made once for all requests over a snapshot.

use std::sync::OnceLock;

use cg_rules::{CallId, Csr, DefId, FileId, NameId};

use crate::facts::{Call, Definition, Snapshot};

/// The rows, each made at its first use.
#[derive(Default)]
pub(super) struct RowIndex {
    named: OnceLock<Csr<NameId, DefId>>,
    users: OnceLock<Csr<DefId, FileId>>,
    calls: OnceLock<Csr<DefId, CallId>>,
}

impl RowIndex {
    /// The definitions of each name.
    pub fn named(&self, facts: &Snapshot) -> &Csr<NameId, DefId> {
        self.named.get_or_init(|| {
            let names: Vec<NameId> = facts.definitions.column(Definition::NAME).map(NameId).collect();
            Csr::numbered(facts.names.len(), &names)
        })
    }

    /// The files that use each definition, by an import or by the name alone.
    pub fn users(&self, facts: &Snapshot) -> &Csr<DefId, FileId> {
        self.users.get_or_init(|| {
            let rows = facts.uses.iter().chain(facts.refers.iter());
            let users: Vec<(DefId, FileId)> = rows.map(|row| (row.def, row.from)).collect();
            Csr::build(facts.definitions.len(), &users)
        })
    }

    /// The calls of each definition.
    pub fn calls(&self, facts: &Snapshot) -> &Csr<DefId, CallId> {
        self.calls.get_or_init(|| {
            let callees: Vec<DefId> = facts.calls.column(Call::CALLEE).map(DefId).collect();
            Csr::numbered(facts.definitions.len(), &callees)
        })
    }
}
