//! Which entry of a lockfile answers an entry of a manifest.

use rustc_hash::FxHashMap;

use super::gather::Read;
use super::resolve::{EntryTarget, named};
use crate::base::{TextPart, path};
use crate::package::{Ecosystem, ProjectClaim, name};

/// An entry of a lockfile: the position of the file among those that were read, and its own in the file.
pub type LockEntry = (usize, usize);

/// The claims of the lockfiles of one directory, by the key of what is claimed.
type Claims<'a> = FxHashMap<String, Vec<(&'a ProjectClaim, LockEntry)>>;

/// The lockfiles by ecosystem and directory, each with the claims on its entries by key.
pub struct Pins<'a> {
    all: &'a [Read<'a>],
    claims: FxHashMap<(Ecosystem, &'a str), Claims<'a>>,
}

impl<'a> Pins<'a> {
    /// Indexes the lockfiles.
    pub fn new(all: &'a [Read<'a>]) -> Self {
        let mut claims: FxHashMap<_, Claims<'_>> = FxHashMap::default();
        for (file, read) in all.iter().enumerate().filter(|(_, read)| read.format.locks) {
            let entries = claims.entry((read.format.ecosystem, path::parent(read.path))).or_default();
            for (claim, at) in &read.said.claims {
                let Some(locked) = read.said.locked.get(*at) else { continue };
                entries.entry(name::key(read.format.ecosystem, &locked.name)).or_default().push((claim, (file, *at)));
            }
        }
        Self { all, claims }
    }

    /// The entry of the nearest lockfile above for a package, as this manifest requires it: one entry, but for conditions.
    pub fn entries(&self, read: &Read<'_>, target: &EntryTarget<'_>) -> Vec<LockEntry> {
        self.claimed(read, target).unwrap_or_default()
    }

    fn claimed(&self, read: &Read<'_>, target: &EntryTarget<'_>) -> Option<Vec<LockEntry>> {
        let ecosystem = named(read);
        let (above, claims) = path::ancestors(read.path)
            .find_map(|directory| Some((directory, self.claims.get(&(ecosystem, directory))?)))?;
        let claims = claims.get(&target.key)?;
        let below = read.directory().part(above.len()..).trim_start_matches('/');
        let nearness = |claim: &ProjectClaim, entry: LockEntry| match claim {
            ProjectClaim::Member(name) => (*name == read.name).then_some(usize::MAX),
            ProjectClaim::Requirement(wanted) => (*wanted == target.requirement).then_some(0),
            ProjectClaim::Directory(directory) => {
                // What lies deeper may be no member of the lockfile; then it need not get what stands above.
                let is_meant = directory == below || self.may_answer(entry, &target.requirement);
                (target.alias.is_none() && is_meant && holds(directory, below)).then_some(directory.len())
            }
            ProjectClaim::Alias(directory, alias) => {
                (target.alias == Some(alias) && holds(directory, below)).then_some(directory.len())
            }
            ProjectClaim::Anyone | ProjectClaim::Branch(_) | ProjectClaim::Nobody => None,
        };
        let is_own = |claim: &ProjectClaim| match claim {
            ProjectClaim::Branch(name) => read.key.as_ref().is_some_and(|key| *key == name::key(ecosystem, name)),
            _ => false,
        };
        let branches: Vec<LockEntry> =
            claims.iter().filter(|(claim, _)| is_own(claim)).map(|(_, entry)| *entry).collect();
        if !branches.is_empty() {
            return Some(branches);
        }
        let nearest = claims.iter().filter_map(|(claim, entry)| nearness(claim, *entry)).max();
        if nearest.is_some() {
            let fitting =
                claims.iter().filter(|(claim, entry)| nearness(claim, *entry) == nearest).map(|(_, entry)| *entry);
            return self.single(&fitting.collect::<Vec<_>>(), &target.requirement).map(|entry| vec![entry]);
        }
        let open = claims.iter().filter(|(claim, _)| **claim == ProjectClaim::Anyone).map(|(_, entry)| *entry);
        self.single(&open.collect::<Vec<_>>(), &target.requirement).map(|entry| vec![entry])
    }

    /// The first of some entries, if they are of one version; else of those that a plain requirement allows.
    fn single(&self, entries: &[LockEntry], requirement: &str) -> Option<LockEntry> {
        let is_one =
            |entries: &[LockEntry]| entries.windows(2).all(|pair| self.version(pair[0]) == self.version(pair[1]));
        if is_one(entries) {
            return entries.first().copied();
        }
        let allowed =
            |entry: &LockEntry| self.version(*entry).is_some_and(|version| is_compatible(requirement, version));
        let allowed: Vec<LockEntry> = entries.iter().copied().filter(allowed).collect();
        is_one(&allowed).then(|| allowed.first().copied()).flatten()
    }

    /// Whether an entry may be what a requirement asks for: whatever is no plain one may be answered by any.
    fn may_answer(&self, entry: LockEntry, requirement: &str) -> bool {
        let plain = requirement.trim_start_matches(['^', '~', '=', 'v']);
        let is_plain =
            plain.starts_with(|letter: char| letter.is_ascii_digit()) && !plain.contains([' ', '|', ',', 'x', '*']);
        !is_plain || self.version(entry).is_some_and(|version| is_compatible(plain, version))
    }

    fn version(&self, (file, at): LockEntry) -> Option<&'a str> {
        Some(&self.all.get(file)?.said.locked.get(at)?.version)
    }
}

/// Whether a version agrees with a plain requirement (`1`, `^1.2`, `~0.3`) in its first number that is not zero.
fn is_compatible(requirement: &str, version: &str) -> bool {
    let plain = requirement.trim_start_matches(['^', '~', '=', 'v', ' ']);
    let mut numbers = plain.split('.').zip(version.trim_start_matches('v').split('.'));
    numbers.find(|(wanted, _)| *wanted != "0").is_some_and(|(wanted, given)| wanted == given)
}

/// Whether a directory is another or lies in it.
fn holds(directory: &str, below: &str) -> bool {
    let rest = below.strip_prefix(directory);
    directory.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
