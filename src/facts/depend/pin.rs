//! Which entry of a lockfile answers an entry of a manifest.

use rustc_hash::FxHashMap;

use super::gather::Read;
use super::resolve::{Target, named};
use crate::base::path;
use crate::package::{Claim, Ecosystem, name};

/// An entry of a lockfile: the position of the file among those that were read, and its own in the file.
pub type Entry = (usize, usize);

/// The lockfiles by ecosystem and directory, each with the claims on its entries by key.
pub struct Pins<'a> {
    all: &'a [Read<'a>],
    claims: FxHashMap<(Ecosystem, &'a str), FxHashMap<String, Vec<(&'a Claim, Entry)>>>,
}

impl<'a> Pins<'a> {
    /// Indexes the lockfiles.
    pub fn new(all: &'a [Read<'a>]) -> Self {
        let mut claims: FxHashMap<_, FxHashMap<String, Vec<(&Claim, Entry)>>> = FxHashMap::default();
        for (file, read) in all.iter().enumerate().filter(|(_, read)| read.format.locks) {
            let entries = claims.entry((read.format.ecosystem, path::parent(read.path))).or_default();
            for (claim, at) in &read.said.claims {
                let Some(locked) = read.said.locked.get(*at) else { continue };
                entries.entry(name::key(read.format.ecosystem, &locked.name)).or_default().push((claim, (file, *at)));
            }
        }
        Self { all, claims }
    }

    /// What the nearest lockfile above has for a package, as this manifest requires it.
    pub fn entry(&self, read: &Read<'_>, target: &Target<'_>) -> Option<Entry> {
        let ecosystem = named(read);
        let (above, claims) = path::ancestors(read.path)
            .find_map(|directory| Some((directory, self.claims.get(&(ecosystem, directory))?)))?;
        let claims = claims.get(&target.key)?;
        let below = read.directory()[above.len()..].trim_start_matches('/');
        let nearness = |claim: &Claim| match claim {
            Claim::Requirement(wanted) => (wanted == target.requirement).then_some(0),
            Claim::Member(name) => (*name == read.name).then_some(0),
            Claim::Directory(directory) => holds(directory, below).then_some(directory.len()),
            Claim::Alias(directory, alias) => {
                (Some(&**alias) == target.alias && holds(directory, below)).then_some(1 + directory.len())
            }
            Claim::Anyone | Claim::Nobody => None,
        };
        let fitting = claims.iter().filter_map(|(claim, entry)| Some((nearness(claim)?, *entry)));
        if let Some((_, entry)) = fitting.max_by_key(|(nearness, _)| *nearness) {
            return Some(entry);
        }
        let mut open = claims.iter().filter(|(claim, _)| **claim == Claim::Anyone).map(|(_, entry)| *entry);
        let first = open.next()?;
        open.all(|entry| self.version(entry) == self.version(first)).then_some(first)
    }

    fn version(&self, (file, at): Entry) -> Option<&'a str> {
        Some(&self.all.get(file)?.said.locked.get(at)?.version)
    }
}

/// Whether a directory is another or lies in it.
fn holds(directory: &str, below: &str) -> bool {
    let rest = below.strip_prefix(directory);
    directory.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
