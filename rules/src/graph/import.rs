//! The graph of files: what imports what, and what one package shares without an import.

use crate::csr::Csr;
use crate::id::{FileId, PackageId};

/// The relations of `import_graph.*`.
#[derive(Clone, Debug, Default)]
pub struct ImportGraph {
    /// `imports(From, To)`: `From` names `To` in an import.
    pub imports: Csr<FileId, FileId>,
    /// `imports(From, To)`, read from `To`.
    pub importers: Csr<FileId, FileId>,
    /// `imports_package(From, Package)`, read from `Package`.
    pub package_importers: Csr<PackageId, FileId>,
    /// `refers(From, To)`: `From` uses, without an import, a name that `To` declares; read from `From`.
    pub refers: Csr<FileId, FileId>,
    /// `refers(From, To)`, read from `To`.
    pub referrers: Csr<FileId, FileId>,
}

impl ImportGraph {
    /// The graph over `n_files` files and `n_packages` packages, from `imports(From, To)`, `refers(From, To)` and
    /// `imports_package(From, Package)`.
    pub fn new(
        [n_files, n_packages]: [usize; 2],
        imports: &[(FileId, FileId)],
        refers: &[(FileId, FileId)],
        packages: &[(FileId, PackageId)],
    ) -> Self {
        let (imports, refers) = (Csr::build(n_files, imports), Csr::build(n_files, refers));
        Self {
            importers: imports.transposed(n_files),
            imports,
            package_importers: Csr::build(n_files, packages).transposed(n_packages),
            referrers: refers.transposed(n_files),
            refers,
        }
    }
}
