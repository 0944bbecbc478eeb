//! The relations as the compiled programs read them: one graph a family of programs.

use cg_rules::{CallGraph, DefId, Evidence, FileId, Id, ImportGraph, MemberGraph, PackageGraph, PackageId, TypeGraph};
use rustc_hash::FxHashSet;

use super::depend::Locks;
use super::outside::OutsideNames;
use super::relation::{Definition, NONE};
use super::snapshot::Snapshot;
use crate::package::DependencyKind;

impl Snapshot {
    /// `imports`, `imports_package` and `refers`. A package there is a name of `outside`.
    pub fn import_graph(&self, outside: &OutsideNames) -> ImportGraph {
        let imports: Vec<(FileId, FileId)> = self.imports.iter().map(|row| (row.from, row.to)).collect();
        let refers: Vec<(FileId, FileId)> = self.refers.iter().map(|row| (row.from, row.to)).collect();
        ImportGraph::new([self.files.len(), outside.len()], &imports, &refers, outside.importers())
    }

    /// `calls`, at or above an evidence.
    pub fn call_graph(&self, floor: Evidence) -> CallGraph {
        let calls = self.calls.iter().filter(|row| row.rule.evidence() >= floor);
        let calls: Vec<(DefId, DefId)> = calls.map(|row| (row.caller, row.callee)).collect();
        CallGraph::new(&calls, self.auxiliary())
    }

    /// `extends`, at or above an evidence.
    pub fn type_graph(&self, floor: Evidence) -> TypeGraph {
        let extends = self.extends.iter().filter(|row| row.rule.evidence() >= floor);
        let extends: Vec<(DefId, DefId)> = extends.map(|row| (row.sub, row.sup)).collect();
        TypeGraph::new(self.files.len(), &extends, &self.file_of())
    }

    /// `extends`, at or above an evidence, and `extends_package`. A name of `outside` is there a definition behind all those
    /// of the repository: see [`Self::outer_def`].
    pub fn outer_type_graph(&self, floor: Evidence, outside: &OutsideNames) -> TypeGraph {
        let inside = self.extends.iter().filter(|row| row.rule.evidence() >= floor).map(|row| (row.sub, row.sup));
        let outer = self
            .package_extends
            .iter()
            .filter_map(|row| Some((row.sub, self.outer_def(outside.supertype_id(self, &row)?))));
        let extends: Vec<(DefId, DefId)> = inside.chain(outer).collect();
        let mut file_of = self.file_of();
        // A file that there is not: no file of the repository declares it.
        file_of.resize(self.definitions.len() + outside.len(), FileId(NONE));
        TypeGraph::new(self.files.len(), &extends, &file_of)
    }

    /// The id of a name of an external package as a definition.
    pub fn outer_def(&self, outside: PackageId) -> DefId {
        DefId::of(self.definitions.len() + outside.index())
    }

    /// `overrides`, at or above an evidence.
    pub fn member_graph(&self, floor: Evidence) -> MemberGraph {
        let overrides = self.overrides.iter().filter(|row| row.rule.evidence() >= floor);
        let overrides: Vec<(DefId, DefId)> = overrides.map(|row| (row.sub, row.sup)).collect();
        MemberGraph::new(self.definitions.len(), &overrides)
    }

    /// `extends` of types that are not aside, at or above an evidence: a stand-in of a test makes no family.
    pub fn family_graph(&self, floor: Evidence) -> TypeGraph {
        TypeGraph::new(self.files.len(), &self.family_edges(floor, &self.auxiliary()), &self.file_of())
    }

    /// `extends(Sub, Super)` of types that are not aside, at or above an evidence.
    pub(super) fn family_edges(&self, floor: Evidence, is_aside: &[bool]) -> Vec<(DefId, DefId)> {
        let extends = self.extends.iter().filter(|row| row.rule.evidence() >= floor && !is_aside[row.sub.index()]);
        extends.map(|row| (row.sub, row.sup)).collect()
    }

    /// `aside(Def)`, for each definition.
    pub(super) fn auxiliary(&self) -> Vec<bool> {
        let by_file: Vec<bool> = self.files.iter().map(|row| row.is_aside).collect();
        let files = self.definitions.column(Definition::FILE);
        files.map(|file| by_file.get(file as usize).is_some_and(|&it| it)).collect()
    }

    /// `declares(File, Def)`, read from `Def`: the file of each definition.
    pub(super) fn file_of(&self) -> Vec<FileId> {
        self.definitions.column(Definition::FILE).map(FileId).collect()
    }

    /// `depends`, `carries`, `requires` and `provides`.
    ///
    /// The packages are numbered on by the rows of `locks`: each is a package at one version. A manifest depends on the
    /// version that it is known to get, else on the package as such; of a package of the repository, on both.
    pub fn package_graph(&self) -> PackageGraph {
        let n_nodes = self.packages.len() + self.locks.len();
        let mut depends: Vec<(FileId, PackageId)> = Vec::new();
        let mut carries: Vec<(FileId, PackageId)> = Vec::new();
        let provided: FxHashSet<PackageId> = self.manifests.iter().filter_map(|row| row.provides()).collect();
        for row in self.depends.iter() {
            // A catalog states a version, and uses none of what the package needs.
            let locked = self.locked_id(row.locked).filter(|_| row.kind != DependencyKind::Shared);
            let package = (locked.is_none() || provided.contains(&row.package)).then_some(row.package);
            for package in package.into_iter().chain(locked) {
                depends.push((row.file, package));
                if !matches!(row.kind, DependencyKind::Dev | DependencyKind::Shared) {
                    carries.push((row.file, package));
                }
            }
        }
        let requires =
            self.requires.iter().filter_map(|row| Some((self.locked_id(row.from)?, self.locked_id(row.to)?)));
        let requires: Vec<(PackageId, PackageId)> = requires.collect();
        let provides: Vec<(FileId, PackageId)> =
            self.manifests.iter().filter_map(|row| Some((row.file, row.provides()?))).collect();
        PackageGraph::new([self.files.len(), n_nodes], [&depends, &carries, &provides], &requires)
    }

    /// The id of a row of `locks` as a package at one version.
    pub fn locked_id(&self, row: u32) -> Option<PackageId> {
        (row != NONE).then(|| PackageId::of(self.packages.len() + row as usize))
    }

    /// The row of `locks` of an id from [`Self::locked_id`].
    pub fn locked_row(&self, package: PackageId) -> Option<Locks> {
        self.locks.get(package.index().checked_sub(self.packages.len())?)
    }
}
