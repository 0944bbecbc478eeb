//! The door by paths, where the system opens nothing by descriptors: each part of a path is looked at before it is used.

use std::ffi::OsStr;
use std::fs::{self, File, FileType};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::entry::{FileKind, Name, Refusal, beside};
use crate::walk::entry::Stat;

/// The path of a root.
pub type Root = PathBuf;
/// The path of a folder.
pub type Open = PathBuf;

#[cfg_attr(unix, allow(dead_code))] // the tests of its other half know the root
pub fn root(path: &Path) -> io::Result<Root> {
    let path = fs::canonicalize(path)?;
    fs::read_dir(&path)?;
    Ok(path)
}

pub fn file(root: &Root, path: &Path) -> Result<File, Refusal> {
    let full = beneath(root, path)?;
    // To open a pipe would be to wait for it.
    if !fs::symlink_metadata(&full)?.is_file() {
        return Err(Refusal::NotRegular);
    }
    Ok(File::open(full)?)
}

pub fn folder(root: &Root, path: &Path) -> Result<(Open, Vec<Name>, Option<io::Error>), Refusal> {
    let full = beneath(root, path)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(&full)? {
        let read = entry.and_then(|entry| Ok(Name { name: entry.file_name(), kind: kind(entry.file_type()?) }));
        match read {
            Ok(name) => names.push(name),
            Err(error) => return Ok((full, names, Some(error))),
        }
    }
    Ok((full, names, None))
}

pub fn stat(folder: &Open, name: &OsStr) -> io::Result<(FileKind, Stat)> {
    let metadata = fs::symlink_metadata(folder.join(name))?;
    Ok((kind(metadata.file_type()), Stat::of(&metadata)))
}

fn kind(kind: FileType) -> FileKind {
    match kind {
        kind if kind.is_symlink() => FileKind::Link,
        kind if kind.is_file() => FileKind::File,
        kind if kind.is_dir() => FileKind::Folder,
        _ => FileKind::Other,
    }
}

pub fn write(root: &Root, path: &Path, bytes: &[u8]) -> Result<(), Refusal> {
    let (Some(above), Some(name)) = (path.parent(), path.file_name()) else { return Err(Refusal::NotRegular) };
    let folder = beneath(root, above)?;
    let full = folder.join(name);
    let there = fs::symlink_metadata(&full).map(|it| kind(it.file_type()));
    if there.is_ok_and(|kind| matches!(kind, FileKind::Folder | FileKind::Other)) {
        return Err(Refusal::NotRegular);
    }
    beside(name, |beside| {
        let beside = folder.join(beside);
        let mut file = File::create_new(&beside)?;
        file.write_all(bytes).and_then(|()| fs::rename(&beside, &full)).inspect_err(|_| {
            // What was begun is of no use; where even that stays, the error says why.
            let _ = fs::remove_file(&beside);
        })
    })?;
    Ok(())
}

pub fn make(root: &Root, path: &Path) -> Result<(), Refusal> {
    let mut full = root.clone();
    for part in path.components() {
        full.push(part);
        match fs::create_dir(&full) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error.into()),
            _ => {}
        }
        if fs::symlink_metadata(&full)?.is_symlink() {
            return Err(Refusal::Link);
        }
    }
    Ok(())
}

/// The full path, if no part of it is a link.
fn beneath(root: &Root, path: &Path) -> Result<PathBuf, Refusal> {
    let mut full = root.clone();
    for part in path.components() {
        full.push(part);
        if fs::symlink_metadata(&full)?.is_symlink() {
            return Err(Refusal::Link);
        }
    }
    Ok(full)
}
