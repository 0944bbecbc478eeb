//! The graph of files by what they rely on, however the text says so.

use crate::csr::Csr;
use crate::id::{FileId, Id};

/// The relation of `import_graph.central`.
#[derive(Clone, Debug, Default)]
pub struct RelianceGraph {
    /// `relies(From, To)`: `From` imports `To`, uses a name of it, calls into it, or declares what `To` has the body of.
    pub relies: Csr<FileId, FileId>,
    /// `relies(From, To)`, read from `To`.
    pub relied_on_by: Csr<FileId, FileId>,
    is_aside: Vec<bool>,
}

impl RelianceGraph {
    /// The graph from `relies(From, To)` and `aside(File)`.
    pub fn new(relies: &[(FileId, FileId)], is_aside: Vec<bool>) -> Self {
        let relies = Csr::build(is_aside.len(), relies);
        Self { relied_on_by: relies.transposed(is_aside.len()), relies, is_aside }
    }

    /// `aside(File)`: a test, an example, vendored or generated.
    pub fn is_aside(&self, file: FileId) -> bool {
        self.is_aside[file.index()]
    }
}
