//! The relations as the compiled programs read them.

use cg_rules::{Csr, DefId, Edb, Evidence, Facts, FileId, Id, PackageId};
use rustc_hash::FxHashSet;

use super::depend::Locks;
use super::exercise;
use super::relation::NONE;
use super::snapshot::Snapshot;
use crate::package::Kind;

/// Which relations a program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// `imports`, `imports_package`, `refers`.
    Files,
    /// `calls`, at or above an evidence.
    Calls(Evidence),
    /// `extends`, at or above an evidence.
    Types(Evidence),
    /// `declares`.
    Definitions,
    /// `extends` of types that are not aside, at or above an evidence: a stand-in of a test makes no family.
    Families(Evidence),
    /// `depends`, `carries`, `requires`, `provides`.
    Packages,
    /// `opens`, `needs`, `declares` and the imports of tests: what tests exercise, at or above an evidence.
    Tests(Evidence),
}

impl Snapshot {
    /// The relations of one part, both directions each; the others are empty.
    pub fn graph(&self, part: Part) -> Facts {
        let n_files = self.files.len();
        let mut facts = Facts {
            is_test: self.files.iter().map(|row| row.is_test).collect(),
            is_aside: self.files.iter().map(|row| row.is_aside).collect(),
            ..Facts::default()
        };
        match part {
            Part::Files => {
                let pairs: Vec<(FileId, FileId)> = self.imports.iter().map(|row| (row.from, row.to)).collect();
                facts.imports = Csr::build(n_files, &pairs);
                facts.importers = facts.imports.transposed(n_files);
                let pairs: Vec<(FileId, FileId)> = self.refers.iter().map(|row| (row.from, row.to)).collect();
                facts.refers = Csr::build(n_files, &pairs);
                facts.referrers = facts.refers.transposed(n_files);
                let pairs: Vec<(PackageId, FileId)> =
                    self.package_imports.iter().map(|row| (row.package, row.file)).collect();
                facts.package_importers = Csr::build(self.packages.len(), &pairs);
            }
            Part::Calls(floor) => {
                let calls = self.calls.iter().filter(|row| row.evidence >= floor);
                let pairs: Vec<(DefId, DefId)> = calls.map(|row| (row.caller, row.callee)).collect();
                self.enter_definitions(&mut facts);
                facts.callees = Csr::build(self.definitions.len(), &pairs);
                facts.callers = facts.callees.transposed(self.definitions.len());
            }
            Part::Types(floor) => {
                let extends = self.extends.iter().filter(|row| row.evidence >= floor);
                let pairs: Vec<(DefId, DefId)> = extends.map(|row| (row.sub, row.sup)).collect();
                self.enter_definitions(&mut facts);
                facts.supertypes = Csr::build(self.definitions.len(), &pairs);
                facts.implementers = facts.supertypes.transposed(self.definitions.len());
            }
            Part::Definitions => self.enter_definitions(&mut facts),
            Part::Families(floor) => {
                self.enter_definitions(&mut facts);
                let is_aside = |def: DefId| Edb(&facts).is_aside(def);
                let extends = self.extends.iter().filter(|row| row.evidence >= floor && !is_aside(row.sub));
                let pairs: Vec<(DefId, DefId)> = extends.map(|row| (row.sub, row.sup)).collect();
                facts.supertypes = Csr::build(self.definitions.len(), &pairs);
                facts.implementers = facts.supertypes.transposed(self.definitions.len());
            }
            Part::Tests(floor) => {
                self.enter_definitions(&mut facts);
                exercise::enter(self, floor, &mut facts);
            }
            Part::Packages => {
                let n_packages = self.packages.len();
                self.enter_dependences(&mut facts);
                let pairs: Vec<(FileId, PackageId)> =
                    self.manifests.iter().filter_map(|row| Some((row.file, row.provides()?))).collect();
                facts.provides = Csr::build(n_files, &pairs);
                facts.providers = facts.provides.transposed(n_packages);
            }
        }
        facts
    }

    /// The packages are numbered on by the rows of `locks`: each is a package at one version. A manifest depends on the
    /// version that it is known to get, else on the package as such; of a package of the repository, on both.
    fn enter_dependences(&self, facts: &mut Facts) {
        let n_nodes = self.packages.len() + self.locks.len();
        let mut depends: Vec<(PackageId, FileId)> = Vec::new();
        let mut carries: Vec<(FileId, PackageId)> = Vec::new();
        let provided: FxHashSet<PackageId> = self.manifests.iter().filter_map(|row| row.provides()).collect();
        for row in self.depends.iter() {
            // A catalog states a version, and uses none of what the package needs.
            let locked = self.locked_id(row.locked).filter(|_| row.kind != Kind::Shared);
            let package = (locked.is_none() || provided.contains(&row.package)).then_some(row.package);
            for package in package.into_iter().chain(locked) {
                depends.push((package, row.file));
                if !matches!(row.kind, Kind::Dev | Kind::Shared) {
                    carries.push((row.file, package));
                }
            }
        }
        facts.dependents = Csr::build(n_nodes, &depends);
        facts.carries = Csr::build(self.files.len(), &carries);
        facts.carriers = facts.carries.transposed(n_nodes);
        let pairs = self.requires.iter().filter_map(|row| Some((self.locked_id(row.from)?, self.locked_id(row.to)?)));
        facts.requires = Csr::build(n_nodes, &pairs.collect::<Vec<_>>());
        facts.requirers = facts.requires.transposed(n_nodes);
    }

    /// The id of a row of `locks` as a package at one version.
    pub fn locked_id(&self, row: u32) -> Option<PackageId> {
        (row != NONE).then(|| PackageId::of(self.packages.len() + row as usize))
    }

    /// The row of `locks` that an id of [`Self::locked_id`] stands for.
    pub fn locked_row(&self, package: PackageId) -> Option<Locks> {
        self.locks.get(package.index().checked_sub(self.packages.len())?)
    }

    fn enter_definitions(&self, facts: &mut Facts) {
        facts.file_of = self.definitions.iter().map(|row| row.file).collect();
        let pairs: Vec<(FileId, DefId)> =
            (0u32..).map(DefId).zip(&facts.file_of).map(|(def, file)| (*file, def)).collect();
        facts.declares = Csr::build(self.files.len(), &pairs);
    }
}
