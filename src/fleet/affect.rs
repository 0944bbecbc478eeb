//! The repositories of a fleet that an advisory affects: those that get an affected version, and their places that use it.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::ask::{FleetFile, MANY, Question, stated_texts};
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

/// The repositories that a question leads to, each with the numbers behind its keys.
type ByRepository = BTreeMap<u32, Vec<u32>>;

/// An affected package, and where its names lead in a fleet.
struct Sought<'p> {
    package: &'p AffectedPackage,
    url: Option<String>,
    providers: BTreeSet<u32>,
    /// By what manifests and lockfiles name.
    stated: ByRepository,
    /// By what code names: affected symbols, then affected modules.
    code: Vec<(Reach, Question<'p>, ByRepository)>,
}

impl Fleet {
    /// The repositories that an affected package concerns.
    pub fn affected(&self, package: &AffectedPackage) -> Result<AffectedFleet, FleetError> {
        let mut repositories = Vec::new();
        let n_safe = self.each_affected(package, &mut |row| {
            repositories.push(row);
            Ok::<(), FleetError>(())
        })?;
        Ok(AffectedFleet { repositories, n_safe })
    }

    /// Calls a function with the repositories of [`Self::affected`], one after the other: however many there are, a few are in
    /// memory at a time. Returns how many depend on the package, and get a version that is not affected.
    pub fn each_affected<E: From<FleetError>>(
        &self,
        package: &AffectedPackage,
        take: &mut dyn FnMut(AffectedRepository) -> Result<(), E>,
    ) -> Result<usize, E> {
        let calls = [
            (Reach::Symbols, code_call("scip.refs", &package.symbols)),
            (Reach::Imports, code_call("import_graph.reverse_lookup", &package.modules)),
        ];
        let sought = self.sought(package, &calls)?;
        let of_code = sought.code.iter().flat_map(|(.., led_to)| led_to.keys());
        let repositories: BTreeSet<u32> = sought.stated.keys().chain(of_code).copied().collect();
        let repositories: Vec<u32> = repositories.into_iter().collect();
        let of = |repository: &u32| self.affected_in(*repository, &sought);
        let mut n_safe = 0;
        for some in repositories.chunks(MANY) {
            // A thread costs more than a few of them.
            let found: Result<Vec<_>, FleetError> = match some.len() < MANY {
                true => some.iter().map(of).collect(),
                false => some.par_iter().map(of).collect(),
            };
            for row in found?.into_iter().flatten() {
                match row.affected {
                    Affected::No => n_safe += 1,
                    Affected::Yes | Affected::Unknown => take(row)?,
                }
            }
        }
        Ok(n_safe)
    }

    fn sought<'p>(
        &self,
        package: &'p AffectedPackage,
        calls: &'p [(Reach, Option<Invocation>)],
    ) -> Result<Sought<'p>, FleetError> {
        let (url, mut code) = (package.url(), Vec::new());
        for (reach, call) in calls {
            if let Some(call) = call {
                let question = self.question(call)?;
                let led_to = question.named().into_iter().collect();
                code.push((*reach, question, led_to));
            }
        }
        let stated = url.as_ref().map(|url| self.postings(&Lookups::of_package(url))).transpose()?.unwrap_or_default();
        let provided = url.as_ref().map(|url| self.provided(url)).transpose()?.unwrap_or_default();
        Ok(Sought {
            package,
            url,
            providers: provided.into_iter().flat_map(|it| it.providers).map(|it| it.repository).collect(),
            stated: stated.repositories().collect(),
            code,
        })
    }

    /// One repository; `None` where the package does not concern it. The code of one with a safe version is not read.
    fn affected_in(&self, repository: u32, sought: &Sought<'_>) -> Result<Option<AffectedRepository>, FleetError> {
        let stated = match (&sought.url, sought.stated.get(&repository)) {
            (Some(url), Some(numbers)) => {
                let part = self.read(repository, |body, paged| body.consumers(paged, &stated_texts(numbers)))?;
                stated(&part, url, sought.package)
            }
            _ => Vec::new(),
        };
        let affected = stated.iter().map(|it| it.affected).min().unwrap_or(Affected::Unknown);
        let (is_provider, reach, files) = (sought.providers.contains(&repository), Reach::Depends, Vec::new());
        let mut row = AffectedRepository { repository, affected, is_provider, stated, reach, files };
        if affected == Affected::No {
            return Ok(Some(row));
        }
        for (reach, question, led_to) in &sought.code {
            let Some(numbers) = led_to.get(&repository) else { continue };
            if let Some(answer) = self.of_repository(repository, numbers, question)? {
                (row.reach, row.files) = (*reach, answer.files);
                break;
            }
        }
        // Who provides the package does not depend on it.
        Ok((!row.stated.is_empty() || row.reach != Reach::Depends).then_some(row))
    }
}

/// The call of a primitive for some texts; `None` where there is no text.
fn code_call(name: &str, texts: &[String]) -> Option<Invocation> {
    let primitive = primitive(name).filter(|_| !texts.is_empty())?;
    let arguments = texts.iter().cloned().map(Argument::Text).collect();
    Some(Invocation { arguments, ..Invocation::of(primitive, Argument::Text(String::new())) })
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
