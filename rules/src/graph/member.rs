//! The graph of members: which overrides which.

use crate::csr::Csr;
use crate::id::DefId;

/// The relations of `type_graph.overrides`.
#[derive(Clone, Debug, Default)]
pub struct MemberGraph {
    /// `overrides(Def, Method)`: a member overrides or implements the next one above of its name.
    pub overridden: Csr<DefId, DefId>,
    /// `overrides(Def, Method)`, read from `Method`.
    pub overriders: Csr<DefId, DefId>,
}

impl MemberGraph {
    /// The graph over `n_defs` definitions, from `overrides(Def, Method)`.
    pub fn new(n_defs: usize, overrides: &[(DefId, DefId)]) -> Self {
        let overridden = Csr::build(n_defs, overrides);
        Self { overriders: overridden.transposed(n_defs), overridden }
    }
}
