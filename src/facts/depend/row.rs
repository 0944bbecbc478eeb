//! The rows of what manifests and lockfiles say.

use cg_rules::{FileId, PackageId};

use super::super::relation::NONE;
use crate::base::{Position, Row};
use crate::package::{DependencyKind, Ecosystem};

/// `depends(File, Package, At, Kind)`: the package of the manifest `File` depends on `Package`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depends {
    /// The dependency.
    pub package: PackageId,
    /// The manifest that says so.
    pub file: FileId,
    /// Where.
    pub at: Position,
    /// Why.
    pub kind: DependencyKind,
    /// The name as written, in the snapshot's names.
    pub name: u32,
    /// The requirement as written, in the snapshot's names.
    pub requirement: u32,
    /// The lockfile entry for it: a row of `locks`, or [`NONE`].
    pub locked: u32,
}

impl Row<8> for Depends {
    fn pack(&self) -> [u32; 8] {
        let Self { package, file, at, kind, name, requirement, locked } = *self;
        [package.0, file.0, at.line, at.column, kind as u32, name, requirement, locked]
    }
    fn unpack([package, file, line, column, kind, name, requirement, locked]: [u32; 8]) -> Self {
        let kind = DependencyKind::ALL.get(kind as usize).copied().unwrap_or(DependencyKind::Normal);
        let at = Position { line, column };
        Self { package: PackageId(package), file: FileId(file), at, kind, name, requirement, locked }
    }
}

/// `locks(File, Package, Version, At)`: the lockfile `File` has this version of `Package`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locks {
    /// The locked package.
    pub package: PackageId,
    /// The lockfile.
    pub file: FileId,
    /// Where.
    pub at: Position,
    /// The name as written, in the snapshot's names.
    pub name: u32,
    /// The version, in the snapshot's names.
    pub version: u32,
}

impl Row<6> for Locks {
    fn pack(&self) -> [u32; 6] {
        [self.package.0, self.file.0, self.at.line, self.at.column, self.name, self.version]
    }
    fn unpack([package, file, line, column, name, version]: [u32; 6]) -> Self {
        Self { package: PackageId(package), file: FileId(file), at: Position { line, column }, name, version }
    }
}

/// `requires(From, To, Kind)`: two entries of one lockfile, of which the first needs the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requires {
    /// Which needs: a row of `locks`.
    pub from: u32,
    /// The required package: a row of `locks`.
    pub to: u32,
    /// Why.
    pub kind: DependencyKind,
}

impl Row<3> for Requires {
    fn pack(&self) -> [u32; 3] {
        [self.from, self.to, self.kind as u32]
    }
    fn unpack([from, to, kind]: [u32; 3]) -> Self {
        Self { from, to, kind: DependencyKind::ALL.get(kind as usize).copied().unwrap_or(DependencyKind::Normal) }
    }
}

/// `manifest(File, Name, Package)`: one row a manifest, in path order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackageManifest {
    /// The file.
    pub file: FileId,
    /// The name of its package, in the snapshot's names: as stated, else that of the directory, `.` for the root.
    pub name: u32,
    /// Its package, where a name is stated; else [`NONE`].
    pub package: u32,
    /// Where the name belongs.
    pub ecosystem: Ecosystem,
    /// Whether the files below belong to it.
    pub is_package: bool,
}

impl PackageManifest {
    /// The package that it provides.
    pub fn provides(&self) -> Option<PackageId> {
        (self.package != NONE).then_some(PackageId(self.package))
    }
}

impl Row<5> for PackageManifest {
    fn pack(&self) -> [u32; 5] {
        [self.file.0, self.name, self.package, self.ecosystem as u32, u32::from(self.is_package)]
    }
    fn unpack([file, name, package, ecosystem, is_package]: [u32; 5]) -> Self {
        let ecosystem = Ecosystem::ALL.get(ecosystem as usize).copied().unwrap_or(Ecosystem::Npm);
        Self { file: FileId(file), name, package, ecosystem, is_package: is_package != 0 }
    }
}
