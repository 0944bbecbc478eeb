//! The graph of what may stand in for a method.

use crate::csr::Csr;
use crate::id::{DefId, Id, NameId};

/// The relations of `facts.stand_ins`.
#[derive(Clone, Debug, Default)]
pub struct OverrideGraph {
    /// `extends(Sub, Super)`, read from `Super`.
    pub implementers: Csr<DefId, DefId>,
    /// `member(Type, Def)`: the type declares the callable, here or in a block that adds to it.
    pub members: Csr<DefId, DefId>,
    /// `name(Def)`.
    pub name_of: Vec<NameId>,
}

impl OverrideGraph {
    /// The graph from `extends(Sub, Super)`, `member(Type, Def)` and the name of each definition.
    pub fn new(extends: &[(DefId, DefId)], members: &[(DefId, DefId)], name_of: Vec<NameId>) -> Self {
        let n_defs = name_of.len();
        Self {
            implementers: Csr::build(n_defs, extends).transposed(n_defs),
            members: Csr::build(n_defs, members),
            name_of,
        }
    }

    /// `name(Def)`; of one that is not listed, a name that no definition has.
    #[inline]
    pub fn name(&self, def: DefId) -> NameId {
        self.name_of.get(def.index()).copied().unwrap_or(NameId(u32::MAX))
    }
}
