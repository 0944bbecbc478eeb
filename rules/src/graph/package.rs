//! The graph of packages: what manifests and lockfiles state.

use crate::csr::Csr;
use crate::id::{FileId, PackageId};

/// The relations of `dep_graph.*`.
#[derive(Clone, Debug, Default)]
pub struct PackageGraph {
    /// `depends(File, Package)`: the manifest `File` states that its package depends on `Package`; read from `Package`.
    pub dependents: Csr<PackageId, FileId>,
    /// `carries(File, Package)`: `depends(File, Package)`, and who depends on the manifest's package gets `Package` too.
    pub carries: Csr<FileId, PackageId>,
    /// `carries(File, Package)`, read from `Package`.
    pub carriers: Csr<PackageId, FileId>,
    /// `requires(From, To)`: in a lockfile, the package `From` needs the package `To`.
    pub requires: Csr<PackageId, PackageId>,
    /// `requires(From, To)`, read from `To`.
    pub requirers: Csr<PackageId, PackageId>,
    /// `provides(File, Package)`: the manifest `File` states that its package is named `Package`.
    pub provides: Csr<FileId, PackageId>,
    /// `provides(File, Package)`, read from `Package`.
    pub providers: Csr<PackageId, FileId>,
}

impl PackageGraph {
    /// The graph over `n_files` files and `n_packages` packages, from `depends(File, Package)`, `carries(File, Package)`,
    /// `provides(File, Package)` and `requires(From, To)`.
    pub fn new(
        [n_files, n_packages]: [usize; 2],
        [depends, carries, provides]: [&[(FileId, PackageId)]; 3],
        requires: &[(PackageId, PackageId)],
    ) -> Self {
        let [depends, carries, provides] = [depends, carries, provides].map(|pairs| Csr::build(n_files, pairs));
        let requires = Csr::build(n_packages, requires);
        Self {
            dependents: depends.transposed(n_packages),
            carriers: carries.transposed(n_packages),
            carries,
            requirers: requires.transposed(n_packages),
            requires,
            providers: provides.transposed(n_packages),
            provides,
        }
    }
}
