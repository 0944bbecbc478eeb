//! The row of a supertype that a package declares.

use cg_rules::{DefId, FileId, PackageId};

use crate::base::{Position, Row};

/// `extends_package(Sub, Package, Module, Name, At)`: the header of a type names a supertype of an external package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtendsPackage {
    /// The type that extends or implements.
    pub sub: DefId,
    /// The package.
    pub package: PackageId,
    /// The module of the package, as the source writes it.
    pub module: u32,
    /// The name of the supertype in the module, parts joined by dots, or [`super::NONE`] where the module itself is named.
    pub name: u32,
    /// The file that says so.
    pub file: FileId,
    /// Where.
    pub at: Position,
}

impl Row<7> for ExtendsPackage {
    fn pack(&self) -> [u32; 7] {
        [self.sub.0, self.package.0, self.file.0, self.module, self.name, self.at.line, self.at.column]
    }
    fn unpack([sub, package, file, module, name, line, column]: [u32; 7]) -> Self {
        let at = Position { line, column };
        Self { sub: DefId(sub), package: PackageId(package), module, name, file: FileId(file), at }
    }
}
