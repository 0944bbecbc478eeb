//! `import_graph.reverse_lookup(module)`: the files that import any of the given modules, be they files of the
//! repository or external packages.
//!
//! ```datalog
//! importer_of_module(From, To)       :- module(To), imports(From, To), From != To.
//! importer_of_package(From, Package) :- package(Package), imports_package(From, Package).
//! ```
//!
//! A module of the question is an answer only if it imports another one of them. The witness of a file is the smallest
//! module that it imports, or, if it imports none, the smallest package.

use crate::graph::{Edb, ImportGraph};
use crate::id::{FileId, PackageId};
use crate::witness::Fx;

/// The target of a found import. Files of the repository come before packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Imported {
    /// `imports(From, To)`.
    File(FileId),
    /// `imports_package(From, Package)`.
    Package(PackageId),
}

/// A file that imports a requested target, and the import that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Importer {
    /// The answer.
    pub file: FileId,
    /// The smallest requested target that it imports.
    pub imported: Imported,
}

mod program {
    use super::{Edb, FileId, ImportGraph, PackageId};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, ImportGraph>);
        @input
        pub struct Module(pub FileId);
        @input
        pub struct Package(pub PackageId);

        @output
        pub struct ImporterOfModule(pub FileId, pub FileId);
        @output
        pub struct ImporterOfPackage(pub FileId, pub PackageId);

        ImporterOfModule(from, to) <- Db(g), Module(to), for &from in g.importers.row(to), (from != to);
        ImporterOfPackage(from, package) <- Db(g), Package(package), for &from in g.package_importers.row(package);
    }
}

/// The files that import any of `modules` or `packages`, in path order.
pub fn reverse_lookup(graph: &ImportGraph, modules: &[FileId], packages: &[PackageId]) -> Vec<Importer> {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend(modules.iter().map(|&file| program::Module(file)));
    program.extend(packages.iter().map(|&package| program::Package(package)));
    let (of_module, of_package) = program.run_with_hasher::<Fx>();
    let of_module = of_module.into_iter().map(|it| Importer { file: it.0, imported: Imported::File(it.1) });
    let of_package = of_package.into_iter().map(|it| Importer { file: it.0, imported: Imported::Package(it.1) });
    let mut importers: Vec<Importer> = of_module.chain(of_package).collect();
    importers.sort_unstable();
    importers.dedup_by_key(|it| it.file); // the smallest witness comes first
    importers
}
