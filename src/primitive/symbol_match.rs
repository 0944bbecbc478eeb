//! The meaning of a symbol as people write it.

use cg_rules::{DefId, PackageId};

use super::note::Note;
use crate::facts::Snapshot;

/// The meaning of a symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymbolMatch {
    /// As it was written.
    pub text: String,
    /// The definitions that it fits, in order.
    pub defs: Vec<DefId>,
    /// Names of external packages, sorted: ids of those outside.
    pub external: Vec<PackageId>,
    /// How the text was read, where not by the letter; or what is known where it names nothing.
    pub note: Option<Note>,
    /// How many definitions bear the name, where only those of types that are named too are meant.
    pub narrowed_from: Option<usize>,
    /// Whether the task says that it is gone.
    pub is_removed: bool,
}

impl SymbolMatch {
    /// The symbol that is one definition.
    pub(super) fn of(snapshot: &Snapshot, def: DefId) -> Self {
        let text = snapshot.qualified_name(def);
        Self { text, defs: vec![def], ..Self::default() }
    }
}
