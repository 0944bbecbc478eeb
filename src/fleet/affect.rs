//! The repositories of a fleet that an advisory affects: those that get an affected version, and their places that use it.

use std::collections::{BTreeMap, BTreeSet};

use super::ask::{FleetFile, RepositoryAnswer, stated_texts};
use super::error::FleetError;
use super::file::Fleet;
use super::keys::Lookups;
use crate::base::Position;
use crate::facts::{NONE, RepositoryExport};
use crate::intake::{Affected, AffectedPackage};
use crate::package::DependencyKind;
use crate::primitive::{Argument, Invocation, primitive};

/// How near the code of a repository comes to what is affected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// It uses an affected symbol.
    Symbols,
    /// It imports an affected module; the advisory names no symbol, or none that is seen.
    Imports,
    /// It depends on the package, and no file imports it.
    Depends,
}

impl Reach {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Symbols => "uses",
            Self::Imports => "imports",
            Self::Depends => "depends",
        }
    }
}

/// A place where a manifest or lockfile names a package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatedVersion {
    /// The file.
    pub path: String,
    /// Where.
    pub at: Position,
    /// The version that is locked; else the requirement, as it is written.
    pub version: String,
    /// Whether a lockfile states it.
    pub is_locked: bool,
    /// Whether that is affected, in the order of [`Affected`].
    pub affected: Affected,
    /// The dependency is for development or tests alone.
    pub is_dev: bool,
}

/// A repository that an advisory concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffectedRepository {
    /// The number of the repository in the fleet.
    pub repository: u32,
    /// The worst of what is stated; unknown where files import the package and no manifest names it.
    pub affected: Affected,
    /// Whether it provides the package itself.
    pub is_provider: bool,
    /// The places, by file.
    pub stated: Vec<StatedVersion>,
    /// How near its code comes.
    pub reach: Reach,
    /// The files that use it, each with the places.
    pub files: Vec<FleetFile>,
}

/// The repositories that a package of an advisory affects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AffectedFleet {
    /// The repositories that are affected, or of which it is not known; by name.
    pub repositories: Vec<AffectedRepository>,
    /// How many depend on the package, and get a version that is not affected.
    pub n_safe: usize,
}

impl Fleet {
    /// The repositories that an affected package concerns.
    pub fn affected(&self, package: &AffectedPackage) -> Result<AffectedFleet, FleetError> {
        let mut stated = self.stated_versions(package)?;
        let symbols = self.places("scip.refs", &package.symbols)?;
        let importers = self.places("import_graph.reverse_lookup", &package.modules)?;
        let providers = self.providers(package)?;
        let named: BTreeSet<u32> = stated.keys().chain(importers.keys()).chain(symbols.keys()).copied().collect();
        let mut found = AffectedFleet::default();
        for repository in named {
            let stated = stated.remove(&repository).unwrap_or_default();
            let affected = stated.iter().map(|it| it.affected).min().unwrap_or(Affected::Unknown);
            if affected == Affected::No {
                found.n_safe += 1;
                continue;
            }
            let (reach, files) = match (symbols.get(&repository), importers.get(&repository)) {
                (Some(files), _) => (Reach::Symbols, files.clone()),
                (None, Some(files)) => (Reach::Imports, files.clone()),
                (None, None) => (Reach::Depends, Vec::new()),
            };
            let is_provider = providers.contains(&repository);
            found.repositories.push(AffectedRepository { repository, affected, is_provider, stated, reach, files });
        }
        Ok(found)
    }

    /// The repositories that provide a package.
    fn providers(&self, package: &AffectedPackage) -> Result<BTreeSet<u32>, FleetError> {
        let provided = package.url().map(|url| self.provided(&url)).transpose()?.unwrap_or_default();
        Ok(provided.into_iter().flat_map(|it| it.providers).map(|it| it.repository).collect())
    }

    /// The versions of a package that manifests and lockfiles state, by repository.
    fn stated_versions(&self, package: &AffectedPackage) -> Result<BTreeMap<u32, Vec<StatedVersion>>, FleetError> {
        let Some(url) = package.url() else { return Ok(BTreeMap::new()) };
        let mut found = BTreeMap::new();
        for (repository, numbers) in self.postings(&Lookups::of_package(&url))?.repositories() {
            let part = self.read(repository, |body, paged| body.consumers(paged, &stated_texts(&numbers)))?;
            let stated = stated(&part, &url, package);
            // Who provides the package does not depend on it.
            if !stated.is_empty() {
                found.insert(repository, stated);
            }
        }
        Ok(found)
    }

    /// The files of each repository that a primitive finds for some texts.
    fn places(&self, name: &str, texts: &[String]) -> Result<BTreeMap<u32, Vec<FleetFile>>, FleetError> {
        let Some(primitive) = primitive(name).filter(|_| !texts.is_empty()) else { return Ok(BTreeMap::new()) };
        let arguments = texts.iter().cloned().map(Argument::Text).collect();
        let call = Invocation { arguments, ..Invocation::of(primitive, Argument::Text(String::new())) };
        let answers = self.answer(&call, usize::MAX)?.repositories.into_iter();
        Ok(answers.map(|RepositoryAnswer { repository, files, .. }| (repository, files)).collect())
    }
}

/// The versions of a package that the manifests and lockfiles of a repository state.
fn stated(part: &RepositoryExport, url: &str, package: &AffectedPackage) -> Vec<StatedVersion> {
    let mut found = Vec::new();
    let mut is_required = vec![false; part.locks.len()];
    for row in part.depends.iter().filter(|row| part.texts.get(row.package.0) == url) {
        let locked = (row.locked != NONE).then(|| part.locks.get(row.locked as usize)).flatten();
        if let Some(mark) = is_required.get_mut(row.locked as usize) {
            *mark = true;
        }
        let (version, affected) = match locked {
            Some(locked) => {
                let version = part.texts.get(locked.version);
                (version, package.is_affected(version))
            }
            None => {
                let requirement = part.texts.get(row.requirement);
                (requirement, package.is_affected_by(requirement))
            }
        };
        found.push(StatedVersion {
            path: part.paths.get(row.file.0).to_owned(),
            at: row.at,
            version: version.to_owned(),
            is_locked: locked.is_some(),
            affected,
            is_dev: row.kind == DependencyKind::Dev,
        });
    }
    // A lockfile may have more: the dependency of a dependency.
    let rows =
        part.locks.iter().zip(&is_required).filter(|(row, known)| !**known && part.texts.get(row.package.0) == url);
    found.extend(rows.map(|(row, _)| {
        let version = part.texts.get(row.version);
        StatedVersion {
            path: part.paths.get(row.file.0).to_owned(),
            at: row.at,
            version: version.to_owned(),
            is_locked: true,
            affected: package.is_affected(version),
            is_dev: false,
        }
    }));
    found.sort_unstable();
    found.dedup();
    found
}
