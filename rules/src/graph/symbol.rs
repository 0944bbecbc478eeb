//! The graph of symbols: what a compiler's index has.

use crate::csr::Csr;
use crate::id::{Id, OccurrenceId, SymbolId};

/// The relations of `scip.*`.
#[derive(Clone, Debug, Default)]
pub struct SymbolGraph {
    /// `occurrence(Symbol, Occurrence)`: a compiler's index has the symbol at that place; read from `Symbol`.
    pub occurrences: Csr<SymbolId, OccurrenceId>,
    /// `defines(Occurrence)`: the place is where its symbol is defined.
    pub is_definition: Vec<bool>,
    /// `stands_for(From, To)`: who asks for the references of `From` wants those of `To` too, as it overrides that.
    pub stands_for: Csr<SymbolId, SymbolId>,
    /// `stands_for(From, To)`, read from `To`.
    pub stand_ins: Csr<SymbolId, SymbolId>,
}

impl SymbolGraph {
    /// The graph over `n_symbols` symbols, from `occurrence(Symbol, Occurrence)`, for each occurrence `defines(Occurrence)`,
    /// and `stands_for(From, To)`.
    pub fn new(
        n_symbols: usize,
        occurrences: &[(SymbolId, OccurrenceId)],
        is_definition: Vec<bool>,
        stands_for: &[(SymbolId, SymbolId)],
    ) -> Self {
        let stands_for = Csr::build(n_symbols, stands_for);
        Self {
            occurrences: Csr::build(n_symbols, occurrences),
            is_definition,
            stand_ins: stands_for.transposed(n_symbols),
            stands_for,
        }
    }

    /// `defines(Occurrence)`.
    #[inline]
    pub fn defines(&self, occurrence: OccurrenceId) -> bool {
        self.is_definition.get(occurrence.index()).is_some_and(|&it| it)
    }
}
