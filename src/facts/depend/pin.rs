//! Which version a lockfile has for an entry of a manifest.

use rustc_hash::FxHashMap;

use super::gather::Read;
use crate::base::path;
use crate::package::{Claim, Ecosystem, Locked, name};

/// The lockfiles by ecosystem and directory, each with its entries by key.
pub struct Pins<'a> {
    locks: FxHashMap<(Ecosystem, &'a str), FxHashMap<String, Vec<&'a Locked>>>,
}

impl<'a> Pins<'a> {
    /// Indexes the lockfiles.
    pub fn new(all: &'a [Read<'a>]) -> Self {
        let mut locks: FxHashMap<_, FxHashMap<String, Vec<&Locked>>> = FxHashMap::default();
        for read in all.iter().filter(|read| read.format.locks) {
            let entries = locks.entry((read.format.ecosystem, path::parent(read.path))).or_default();
            for locked in &read.said.locked {
                entries.entry(name::key(read.format.ecosystem, &locked.name)).or_default().push(locked);
            }
        }
        Self { locks }
    }

    /// The version that the nearest lockfile above has for a package, as this manifest requires it.
    pub fn version(&self, read: &Read<'_>, key: &str, requirement: &str) -> Option<&'a str> {
        let ecosystem = read.format.ecosystem;
        let (above, entries) = path::ancestors(read.path)
            .find_map(|directory| Some((directory, self.locks.get(&(ecosystem, directory))?)))?;
        let entries = entries.get(key)?;
        let below = read.directory()[above.len()..].trim_start_matches('/');
        let fit = |locked: &&&Locked| match &locked.claim {
            Claim::Requirement(wanted) => wanted == requirement,
            Claim::Member(name) => *name == read.name,
            Claim::Directory(directory) => holds(directory, below),
            Claim::Anyone | Claim::Nobody => false,
        };
        let nearness = |locked: &&&Locked| match &locked.claim {
            Claim::Directory(directory) => directory.len(),
            _ => 0,
        };
        if let Some(locked) = entries.iter().filter(fit).max_by_key(nearness) {
            return Some(&locked.version);
        }
        let mut open = entries.iter().filter(|locked| locked.claim == Claim::Anyone).map(|locked| &*locked.version);
        let first = open.next()?;
        open.all(|version| version == first).then_some(first)
    }
}

/// Whether a directory is another or lies in it.
fn holds(directory: &str, below: &str) -> bool {
    let rest = below.strip_prefix(directory);
    directory.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
