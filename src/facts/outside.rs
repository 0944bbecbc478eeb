//! The names of external packages by the paths that the sources write: what a lookup of a module or a member goes by.

use cg_rules::{FileId, Id, PackageId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::relation::{NONE, PackageImport, PackageUse};
use super::snapshot::Snapshot;
use crate::language::{LANGUAGES, Language};

/// A name of an external package, as rows of `imports_package` have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutsideName {
    /// The package.
    pub package: PackageId,
    /// The module, in the snapshot's names.
    pub module: u32,
    /// The member, in the snapshot's names, or [`NONE`].
    pub member: u32,
    /// The language of the files, as in their rows.
    pub language: u32,
    /// The member is of what a call returned, or of an instance.
    pub is_result: bool,
}

impl OutsideName {
    /// The language of the files.
    pub fn language(&self) -> Option<&'static Language> {
        LANGUAGES.get(self.language as usize)
    }
}

/// Every name of an external package that a file states, each once: the texts of the ids of packages in the graph of
/// imports.
#[derive(Clone, Debug, Default)]
pub struct OutsideNames(Vec<OutsideName>);

impl OutsideNames {
    /// The names of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        // Most rows repeat a name: it is sooner hashed than sorted.
        let names: FxHashSet<OutsideName> = named(snapshot).map(|(name, _)| name).collect();
        let mut names: Vec<OutsideName> = names.into_iter().collect();
        names.sort_unstable();
        Self(names)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every name with its id.
    pub fn iter(&self) -> impl Iterator<Item = (PackageId, OutsideName)> + '_ {
        self.0.iter().enumerate().map(|(at, name)| (PackageId::of(at), *name))
    }

    /// The rows of some of the names, in the order of packages and files; the ids are sorted.
    pub fn rows(&self, snapshot: &Snapshot, ids: &[PackageId]) -> Vec<PackageImport> {
        let mut packages: Vec<PackageId> = ids.iter().filter_map(|id| Some(self.0.get(id.index())?.package)).collect();
        packages.sort_unstable();
        packages.dedup();
        let rows = packages.iter().flat_map(|package| snapshot.package_imports.headed([package.0]));
        rows.filter(|row| self.id(snapshot, row).is_some_and(|id| ids.binary_search(&id).is_ok())).collect()
    }

    fn id(&self, snapshot: &Snapshot, row: &PackageImport) -> Option<PackageId> {
        Some(PackageId::of(self.0.binary_search(&snapshot.outside(row)).ok()?))
    }

    /// `imports_package(File, Name)`. A file that takes a member from a module of the repository, which has it from a
    /// package, does not import the package.
    pub(super) fn importers(&self, snapshot: &Snapshot) -> Vec<(FileId, PackageId)> {
        let stated = snapshot.package_imports.iter().filter(|row| row.how == PackageUse::Import);
        let stated: FxHashSet<(PackageId, FileId)> = stated.map(|row| (row.package, row.file)).collect();
        let ids: FxHashMap<OutsideName, PackageId> = self.iter().map(|(id, name)| (name, id)).collect();
        let rows = named(snapshot).filter(|(name, file)| stated.contains(&(name.package, *file)));
        rows.filter_map(|(name, file)| Some((file, *ids.get(&name)?))).collect()
    }
}

/// The names of all rows with their files; a name that neighbours repeat is there once.
fn named(snapshot: &Snapshot) -> impl Iterator<Item = (OutsideName, FileId)> + '_ {
    let mut last = None;
    snapshot.package_imports.iter().filter_map(move |row| {
        let named = (snapshot.outside(&row), row.file);
        (last.replace(named) != Some(named)).then_some(named)
    })
}

impl Snapshot {
    /// The name that a row states.
    fn outside(&self, row: &PackageImport) -> OutsideName {
        OutsideName {
            package: row.package,
            module: row.module,
            member: row.name,
            language: self.file_row(row.file).map_or(NONE, |row| row.language),
            is_result: row.how == PackageUse::Result,
        }
    }

    /// The path of what a row of `imports_package` names, as a reader writes it: `w3lib.url.safe_url_string`.
    pub fn outside_path(&self, row: &PackageImport) -> String {
        let module = self.names.get(row.module);
        let is_rust = self.outside(row).language().is_some_and(|language| language.name == "rust");
        match (row.name, is_rust) {
            (NONE, _) => module.to_owned(),
            (name, true) => format!("{module}::{}", self.names.get(name).replace('.', "::")),
            (name, false) => format!("{module}.{}", self.names.get(name)),
        }
    }
}
