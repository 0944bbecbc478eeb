//! Dependencies between packages: relates manifests and lockfiles to each other.

mod ask;
mod gather;
mod parent;
mod pin;
mod resolve;
pub mod row;
pub mod show;

pub use ask::Owners;
pub use row::{Depends, Locks, PackageManifest, Requires};

use cg_rules::FileId;

use super::relation::NONE;
use super::snapshot::Snapshot;
use crate::base::{Gap, GapKind, Position, Table};
use crate::language::World;
use crate::package::{DependencyKind, Ecosystem, name};
use gather::Read;
use pin::Pins;
use resolve::{EntryTarget, Inherited};

/// The declarations of a repository's manifests, before packages and names have ids.
#[derive(Default)]
pub struct RelatedPackages {
    manifests: Vec<(FileId, String, Option<String>, Ecosystem, bool)>,
    depends: Vec<Edge>,
    locks: Vec<Pinned>,
    /// By positions in `locks`: which needs which.
    requires: Vec<(usize, usize, DependencyKind)>,
    /// Gaps: the entries that could not be understood.
    pub gaps: Vec<Gap>,
}

struct Edge {
    file: FileId,
    key: String,
    name: String,
    requirement: String,
    /// A position in [`RelatedPackages::locks`].
    locked: Option<usize>,
    kind: DependencyKind,
    at: Position,
}

struct Pinned {
    file: FileId,
    key: String,
    name: String,
    version: String,
    at: Position,
}

/// Reads every manifest and relates them.
pub fn relate(world: &World<'_>) -> RelatedPackages {
    let all = gather::gather(world);
    let mut related = RelatedPackages::default();
    let above = Inherited::new(&all);
    let pins = Pins::new(&all);
    let starts = starts(&all);
    for (read, start) in all.iter().zip(&starts) {
        related.flaws(read);
        if !read.format.locks {
            let (key, is_package) = (read.key.clone(), read.said.is_package);
            related.manifests.push((read.file, read.name.clone(), key, read.format.ecosystem, is_package));
        }
        related.edges(read, &above, &|target| {
            let entries = pins.entries(read, target).into_iter();
            entries.map(|(lockfile, entry)| starts[lockfile] + entry).collect()
        });
        related.locked(read, *start);
    }
    related
}

impl RelatedPackages {
    fn flaws(&mut self, read: &Read<'_>) {
        let flaws = read.said.flaws.iter();
        self.gaps.extend(flaws.map(|flaw| gap(read, flaw.at, flaw.reason.clone())));
    }

    fn edges<'a>(&mut self, read: &'a Read<'a>, above: &Inherited<'a>, pin: &dyn Fn(&EntryTarget<'_>) -> Vec<usize>) {
        for entry in &read.said.dependencies {
            let targets = match above.targets(read, entry) {
                Ok(targets) => targets,
                Err(reason) => {
                    self.gaps.push(gap(read, entry.at, reason));
                    continue;
                }
            };
            for target in targets {
                let locked: Vec<Option<usize>> = pin(&target).into_iter().map(Some).collect();
                for locked in if locked.is_empty() { vec![None] } else { locked } {
                    self.depends.push(Edge {
                        file: read.file,
                        key: target.key.clone(),
                        name: target.name.to_string(),
                        requirement: target.requirement.to_string(),
                        locked,
                        kind: entry.kind,
                        at: entry.at,
                    });
                }
            }
        }
    }

    fn locked(&mut self, read: &Read<'_>, start: usize) {
        self.locks.extend(read.said.locked.iter().map(|locked| Pinned {
            file: read.file,
            key: name::key(read.format.ecosystem, &locked.name),
            name: locked.name.clone(),
            version: locked.version.clone(),
            at: locked.at,
        }));
        self.requires.extend(read.said.needs.iter().map(|need| (start + need.from, start + need.to, need.kind)));
    }

    /// The keys of all packages that are named.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let provided = self.manifests.iter().filter_map(|manifest| manifest.2.as_deref());
        let depended = self.depends.iter().map(|edge| edge.key.as_str());
        provided.chain(depended).chain(self.locks.iter().map(|pinned| pinned.key.as_str()))
    }

    /// The names and versions that manifests and lockfiles write.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.manifests.iter().map(|manifest| manifest.1.as_str());
        let asked = self.depends.iter().flat_map(|edge| [edge.name.as_str(), edge.requirement.as_str()]);
        own.chain(asked).chain(self.locks.iter().flat_map(|pinned| [pinned.name.as_str(), pinned.version.as_str()]))
    }

    /// Fills the tables, once the snapshot's packages hold all keys.
    pub fn enter(&self, facts: &mut Snapshot, id: &mut dyn FnMut(&str) -> u32) {
        let package = |key: &str| facts.package(key);
        let manifests = self.manifests.iter().map(|(file, name, key, ecosystem, is_package)| PackageManifest {
            file: *file,
            name: id(name),
            package: key.as_deref().and_then(package).map_or(NONE, |package| package.0),
            ecosystem: *ecosystem,
            is_package: *is_package,
        });
        let manifests = Table::sorted(manifests.collect::<Vec<_>>());
        let rows = self.locks.iter().map(|pinned| {
            let (name, version) = (id(&pinned.name), id(&pinned.version));
            Some(Locks { package: package(&pinned.key)?, file: pinned.file, at: pinned.at, name, version })
        });
        let rows: Vec<Option<Locks>> = rows.collect();
        let locks = Table::sorted(rows.iter().flatten().copied());
        // What was numbered in the order of the files, by its row of the table.
        let places: Vec<u32> = rows
            .iter()
            .map(|row| row.and_then(|row| locks.position(&row)).and_then(|at| u32::try_from(at).ok()).unwrap_or(NONE))
            .collect();
        let place = |at: usize| places.get(at).copied().unwrap_or(NONE);
        let depends = self.depends.iter().filter_map(|edge| {
            Some(Depends {
                package: package(&edge.key)?,
                file: edge.file,
                at: edge.at,
                kind: edge.kind,
                name: id(&edge.name),
                requirement: id(&edge.requirement),
                locked: edge.locked.map_or(NONE, place),
            })
        });
        let depends = Table::sorted(depends.collect::<Vec<_>>());
        let requires =
            self.requires.iter().map(|(from, to, kind)| Requires { from: place(*from), to: place(*to), kind: *kind });
        let tables = &mut facts.tables;
        (tables.manifests, tables.depends) = (manifests.into(), depends.into());
        (tables.locks, tables.requires) = (locks.into(), Table::sorted(requires).into());
    }
}

/// Where the entries of each file begin in one list of all of them.
fn starts(all: &[Read<'_>]) -> Vec<usize> {
    let mut next = 0;
    let starts = all.iter().map(|read| {
        next += read.said.locked.len();
        next - read.said.locked.len()
    });
    starts.collect()
}

fn gap(read: &Read<'_>, at: Position, detail: String) -> Gap {
    Gap { path: read.path.to_owned(), at, kind: GapKind::Config, detail }
}
