//! A fleet file, read in place: the list of its repositories, the index of keys, and the exports.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::code::{Bytes, take_after};
use super::error::{Damage, FleetError};
use super::keys::Lookups;
use super::merge::maker;
use super::paged::{Paged, ReadError};
use super::part::ExportBody;
use super::postings::{KeyList, KeyPostings};
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
    /// How many facts of an answer about types are kept in memory, where it has no cap.
    pub(super) most_kept: usize,
}

/// The most facts of an answer about types that are kept in memory.
const KEPT: usize = 20_000;

/// A package URL, and the repositories that state it, sorted.
pub type StatedKey = (String, Vec<u32>);
/// Takes what a key leads to.
type Enter<'e> = &'e mut dyn FnMut(&[u8], &mut KeyList<'_>) -> Result<(), Damage>;

/// Which keys are meant by one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keys {
    /// The key itself.
    One,
    /// All that begin so.
    Below,
}

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
        Ok(Self { path: path.to_owned(), paged, repositories, blocks, end, most_kept: KEPT })
    }

    /// The same, which keeps so many facts of an answer about types in memory; what is more is answered twice.
    pub fn keeping(self, most_kept: usize) -> Self {
        Self { most_kept, ..self }
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
        let mut found = KeyPostings::default();
        let mut enter = |_: &[u8], list: &mut KeyList<'_>| found.take(list);
        for key in &lookups.whole {
            self.scan(key, Keys::One, &mut enter)?;
        }
        found.extend(self.below(&lookups.below)?);
        for (key, paths) in &lookups.where_stated {
            found.extend(self.among(key, &|| self.below(paths))?);
        }
        found.close();
        Ok(found)
    }

    /// Where some paths lead, and those below them.
    fn below(&self, paths: &BTreeSet<Vec<u8>>) -> Result<KeyPostings, FleetError> {
        let mut found = KeyPostings::default();
        let mut enter = |_: &[u8], list: &mut KeyList<'_>| found.take(list);
        for path in paths {
            self.scan(path, Keys::One, &mut enter)?;
            self.scan(&[path, &b"."[..]].concat(), Keys::Below, &mut enter)?;
        }
        Ok(found)
    }

    /// Postings, so far as a key leads to the same repositories; where it leads to none they are not read.
    fn among(&self, key: &[u8], read: &dyn Fn() -> Result<KeyPostings, FleetError>) -> Result<KeyPostings, FleetError> {
        let mut having = KeyPostings::default();
        self.scan(key, Keys::One, &mut |_, list| having.take(list))?;
        if having.is_empty() {
            return Ok(having);
        }
        let mut found = read()?;
        found.keep(&having);
        Ok(found)
    }

    /// How many repositories a key leads to.
    pub fn count(&self, key: &[u8]) -> Result<usize, FleetError> {
        let mut count = 0;
        self.scan(key, Keys::One, &mut |_, list| {
            count = list.n;
            Ok(())
        })?;
        Ok(count)
    }

    /// The package URLs that decide how a text is read, each with the repositories that state it.
    pub fn stated(&self, lookups: &Lookups) -> Result<Vec<StatedKey>, FleetError> {
        let mut found = Vec::new();
        let mut enter = |key: &[u8], list: &mut KeyList<'_>| {
            let mut postings = KeyPostings::default();
            postings.take(list)?;
            let key = String::from_utf8_lossy(key.get(1..).unwrap_or_default()).into_owned();
            found.push((key, postings.repositories().map(|(repository, _)| repository).collect()));
            Ok(())
        };
        for key in &lookups.stated {
            self.scan(key, Keys::One, &mut enter)?;
        }
        for start in &lookups.stated_below {
            self.scan(start, Keys::Below, &mut enter)?;
        }
        Ok(found)
    }

    /// The export of a repository at its place, to read parts of it.
    pub(super) fn read<T>(
        &self,
        repository: u32,
        read: impl FnOnce(&ExportBody, &Paged) -> Result<T, ReadError>,
    ) -> Result<T, FleetError> {
        let opened = self.body(repository).and_then(|body| read(&body, &self.paged));
        opened.map_err(|error| self.fault(error))
    }

    /// The export of a repository, as it was merged.
    pub fn export(&self, repository: u32) -> Result<RepositoryExport, FleetError> {
        self.read(repository, |body, paged| body.whole(paged))
    }

    /// The places where a repository declares a public name: package, file and line.
    pub fn symbols(&self, repository: u32, name: &str) -> Result<Vec<(String, String, u32)>, FleetError> {
        self.read(repository, |body, paged| body.symbols(paged, name))
    }

    fn body(&self, repository: u32) -> Result<ExportBody, ReadError> {
        let row = self.repositories.get(repository as usize).ok_or(Damage::Number)?;
        ExportBody::open(&self.paged, row.place)
    }

    /// Calls a function with the key, or with each that begins so, and what it leads to.
    fn scan(&self, start: &[u8], keys: Keys, enter: Enter<'_>) -> Result<(), FleetError> {
        let after = self.blocks.partition_point(|(first, _)| first.as_slice() <= start);
        for at in after.saturating_sub(1)..self.blocks.len() {
            let is_past = self
                .blocks
                .get(at)
                .is_some_and(|(first, _)| first.as_slice() > start && (keys == Keys::One || !first.starts_with(start)));
            if is_past || !self.scan_block(at, start, keys, enter).map_err(|error| self.fault(error))? {
                break;
            }
        }
        Ok(())
    }

    /// Whether the next block may hold more.
    fn scan_block(&self, at: usize, start: &[u8], keys: Keys, enter: Enter<'_>) -> Result<bool, ReadError> {
        let place = self.blocks.get(at).map_or(self.end, |(_, place)| *place);
        let end = self.blocks.get(at + 1).map_or(self.end, |(_, place)| *place);
        let n = end.checked_sub(place).and_then(|n| usize::try_from(n).ok()).ok_or(Damage::Number)?;
        let bytes = self.paged.read(place, n)?;
        let (mut read, mut key) = (Bytes(&bytes), Vec::new());
        while !read.0.is_empty() {
            take_after(&mut read, &mut key)?;
            let (n, length) = (read.size()?, read.size()?);
            let list = Bytes(read.take(length)?);
            if key.as_slice() < start {
                continue;
            }
            let is_wanted = if keys == Keys::One { key == start } else { key.starts_with(start) };
            if !is_wanted {
                return Ok(false);
            }
            enter(&key, &mut KeyList { n, list })?;
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
