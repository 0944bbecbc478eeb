//! The door: files and folders beneath a root are opened here, and nothing else is. No link is followed, no pipe or
//! device is waited for, and no more is read than the limit.

mod entry;
#[cfg(any(not(unix), test))]
mod portable;
#[cfg(unix)]
mod unix;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

pub(super) use self::entry::beside;
pub use self::entry::{FileKind, Name, Refusal};
#[cfg(not(unix))]
use self::portable as system;
#[cfg(unix)]
use self::unix as system;
use super::entry::{Stat, is_exhausted};

/// The names in a folder, and the open folder that they are looked up in.
pub struct Folder {
    /// The names, as the system orders them.
    pub names: Vec<Name>,
    /// The error that cut the list short.
    pub cut: Option<io::Error>,
    open: system::Open,
}

impl Folder {
    /// The kind and the stat of a name of this folder, with no link followed.
    pub fn stat(&self, name: &Name) -> io::Result<(FileKind, Stat)> {
        system::stat(&self.open, &name.name)
    }
}

/// A root, beneath which files are opened by relative paths.
#[derive(Clone, Debug)]
pub struct Door {
    root: Arc<system::Root>,
    /// The system's error number since it had no more files to open; 0 as long as it had.
    exhausted: Arc<AtomicI32>,
}

impl Door {
    /// Opens a root. Links that lead to it are followed: its name is the user's.
    pub fn open(root: &Path) -> io::Result<Self> {
        Ok(Self { root: Arc::new(system::root(root)?), exhausted: Arc::default() })
    }

    /// Opens another root; where the system has no more files to open there, this door knows it as well.
    pub fn elsewhere(&self, root: &Path) -> io::Result<Self> {
        Ok(Self { root: Arc::new(system::root(root)?), exhausted: Arc::clone(&self.exhausted) })
    }

    /// Reads a regular file whole, if it has no more bytes than `limit`. The limit also holds for a file that grows.
    pub fn read(&self, path: &Path, limit: u64) -> Result<Vec<u8>, Refusal> {
        self.read_whole(path, limit).map(|(bytes, _)| bytes)
    }

    /// The same, with the stat of the file behind the last byte: where that is an earlier one, so are the bytes.
    pub fn read_whole(&self, path: &Path, limit: u64) -> Result<(Vec<u8>, Stat), Refusal> {
        let (file, stat) = self.file(path)?;
        if stat.size > limit {
            return Err(Refusal::TooLarge { limit });
        }
        let bytes = drain(&file, stat.size, limit)?;
        Ok((bytes, Stat::of(&file.metadata()?)))
    }

    /// Opens a regular file.
    pub fn file(&self, path: &Path) -> Result<(File, Stat), Refusal> {
        inside(path)?;
        let file = system::file(&self.root, path).inspect_err(|refusal| self.note(refusal))?;
        let metadata = file.metadata()?;
        if metadata.is_file() { Ok((file, Stat::of(&metadata))) } else { Err(Refusal::NotRegular) }
    }

    /// Reads the names of a folder; those of the root have the empty path.
    pub fn folder(&self, path: &Path) -> Result<Folder, Refusal> {
        inside(path)?;
        let (open, names, cut) = system::folder(&self.root, path).inspect_err(|refusal| self.note(refusal))?;
        Ok(Folder { names, cut, open })
    }

    /// The system's error where it once had no more files to open since the root was: files and folders are missing then.
    pub fn exhaustion(&self) -> Option<io::Error> {
        let code = self.exhausted.load(Ordering::Relaxed);
        (code != 0).then(|| io::Error::from_raw_os_error(code))
    }

    fn note(&self, refusal: &Refusal) {
        if let Refusal::Io(error) = refusal
            && is_exhausted(error)
        {
            self.exhausted.store(error.raw_os_error().unwrap_or_default(), Ordering::Relaxed);
        }
    }

    /// Writes a file whole or not at all. A link of that name is replaced and not followed; a folder, pipe or device
    /// is refused.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), Refusal> {
        inside(path)?;
        system::write(&self.root, path, bytes)
    }

    /// Makes a folder with those above it.
    pub fn make(&self, path: &Path) -> Result<(), Refusal> {
        inside(path)?;
        system::make(&self.root, path)
    }
}

/// Reads a file that the user names, if it has no more bytes than `limit`. It may be a link, a pipe or a device.
pub fn named(path: &Path, limit: u64) -> Result<Vec<u8>, Refusal> {
    within(head(path, limit.saturating_add(1))?, limit)
}

/// Reads the first bytes of a file that the user names.
pub fn head(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { take(file, metadata.len(), most) }
}

/// Reads to the end, if that comes before the limit. `size` is how much is expected.
pub fn drain(from: impl Read, size: u64, limit: u64) -> Result<Vec<u8>, Refusal> {
    within(take(from, size, limit.saturating_add(1))?, limit)
}

fn within(bytes: Vec<u8>, limit: u64) -> Result<Vec<u8>, Refusal> {
    if bytes.len() as u64 > limit { Err(Refusal::TooLarge { limit }) } else { Ok(bytes) }
}

/// Reads to the end, or `most` bytes.
fn take(mut from: impl Read, size: u64, most: u64) -> io::Result<Vec<u8>> {
    let whole = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
    // One byte more than is expected shows the end without another step.
    let mut bytes = vec![0; whole(size.saturating_add(1).min(most))];
    let mut n_read = 0;
    loop {
        if n_read == bytes.len() {
            bytes.resize(n_read.saturating_mul(2).max(LEAST).min(whole(most)), 0);
        }
        match from.read(bytes.get_mut(n_read..).unwrap_or_default()) {
            Ok(0) => break,
            Ok(more) => n_read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(n_read);
    Ok(bytes)
}

/// How much is read at once of what has no size.
const LEAST: usize = 8 * 1024;

/// Writes a file that lies in no repository, whole or not at all, by way of another beside it.
pub fn write_named(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (folder, name) = (path.parent().unwrap_or(Path::new("")), path.file_name().unwrap_or_default());
    beside(name, |beside| {
        let beside = folder.join(beside);
        let mut file = File::create_new(&beside)?;
        let written = io::Write::write_all(&mut file, bytes).and_then(|()| fs::rename(&beside, path));
        written.inspect_err(|_| {
            // What was begun is of no use; where even that stays, the error says why.
            let _ = fs::remove_file(&beside);
        })
    })
}

/// Refuses a path that could leave the root by its text alone.
fn inside(path: &Path) -> Result<(), Refusal> {
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    if is_inside { Ok(()) } else { Err(Refusal::Outside) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
