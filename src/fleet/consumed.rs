//! The rows of manifests and lockfiles of one export that lead to some packages: they are found by their packages, and
//! those that lead elsewhere are not read.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::FileId;

use super::paged::{Paged, ReadError};
use super::rows::ReadRows;
use super::runs::Runs;
use crate::base::Row;
use crate::facts::{Depends, Locks, NONE, PackageManifest, Requires};

/// The rows of manifests and lockfiles.
pub struct Dependencies<'p> {
    manifests: Runs<'p, 5>,
    /// A package, and the position of a manifest that provides it.
    providers: Runs<'p, 2>,
    depends: Runs<'p, 8>,
    /// A row of `locks`, and the position of a row of `depends` that gets it.
    of_locked: Runs<'p, 2>,
    locks: Runs<'p, 6>,
    /// `requires(From, To, Kind)`, as To, From, Kind.
    requirers: Runs<'p, 3>,
}

/// The positions of rows that lead to some packages, with the rows.
#[derive(Default)]
struct Leading {
    /// Packages, by their texts.
    named: BTreeSet<u32>,
    manifests: BTreeMap<u32, PackageManifest>,
    depends: BTreeMap<u32, Depends>,
    locks: BTreeSet<u32>,
    files: BTreeSet<FileId>,
    open: Vec<u32>,
}

impl<'p> Dependencies<'p> {
    /// The rows that stand at the places of two sections: of manifests, and of dependencies.
    pub fn open(paged: &'p Paged, [manifests, dependencies]: [u64; 2]) -> Result<Self, ReadError> {
        let manifests = Runs::open(paged, manifests)?;
        let providers = Runs::open(paged, manifests.end())?;
        let depends = Runs::open(paged, dependencies)?;
        let of_locked = Runs::open(paged, depends.end())?;
        let locks = Runs::open(paged, of_locked.end())?;
        let requirers = Runs::open(paged, locks.end())?;
        Ok(Self { manifests, providers, depends, of_locked, locks, requirers })
    }

    /// All rows.
    pub fn all(&mut self, rows: &mut ReadRows) -> Result<(), ReadError> {
        rows.manifests = self.manifests.all()?.into_iter().map(PackageManifest::unpack).collect();
        rows.depends = self.depends.all()?.into_iter().map(Depends::unpack).collect();
        rows.locks = self.locks.all()?.into_iter().map(Locks::unpack).collect();
        rows.requires = self.requirers.all()?.into_iter().map(required).collect();
        Ok(())
    }

    /// The manifests that provide a package.
    pub fn providers(&mut self, package: u32) -> Result<Vec<PackageManifest>, ReadError> {
        let found = self.providers.headed(package)?;
        found.into_iter().map(|(_, [_, at])| Ok(PackageManifest::unpack(self.manifests.row(at)?))).collect()
    }

    /// The rows of some packages, and of what needs these, however far away.
    pub fn consumers(&mut self, packages: &[u32]) -> Result<ReadRows, ReadError> {
        let mut leading = Leading { open: packages.to_vec(), ..Leading::default() };
        while let Some(package) = leading.open.pop() {
            if leading.named.insert(package) {
                self.of_package(package, &mut leading)?;
            }
        }
        self.kept(leading)
    }

    fn of_package(&mut self, package: u32, leading: &mut Leading) -> Result<(), ReadError> {
        // A package of the repository is provided by a manifest, which is none of its consumers.
        for (_, [_, at]) in self.providers.headed(package)? {
            leading.manifests.insert(at, PackageManifest::unpack(self.manifests.row(at)?));
        }
        for (at, row) in self.depends.headed(package)? {
            self.of_depends(at, Depends::unpack(row), leading)?;
        }
        let mut open: Vec<u32> = self.locks.headed(package)?.into_iter().map(|(at, _)| at).collect();
        while let Some(locked) = open.pop() {
            if !leading.locks.insert(locked) {
                continue;
            }
            open.extend(self.requirers.headed(locked)?.into_iter().map(|(_, [_, from, _])| from));
            for (_, [_, at]) in self.of_locked.headed(locked)? {
                let row = Depends::unpack(self.depends.row(at)?);
                self.of_depends(at, row, leading)?;
            }
        }
        Ok(())
    }

    /// A manifest that depends on one of these makes its own package one of them.
    fn of_depends(&mut self, at: u32, row: Depends, leading: &mut Leading) -> Result<(), ReadError> {
        leading.depends.insert(at, row);
        if leading.files.insert(row.file) {
            for (at, row) in self.manifests.headed(row.file.0)? {
                let row = PackageManifest::unpack(row);
                leading.open.extend(row.provides().map(|package| package.0));
                leading.manifests.insert(at, row);
            }
        }
        Ok(())
    }

    /// The rows; those of lockfiles are numbered anew.
    fn kept(&mut self, leading: Leading) -> Result<ReadRows, ReadError> {
        let Leading { manifests, mut depends, mut locks, .. } = leading;
        // What is locked for them is said with its version.
        locks.extend(depends.values().map(|row| row.locked).filter(|at| *at != NONE));
        let locks: Vec<u32> = locks.into_iter().collect();
        let place = |at: u32| locks.binary_search(&at).ok().and_then(|at| u32::try_from(at).ok());
        depends.values_mut().for_each(|row| row.locked = place(row.locked).unwrap_or(NONE));
        let mut rows = ReadRows { manifests: manifests.into_values().collect(), ..ReadRows::default() };
        rows.depends = depends.into_values().collect();
        for at in &locks {
            rows.locks.push(Locks::unpack(self.locks.row(*at)?));
            let requirers = self.requirers.headed(*at)?.into_iter().map(|(_, row)| required(row));
            let kept = |row: Requires| Some(Requires { from: place(row.from)?, to: place(row.to)?, kind: row.kind });
            rows.requires.extend(requirers.filter_map(kept));
        }
        Ok(rows)
    }
}

fn required([to, from, kind]: [u32; 3]) -> Requires {
    Requires::unpack([from, to, kind])
}
