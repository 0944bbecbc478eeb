//! The graph of types: who extends whom, and where types are declared.

use crate::csr::Csr;
use crate::id::{DefId, FileId};

/// The relations of `type_graph.*`, and of `flow.skeleton`.
#[derive(Clone, Debug, Default)]
pub struct TypeGraph {
    /// `extends(Sub, Super)`: `Sub` extends or implements `Super`.
    pub supertypes: Csr<DefId, DefId>,
    /// `extends(Sub, Super)`, read from `Super`.
    pub implementers: Csr<DefId, DefId>,
    /// `declares(File, Def)`.
    pub declares: Csr<FileId, DefId>,
}

impl TypeGraph {
    /// The graph over `n_files` files, from `extends(Sub, Super)` and the file of each definition.
    pub fn new(n_files: usize, extends: &[(DefId, DefId)], file_of: &[FileId]) -> Self {
        let supertypes = Csr::build(file_of.len(), extends);
        Self {
            implementers: supertypes.transposed(file_of.len()),
            supertypes,
            declares: Csr::numbered(n_files, file_of),
        }
    }
}
