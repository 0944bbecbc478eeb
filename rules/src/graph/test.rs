//! The graph of tests: what they open, and what definitions need.

use crate::csr::Csr;
use crate::id::{DefId, FileId, Id};

/// The relations of `test_inventory.*`.
#[derive(Clone, Debug, Default)]
pub struct TestGraph {
    /// `declares(File, Def)`.
    pub declares: Csr<FileId, DefId>,
    /// `needs(From, To)`: the text of `From` names `To`; read from `From`.
    pub needs: Csr<DefId, DefId>,
    /// `needs(From, To)`, read from `To`.
    pub needers: Csr<DefId, DefId>,
    /// `opens(Test, Def)`: the test file names `Def`, or the type whose member `Def` is; read from `Test`.
    pub opens: Csr<FileId, DefId>,
    /// `opens(Test, Def)`, read from `Def`.
    pub openers: Csr<DefId, FileId>,
    /// `imports(Test, File)`: the text of a test imports the file, not the source that holds the test; read from `File`.
    pub importers: Csr<FileId, FileId>,
    /// `test_file(File)`: the file is in the test inventory.
    pub is_test: Vec<bool>,
}

impl TestGraph {
    /// The graph from `imports(Test, File)`, `needs(From, To)`, `opens(Test, Def)`, the file of each definition, and for
    /// each file `test_file(File)`.
    pub fn new(
        imports: &[(FileId, FileId)],
        needs: &[(DefId, DefId)],
        opens: &[(FileId, DefId)],
        file_of: &[FileId],
        is_test: Vec<bool>,
    ) -> Self {
        let (n_files, n_defs) = (is_test.len(), file_of.len());
        let (needs, opens) = (Csr::build(n_defs, needs), Csr::build(n_files, opens));
        Self {
            declares: Csr::numbered(n_files, file_of),
            needers: needs.transposed(n_defs),
            needs,
            openers: opens.transposed(n_defs),
            opens,
            importers: Csr::build(n_files, imports).transposed(n_files),
            is_test,
        }
    }

    /// `test_file(File)`.
    #[inline]
    pub fn is_test(&self, file: FileId) -> bool {
        self.is_test.get(file.index()).is_some_and(|&it| it)
    }
}
