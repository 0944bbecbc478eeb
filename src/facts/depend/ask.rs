//! What others ask of a snapshot about packages.

use cg_rules::{FileId, PackageId};
use rustc_hash::FxHashMap;

use super::super::snapshot::Snapshot;
use super::row::{Locks, Manifest};
use crate::base::path;
use crate::language::LANGUAGES;
use crate::package::Asked;

impl Snapshot {
    /// The packages that a text may name: `lodash`, `lodash@4.17.20`, `pkg:npm/lodash@4.17.20`, `group:artifact`. One
    /// for each ecosystem that knows the name; none where no manifest or lockfile does. A version is not compared.
    pub fn dependency(&self, text: &str) -> Vec<PackageId> {
        let keys = Asked::parse(text).map(|asked| asked.keys()).unwrap_or_default();
        keys.iter().filter_map(|spellings| spellings.iter().find_map(|key| self.package(key))).collect()
    }

    /// What the lockfiles have of a package, in path order.
    pub fn locked(&self, package: PackageId) -> impl ExactSizeIterator<Item = Locks> + '_ {
        self.locks.headed([package.0])
    }
}

/// Which package a file belongs to.
pub struct Owners<'s> {
    facts: &'s Snapshot,
    by_directory: FxHashMap<&'s str, Vec<Manifest>>,
}

impl<'s> Owners<'s> {
    /// Indexes the manifests of packages by their directories.
    pub fn new(facts: &'s Snapshot) -> Self {
        let mut by_directory: FxHashMap<&str, Vec<Manifest>> = FxHashMap::default();
        for manifest in facts.manifests.iter().filter(|manifest| manifest.is_package) {
            by_directory.entry(path::parent(facts.path(manifest.file))).or_default().push(manifest);
        }
        Self { facts, by_directory }
    }

    /// `owns(Manifest, File)`: the nearest manifests above a file that speak of its language; where none does, or the
    /// file has no language, the nearest of all.
    pub fn of(&self, file: FileId) -> Vec<Manifest> {
        let above = || path::ancestors(self.facts.path(file)).filter_map(|directory| self.by_directory.get(directory));
        let language = self.facts.file_row(file).and_then(|row| LANGUAGES.get(row.language as usize));
        let speaks = |manifest: &&Manifest| {
            language.is_some_and(|language| manifest.ecosystem.families().contains(&language.family))
        };
        let fitting = above().map(|manifests| manifests.iter().filter(speaks).copied().collect::<Vec<_>>());
        let nearest = fitting.into_iter().find(|manifests| !manifests.is_empty());
        nearest.or_else(|| above().next().cloned()).unwrap_or_default()
    }
}
