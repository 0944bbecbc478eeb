//! The files that git tracks, from its index: formats 2 to 4 as `gitformat-index` has them.

use std::cell::Cell;

use thiserror::Error;

/// The largest index that is read, in bytes: some two million files.
pub const MAX_BYTES: u64 = 256 * 1024 * 1024;
/// The most bytes that all paths of an index may have. Format 4 states only how a path differs from the one before.
const MAX_PATHS: usize = 512 * 1024 * 1024;
/// The bytes of an entry before the digest of its content.
const STAT: usize = 40;
/// The bits of an entry's mode that say what it is, and those of a regular file.
const KIND: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const REPOSITORY: u32 = 0o160_000;
/// So many repositories of others are looked at.
const MOST_REPOSITORIES: usize = 100;
/// The bit of an entry's flags that says that more flags follow.
const EXTENDED: u16 = 0x4000;
/// The bits of an entry's flags for the side of a conflict, and of its further flags for one that is only announced and
/// for one that is not checked out.
const STAGE: u16 = 0x3000;
const INTENT: u16 = 0x2000;
const AWAY: u16 = 0x4000;

/// The reason why an index says nothing.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum GitIndexError {
    /// The file has no such head.
    #[error("it is no index of git")]
    Head,
    /// The format is a newer one.
    #[error("its format {0} is not known")]
    Version(u32),
    /// An entry or extension breaks off, or the paths are not in order.
    #[error("it is damaged")]
    Damaged,
    /// Another file holds most of its entries.
    #[error("it is a split index, which is not read")]
    Split,
}

/// The paths of tracked files, in byte order, from the folder that the index is of.
#[derive(Debug, Default)]
pub struct Tracked {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// The first of the files that a sparse checkout leaves out, and how many there are.
    away: Option<(Vec<u8>, usize)>,
    /// The folders of other repositories.
    repositories: Vec<Vec<u8>>,
    /// Where the last search ended. A walk looks for paths in nearly their order.
    last: Cell<usize>,
}

impl Tracked {
    /// Reads an index. Which digests it has is not stated in it: they are those with which it ends where it must.
    pub fn read(bytes: &[u8]) -> Result<Self, GitIndexError> {
        match Self::of_digests(bytes, 20) {
            Err(GitIndexError::Damaged) => Self::of_digests(bytes, 32),
            done => done,
        }
    }

    fn of_digests(bytes: &[u8], n_digest: usize) -> Result<Self, GitIndexError> {
        let mut tracked = Self::default();
        git_entries(bytes, n_digest, &mut |entry| {
            if entry.is_file {
                tracked.enter(entry.path);
            }
            if entry.is_repository && tracked.repositories.len() < MOST_REPOSITORIES {
                tracked.repositories.push(entry.path.to_vec());
            }
            if entry.is_file && entry.is_away {
                tracked.away.get_or_insert_with(|| (entry.path.to_vec(), 0)).1 += 1;
            }
        })?;
        Ok(tracked)
    }

    /// Whether a file is tracked.
    pub fn holds(&self, path: &[u8]) -> bool {
        let at = self.first_from(path);
        at < self.ends.len() && self.path(at) == path
    }

    /// The first of the files that a sparse checkout leaves out, and how many there are.
    pub fn away(&self) -> Option<(&[u8], usize)> {
        self.away.as_ref().map(|(first, count)| (&first[..], *count))
    }

    /// The folders of other repositories, the first of them.
    pub fn repositories(&self) -> &[Vec<u8>] {
        &self.repositories
    }

    /// Whether a folder holds a tracked file.
    pub fn holds_below(&self, folder: &[u8]) -> bool {
        let prefix = [folder, b"/"].concat();
        let at = self.first_from(&prefix);
        at < self.ends.len() && self.path(at).starts_with(&prefix)
    }

    fn path(&self, at: usize) -> &[u8] {
        let first = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[first..self.ends[at]]
    }

    /// The first place whose path is not before another: looked for from where the last search ended, with steps that
    /// double until they have gone past it.
    fn first_from(&self, path: &[u8]) -> usize {
        let (near, mut step) = (self.last.get().min(self.ends.len()), 1);
        let (mut first, mut last) = (near + 1, self.ends.len());
        if near < last && self.path(near) < path {
            while first + step < last && self.path(first + step - 1) < path {
                (first, step) = (first + step, step * 2);
            }
            last = last.min(first + step);
        } else {
            last = near;
            while last > step && self.path(last - step) >= path {
                (last, step) = (last - step, step * 2);
            }
            first = last.saturating_sub(step);
        }
        while first < last {
            let middle = usize::midpoint(first, last);
            if self.path(middle) < path { first = middle + 1 } else { last = middle }
        }
        self.last.set(first);
        first
    }

    fn enter(&mut self, path: &[u8]) {
        self.bytes.extend_from_slice(path);
        self.ends.push(self.bytes.len());
    }
}

/// A file in an index, as `git add` left it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GitEntry<'b> {
    /// The path, from the folder that the index is of.
    pub path: &'b [u8],
    /// The id of its content.
    pub id: &'b [u8],
    /// Its size and the time of its last change in seconds and nanoseconds, when it was last compared: 32 bits of each.
    pub stat: [u32; 3],
    /// It is a regular file.
    pub is_file: bool,
    /// It is the folder of another repository.
    pub is_repository: bool,
    /// There is content: no conflict, and no mere intent to add it.
    pub is_settled: bool,
    /// A sparse checkout leaves the file out.
    pub is_away: bool,
}

/// The rest of an index.
struct Rest<'b>(&'b [u8]);

impl<'b> Rest<'b> {
    fn take(&mut self, n: usize) -> Result<&'b [u8], GitIndexError> {
        let (head, rest) = self.0.split_at_checked(n).ok_or(GitIndexError::Damaged)?;
        self.0 = rest;
        Ok(head)
    }

    fn word(&mut self) -> Result<u32, GitIndexError> {
        let bytes = self.take(4)?.try_into().map_err(|_| GitIndexError::Damaged)?;
        Ok(u32::from_be_bytes(bytes))
    }

    fn half(&mut self) -> Result<u16, GitIndexError> {
        let bytes = self.take(2)?.try_into().map_err(|_| GitIndexError::Damaged)?;
        Ok(u16::from_be_bytes(bytes))
    }

    /// Up to the next NUL, which is passed over.
    fn text(&mut self) -> Result<&'b [u8], GitIndexError> {
        let end = self.0.iter().position(|byte| *byte == 0).ok_or(GitIndexError::Damaged)?;
        let text = self.take(end)?;
        self.take(1)?;
        Ok(text)
    }

    /// A number as packs have their offsets: seven bits a byte, the highest first, each further byte counting one more.
    fn number(&mut self) -> Result<usize, GitIndexError> {
        let mut number: usize = 0;
        loop {
            let byte = usize::from(self.take(1)?[0]);
            number |= byte & 0x7f;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
            number = number.checked_add(1).and_then(|it| it.checked_mul(128)).ok_or(GitIndexError::Damaged)?;
        }
    }
}

/// Reads the entries of an index whose digests have so many bytes, in order.
pub fn git_entries(bytes: &[u8], n_digest: usize, each: &mut dyn FnMut(GitEntry<'_>)) -> Result<(), GitIndexError> {
    let body = bytes.len().checked_sub(n_digest).map(|end| &bytes[..end]).ok_or(GitIndexError::Head)?;
    let mut rest = Rest(body);
    if rest.take(4).map_err(|_| GitIndexError::Head)? != b"DIRC" {
        return Err(GitIndexError::Head);
    }
    let (version, n_entries) = (rest.word()?, rest.word()?);
    if !(2..=4).contains(&version) {
        return Err(GitIndexError::Version(version));
    }
    let mut n_paths = 0;
    let mut path: Vec<u8> = Vec::new();
    for _ in 0..n_entries {
        let before = rest.0.len();
        let mut stat = Rest(rest.take(STAT)?);
        let mut words = [0; STAT / 4];
        for word in &mut words {
            *word = stat.word()?;
        }
        let [_, _, seconds, nanoseconds, _, _, mode, _, _, size] = words;
        let id = rest.take(n_digest)?;
        let flags = rest.half()?;
        let more = if flags & EXTENDED == 0 { 0 } else { rest.half()? };
        let kept =
            if version == 4 { path.len().checked_sub(rest.number()?).ok_or(GitIndexError::Damaged)? } else { 0 };
        let end = rest.text()?;
        // Up to format 3 an entry is filled up with NULs to a multiple of eight bytes.
        let n_filled = if version < 4 { before.wrapping_sub(rest.0.len()).next_multiple_of(8) } else { 0 };
        rest.take(n_filled.saturating_sub(before - rest.0.len()))?;
        // The versions of a file that is in conflict stand under one path.
        let is_in_order = end >= &path[kept..];
        if !is_in_order || kept + end.len() == 0 || n_paths > MAX_PATHS {
            return Err(GitIndexError::Damaged);
        }
        path.truncate(kept);
        path.extend_from_slice(end);
        n_paths += path.len();
        each(GitEntry {
            path: &path,
            id,
            stat: [size, seconds, nanoseconds],
            is_file: mode & KIND == REGULAR,
            is_repository: mode & KIND == REPOSITORY,
            is_settled: flags & STAGE == 0 && more & INTENT == 0,
            is_away: more & AWAY != 0,
        });
    }
    while !rest.0.is_empty() {
        let name = rest.take(4)?;
        let size = rest.word()?;
        if name == b"link" {
            return Err(GitIndexError::Split);
        }
        rest.take(usize::try_from(size).map_err(|_| GitIndexError::Damaged)?)?;
    }
    Ok(())
}
