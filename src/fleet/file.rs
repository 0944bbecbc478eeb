//! A fleet file, read in place: the list of its repositories, the index of keys, and the exports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::code::{Bytes, take_after};
use super::error::{Damage, FleetError};
use super::keys::Lookups;
use super::merge::maker;
use super::paged::{Paged, ReadError};
use super::part::{ExportBody, Wanted};
use crate::base::Digest;
use crate::facts::RepositoryExport;
use crate::walk::{NamedFile, ReadAt};

/// A repository of a fleet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FleetRepository {
    /// Its name.
    pub name: String,
    /// Its root, as the list had it.
    pub root: String,
    /// The digest of the state that was indexed.
    pub state: Digest,
    /// The place of its export.
    place: u64,
}

/// A fleet file.
pub struct Fleet {
    path: PathBuf,
    paged: Paged,
    /// The repositories, by name.
    pub repositories: Vec<FleetRepository>,
    /// The first key and the place of each block of the index, and the end of the last.
    blocks: Vec<(Vec<u8>, u64)>,
    end: u64,
}

/// The repositories that keys lead to, each with positions of packages.
pub type KeyPostings = BTreeMap<u32, BTreeSet<u32>>;

impl Fleet {
    /// Opens a fleet file.
    pub fn open(path: &Path) -> Result<Self, FleetError> {
        let file = NamedFile::at(path).map_err(|source| FleetError::Io { path: path.to_owned(), source })?;
        Self::over(Box::new(file), path)
    }

    /// The fleet in some bytes; the path is for messages.
    pub fn over(from: Box<dyn ReadAt>, path: &Path) -> Result<Self, FleetError> {
        let fault = |error| fault(path, error);
        let paged = Paged::open(from).map_err(fault)?;
        let n = usize::try_from(paged.length() - paged.directory).map_err(|_| fault(Damage::Number.into()))?;
        let bytes = paged.read(paged.directory, n).map_err(fault)?;
        let (repositories, blocks, end) = directory(&bytes).map_err(|damage| fault(damage.into()))?;
        Ok(Self { path: path.to_owned(), paged, repositories, blocks, end })
    }

    /// Reads all of the file, so that damage anywhere in it shows.
    pub fn verify(&self) -> Result<(), FleetError> {
        const STEP: usize = 1 << 20;
        let mut at = 0;
        while at < self.paged.length() {
            let n = usize::try_from(self.paged.length() - at).unwrap_or(STEP).min(STEP);
            self.paged.read(at, n).map_err(|error| self.fault(error))?;
            at += n as u64;
        }
        Ok(())
    }

    /// The error of a read that failed.
    pub(super) fn fault(&self, error: ReadError) -> FleetError {
        fault(&self.path, error)
    }

    /// The repositories and packages that some keys lead to, those below paths included.
    pub fn postings(&self, lookups: &Lookups) -> Result<KeyPostings, FleetError> {
        let mut found = KeyPostings::new();
        for key in &lookups.whole {
            self.scan(key, &mut |other| other == key, &mut |_, postings| merge(&mut found, postings))?;
        }
        for path in &lookups.below {
            let mut is_below = |key: &[u8]| {
                key.strip_prefix(path.as_slice()).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"."))
            };
            self.scan(path, &mut is_below, &mut |_, postings| merge(&mut found, postings))?;
        }
        Ok(found)
    }

    /// The package URLs that decide how a text is read, by the repositories that state them.
    pub fn stated(&self, lookups: &Lookups) -> Result<BTreeMap<u32, Vec<String>>, FleetError> {
        let mut found: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        let mut enter = |key: &[u8], postings: KeyPostings| {
            let text = String::from_utf8_lossy(key.get(1..).unwrap_or_default()).into_owned();
            postings.keys().for_each(|it| found.entry(*it).or_default().push(text.clone()));
        };
        for key in &lookups.stated {
            self.scan(key, &mut |other| other == key, &mut enter)?;
        }
        for start in &lookups.stated_below {
            self.scan(start, &mut |_| true, &mut enter)?;
        }
        Ok(found)
    }

    /// The rows of a repository that a question needs.
    pub fn part(&self, repository: u32, wanted: &Wanted) -> Result<RepositoryExport, FleetError> {
        let read = || -> Result<RepositoryExport, ReadError> { self.body(repository)?.part(&self.paged, wanted) };
        read().map_err(|error| self.fault(error))
    }

    /// The export of a repository, as it was merged.
    pub fn export(&self, repository: u32) -> Result<RepositoryExport, FleetError> {
        let read = || self.body(repository)?.whole(&self.paged);
        read().map_err(|error| self.fault(error))
    }

    /// The places where a repository declares a public name: package, file and line.
    pub fn symbols(&self, repository: u32, name: &str) -> Result<Vec<(String, String, u32)>, FleetError> {
        let read = || self.body(repository)?.symbols(&self.paged, name);
        read().map_err(|error| self.fault(error))
    }

    fn body(&self, repository: u32) -> Result<ExportBody, ReadError> {
        let row = self.repositories.get(repository as usize).ok_or(Damage::Number)?;
        ExportBody::open(&self.paged, row.place)
    }

    /// Calls a function with each key that begins as given and is wanted.
    fn scan(
        &self,
        start: &[u8],
        is_wanted: &mut dyn FnMut(&[u8]) -> bool,
        enter: &mut dyn FnMut(&[u8], KeyPostings),
    ) -> Result<(), FleetError> {
        let after = self.blocks.partition_point(|(first, _)| first.as_slice() <= start);
        for at in after.saturating_sub(1)..self.blocks.len() {
            let is_past =
                self.blocks.get(at).is_some_and(|(first, _)| first.as_slice() > start && !first.starts_with(start));
            if is_past || !self.scan_block(at, start, is_wanted, enter).map_err(|error| self.fault(error))? {
                break;
            }
        }
        Ok(())
    }

    /// Whether the next block may hold more.
    fn scan_block(
        &self,
        at: usize,
        start: &[u8],
        is_wanted: &mut dyn FnMut(&[u8]) -> bool,
        enter: &mut dyn FnMut(&[u8], KeyPostings),
    ) -> Result<bool, ReadError> {
        let place = self.blocks.get(at).map_or(self.end, |(_, place)| *place);
        let end = self.blocks.get(at + 1).map_or(self.end, |(_, place)| *place);
        let n = end.checked_sub(place).and_then(|n| usize::try_from(n).ok()).ok_or(Damage::Number)?;
        let bytes = self.paged.read(place, n)?;
        let (mut read, mut key) = (Bytes(&bytes), Vec::new());
        while !read.0.is_empty() {
            take_after(&mut read, &mut key)?;
            let (n, length) = (read.size()?, read.size()?);
            let mut list = Bytes(read.take(length)?);
            if !key.starts_with(start) {
                if key.as_slice() > start {
                    return Ok(false);
                }
                continue;
            }
            if is_wanted(&key) {
                enter(&key, postings(&mut list, n)?);
            }
        }
        Ok(true)
    }
}

fn fault(path: &Path, error: ReadError) -> FleetError {
    let path = path.to_owned();
    match error {
        ReadError::Io(source) => FleetError::Io { path, source },
        ReadError::Damage(damage) => FleetError::Damaged { path, damage },
    }
}

fn merge(found: &mut KeyPostings, postings: KeyPostings) {
    for (repository, packages) in postings {
        found.entry(repository).or_default().extend(packages);
    }
}

fn postings(read: &mut Bytes<'_>, n: usize) -> Result<KeyPostings, Damage> {
    let (mut found, mut repository) = (KeyPostings::new(), 0u32);
    for _ in 0..n {
        repository = repository.checked_add(read.id()?).ok_or(Damage::Number)?;
        let mut packages = BTreeSet::new();
        for _ in 0..read.size()? {
            packages.insert(read.id()?);
        }
        found.insert(repository, packages);
    }
    Ok(found)
}

type Directory = (Vec<FleetRepository>, Vec<(Vec<u8>, u64)>, u64);

fn directory(bytes: &[u8]) -> Result<Directory, Damage> {
    let mut read = Bytes(bytes);
    if read.take(32)? != maker().0 {
        return Err(Damage::Version);
    }
    let (n, length) = (read.size()?, read.size()?);
    let mut rows = Bytes(read.take(length)?);
    let mut repositories = Vec::new();
    for _ in 0..n {
        let (name, root) = (rows.text()?.to_owned(), rows.text()?.to_owned());
        let state = Digest(rows.take(32)?.try_into().map_err(|_| Damage::End)?);
        repositories.push(FleetRepository { name, root, state, place: rows.number()? });
    }
    let mut blocks = Vec::new();
    for _ in 0..read.size()? {
        let length = read.size()?;
        blocks.push((read.take(length)?.to_vec(), read.number()?));
    }
    Ok((repositories, blocks, read.number()?))
}
