//! The graph of calls.

use crate::csr::Csr;
use crate::id::{DefId, Id};

/// The relations of `call_graph.*`.
#[derive(Clone, Debug, Default)]
pub struct CallGraph {
    /// `calls(Caller, Callee)`.
    pub callees: Csr<DefId, DefId>,
    /// `calls(Caller, Callee)`, read from `Callee`.
    pub callers: Csr<DefId, DefId>,
    /// `aside(Def)`: the file of the definition is aside. A source that holds tests of its own is none.
    pub is_aside: Vec<bool>,
}

impl CallGraph {
    /// The graph from `calls(Caller, Callee)` and, for each definition, `aside(Def)`.
    pub fn new(calls: &[(DefId, DefId)], is_aside: Vec<bool>) -> Self {
        let callees = Csr::build(is_aside.len(), calls);
        Self { callers: callees.transposed(is_aside.len()), callees, is_aside }
    }

    /// The same graph with some calls more.
    pub fn with(&self, calls: &[(DefId, DefId)]) -> Self {
        let reverse: Vec<(DefId, DefId)> = calls.iter().map(|(caller, callee)| (*callee, *caller)).collect();
        let (callees, callers) = (self.callees.with(calls), self.callers.with(&reverse));
        Self { callees, callers, is_aside: self.is_aside.clone() }
    }

    /// `aside(Def)`.
    #[inline]
    pub fn is_aside(&self, def: DefId) -> bool {
        self.is_aside.get(def.index()).is_some_and(|&it| it)
    }
}
