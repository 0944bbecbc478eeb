//! Lookups of packages in a snapshot.

use cg_rules::{FileId, PackageId};
use rustc_hash::FxHashMap;

use super::super::relation::NONE;
use super::super::snapshot::Snapshot;
use super::row::{Depends, Locks, PackageManifest};
use crate::base::path;
use crate::language::LANGUAGES;
use crate::package::name::key;
use crate::package::{Ecosystem, PackageQuery, name};

impl Snapshot {
    /// The packages that a text may name: `lodash`, `lodash@4.17.20`, `pkg:npm/lodash@4.17.20`, `group:artifact`. One
    /// for each ecosystem that knows the name; none where no manifest or lockfile does. A version is not compared.
    pub fn dependency(&self, text: &str) -> Vec<PackageId> {
        let keys = PackageQuery::parse(text).map(|asked| asked.keys()).unwrap_or_default();
        let found: Vec<PackageId> =
            keys.iter().filter_map(|spellings| spellings.iter().find_map(|key| self.package(key))).collect();
        if found.is_empty() { self.of_place(text) } else { found }
    }

    /// The packages that are named by the places of their repositories, and called by the last part of that: `swift-nio`.
    fn of_place(&self, text: &str) -> Vec<PackageId> {
        let asked = PackageQuery::parse(text);
        let is_one = |it: &PackageQuery| it.ecosystem.is_none_or(|of| of == Ecosystem::Swift) && !it.name.contains('/');
        let Some(asked) = asked.filter(is_one) else { return Vec::new() };
        let (place, end) = (key(Ecosystem::Swift, ""), format!("/{}", asked.name.to_lowercase()));
        let ids = self.packages.iter().zip(0u32..).map(|(name, id)| (name, PackageId(id)));
        ids.filter(|(name, _)| name.starts_with(&place) && name.ends_with(&end)).map(|(_, id)| id).collect()
    }

    /// The locked versions of a package, in path order: each as a package at one version, and its row.
    pub fn locked(&self, package: PackageId) -> impl Iterator<Item = (PackageId, Locks)> + '_ {
        let rows = self.locks.headed([package.0]);
        rows.filter_map(|row| Some((self.locked_id(u32::try_from(self.locks.position(&row)?).ok()?)?, row)))
    }

    /// The package URL of an entry of a lockfile.
    pub fn locked_url(&self, row: &Locks) -> String {
        name::at_version(self.package_name(row.package), self.names.get(row.version))
    }

    /// The version that a manifest gets of what it depends on, by its lockfile; empty where none says.
    pub fn version(&self, row: &Depends) -> &str {
        let locked = (row.locked != NONE).then(|| self.locks.get(row.locked as usize)).flatten();
        locked.map_or("", |locked| self.names.get(locked.version))
    }

    /// A dependency of a manifest as a package URL, with the version where a lockfile has it.
    pub fn depended_url(&self, row: &Depends) -> String {
        name::at_version(self.package_name(row.package), self.version(row))
    }

    /// The name of a manifest's package: its key, or, without a stated name, that of the directory.
    pub fn manifest_name(&self, row: &PackageManifest) -> &str {
        row.provides().map_or_else(|| self.names.get(row.name), |package| self.package_name(package))
    }
}

/// Which package a file belongs to.
pub struct Owners<'s> {
    facts: &'s Snapshot,
    by_directory: FxHashMap<&'s str, Vec<PackageManifest>>,
}

impl<'s> Owners<'s> {
    /// Indexes the manifests of packages by their directories.
    pub fn new(facts: &'s Snapshot) -> Self {
        let mut by_directory: FxHashMap<&str, Vec<PackageManifest>> = FxHashMap::default();
        for manifest in facts.manifests.iter().filter(|manifest| manifest.is_package) {
            by_directory.entry(path::parent(facts.path(manifest.file))).or_default().push(manifest);
        }
        Self { facts, by_directory }
    }

    /// `owns(Manifest, File)`: the nearest manifests above a file that speak of its language; where none does, or the
    /// file has no language, the nearest of all.
    pub fn of(&self, file: FileId) -> Vec<PackageManifest> {
        let above = || path::ancestors(self.facts.path(file)).filter_map(|directory| self.by_directory.get(directory));
        let language = self.facts.file_row(file).and_then(|row| LANGUAGES.get(row.language as usize));
        let speaks = |manifest: &&PackageManifest| {
            language.is_some_and(|language| manifest.ecosystem.families().contains(&language.family))
        };
        let fitting = above().map(|manifests| manifests.iter().filter(speaks).copied().collect::<Vec<_>>());
        let nearest = fitting.into_iter().find(|manifests| !manifests.is_empty());
        nearest.or_else(|| above().next().cloned()).unwrap_or_default()
    }
}
