//! The door by descriptors: the kernel resolves a path beneath the root, or each of its parts is opened by itself.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::entry::{FileKind, Name, Refusal, beside};
use crate::walk::entry::Stat;

/// An open root.
pub type Root = OwnedFd;
/// An open folder.
pub type Open = Dir;

/// A pipe is not waited for, and a terminal is not taken.
const READ: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);
const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
/// A folder on the way to another need not be readable.
#[cfg(target_os = "linux")]
const WAY: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
#[cfg(not(target_os = "linux"))]
const WAY: OFlags = FOLDER;
const NEW: OFlags =
    OFlags::WRONLY.union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

pub fn root(path: &Path) -> io::Result<Root> {
    Ok(rustix::fs::open(path, FOLDER, Mode::empty())?)
}

pub fn file(root: &Root, path: &Path) -> Result<File, Refusal> {
    Ok(File::from(open(root.as_fd(), path, READ)?))
}

pub fn folder(root: &Root, path: &Path) -> Result<(Open, Vec<Name>, Option<io::Error>), Refusal> {
    let mut open = Dir::new(open(root.as_fd(), path, FOLDER)?).map_err(io::Error::from)?;
    let mut names = Vec::new();
    while let Some(entry) = open.read() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return Ok((open, names, Some(error.into()))),
        };
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if name == "." || name == ".." {
            continue;
        }
        let kind = match entry.file_type() {
            // Some file systems do not say it with the name. What is gone by now has no kind.
            FileType::Unknown => match stat(&open, name) {
                Ok((kind, _)) => kind,
                Err(_) => continue,
            },
            known => kind(known),
        };
        names.push(Name { name: name.to_owned(), kind });
    }
    Ok((open, names, None))
}

/// The bits of a mode by which somebody may run a file.
const RUN: rustix::fs::RawMode = 0o111;

pub fn stat(folder: &Open, name: &OsStr) -> io::Result<(FileKind, Stat)> {
    let stat = rustix::fs::statat(folder.fd()?, name, AtFlags::SYMLINK_NOFOLLOW)?;
    let kind = match kind(FileType::from_raw_mode(stat.st_mode)) {
        FileKind::File if stat.st_mode & RUN != 0 => FileKind::Program,
        kind => kind,
    };
    Ok((kind, Stat::of_raw(&stat)))
}

fn kind(kind: FileType) -> FileKind {
    match kind {
        FileType::RegularFile => FileKind::File,
        FileType::Directory => FileKind::Folder,
        FileType::Symlink => FileKind::Link,
        _ => FileKind::Other,
    }
}

pub fn write(root: &Root, path: &Path, bytes: &[u8]) -> Result<(), Refusal> {
    let (Some(above), Some(name)) = (path.parent(), path.file_name()) else { return Err(Refusal::NotRegular) };
    let folder = open(root.as_fd(), above, WAY)?;
    let there = rustix::fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW);
    if there.is_ok_and(|it| matches!(kind(FileType::from_raw_mode(it.st_mode)), FileKind::Folder | FileKind::Other)) {
        return Err(Refusal::NotRegular);
    }
    beside(name, |beside| {
        let mut file = File::from(rustix::fs::openat(&folder, beside, NEW, Mode::from_raw_mode(0o666))?);
        let written = file.write_all(bytes);
        let written = written.and_then(|()| Ok(rustix::fs::renameat(&folder, beside, &folder, name)?));
        written.inspect_err(|_| {
            // What was begun is of no use; where even that stays, the error says why.
            let _ = rustix::fs::unlinkat(&folder, beside, AtFlags::empty());
        })
    })?;
    Ok(())
}

pub fn make(root: &Root, path: &Path) -> Result<(), Refusal> {
    let mut at = open(root.as_fd(), Path::new(""), WAY)?;
    for part in path.components() {
        match rustix::fs::mkdirat(&at, part.as_os_str(), Mode::from_raw_mode(0o777)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(io::Error::from(error).into()),
        }
        at = step(at.as_fd(), part.as_os_str(), WAY)?;
    }
    Ok(())
}

/// Opens a path beneath a folder, with no link followed on the way.
fn open(root: BorrowedFd<'_>, path: &Path, flags: OFlags) -> Result<OwnedFd, Refusal> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::ResolveFlags;
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        match rustix::fs::openat2(root, path, flags, Mode::empty(), resolve) {
            // Kernels before 5.6 do not have the call, and filters that do not know it forbid it.
            Err(Errno::NOSYS | Errno::PERM | Errno::INVAL | Errno::AGAIN) => {}
            Ok(fd) => return Ok(fd),
            Err(error) => return Err(refusal(error)),
        }
    }
    by_parts(root, path, flags)
}

/// Opens a path part by part, each in the folder before it.
pub(super) fn by_parts(root: BorrowedFd<'_>, path: &Path, flags: OFlags) -> Result<OwnedFd, Refusal> {
    let mut parts = path.components().filter(|part| *part != Component::CurDir).peekable();
    let mut at: Option<OwnedFd> = None;
    while let Some(part) = parts.next() {
        let flags = if parts.peek().is_some() { WAY } else { flags };
        at = Some(step(at.as_ref().map_or(root, AsFd::as_fd), part.as_os_str(), flags)?);
    }
    match at {
        Some(at) => Ok(at),
        None => step(root, OsStr::new("."), flags),
    }
}

/// Opens one name of a folder.
fn step(folder: BorrowedFd<'_>, name: &OsStr, flags: OFlags) -> Result<OwnedFd, Refusal> {
    rustix::fs::openat(folder, name, flags | OFlags::NOFOLLOW, Mode::empty()).map_err(|error| {
        // A link where a folder is wanted is refused as what it is not.
        let stat = || rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW);
        let is_link =
            error == Errno::NOTDIR && stat().is_ok_and(|it| FileType::from_raw_mode(it.st_mode) == FileType::Symlink);
        if is_link { Refusal::Link } else { refusal(error) }
    })
}

fn refusal(error: Errno) -> Refusal {
    match error {
        // BSD says EMLINK.
        Errno::LOOP | Errno::MLINK => Refusal::Link,
        Errno::XDEV => Refusal::Outside,
        // A socket cannot be opened, nor can a device without its driver.
        Errno::NXIO | Errno::NODEV => Refusal::NotRegular,
        other => Refusal::Io(other.into()),
    }
}
