//! Where a history begins: `HEAD`, the reference that it names, and the boundary of a shallow clone.

use std::path::{Component, Path, PathBuf};

use rustc_hash::FxHashSet;
use thiserror::Error;

use super::log::CommitName;
use crate::base::{Digest, Digester};
use crate::walk::{Door, GitFolders, OuterGit, Refusal, git_folders, outer_git};

/// The largest list of packed references that is read, in bytes: some hundred thousand.
const MAX_PACKED: u64 = 64 * 1024 * 1024;
/// The largest file with one reference, in bytes, and the most references that lead to each other.
const MAX_REFERENCE: u64 = 8192;
const MAX_STEPS: usize = 5;

/// The reason why there is no history.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Off {
    /// The root is none of a git repository.
    #[error("this folder has no `.git`")]
    NoGit,
    /// The door does not open it.
    #[error("`{path}`: {why}")]
    Closed {
        /// The file or folder.
        path: String,
        /// Why not.
        why: String,
    },
    /// `HEAD` names no commit.
    #[error("`HEAD` names no commit")]
    NoCommit,
    /// The references are kept in a form that is not read.
    #[error("its references are in a reftable, which is not read")]
    Reftable,
    /// The ids of its objects are SHA-256.
    #[error("its objects are named by SHA-256, which is not read")]
    Sha256,
    /// The newest commit lies in the objects of another repository.
    #[error("its objects are in another repository (`objects/info/alternates`), which is not read")]
    Alternates,
    /// A fault of this program.
    #[error("{0}")]
    Panic(String),
}

impl Off {
    pub(super) fn closed(path: &Path, refusal: &Refusal) -> Self {
        Self::Closed { path: path.to_string_lossy().into_owned(), why: refusal.to_string() }
    }
}

/// The begin and the boundary of a history, and the folder of its objects.
#[derive(Clone, Debug)]
pub struct Head {
    /// The newest commit.
    pub name: CommitName,
    /// The commits whose parents a shallow clone leaves out.
    pub shallow: FxHashSet<CommitName>,
    /// The folder below which those of git lie: the root, or the folder of git where it lies outside.
    pub root: PathBuf,
    /// The same, open.
    pub door: Door,
    /// The folder of objects.
    pub objects: PathBuf,
    /// The folder of this worktree with `HEAD` and the index.
    pub own: PathBuf,
    /// The folder with the references of all worktrees.
    pub common: PathBuf,
}

/// Finds the head of the repository at a root.
pub fn head(root: &Path, door: &Door) -> Result<Head, Off> {
    let OuterGit { root, door, folders } = place(root, door)?;
    let GitFolders { own, common } = folders;
    let common = common.unwrap_or_else(|| own.clone());
    if door.folder(&common.join("reftable")).is_ok() {
        return Err(Off::Reftable);
    }
    let name = named(&door, &own.join("HEAD"), &common)?.ok_or(Off::NoCommit)?;
    let shallow = text(&door, &common.join("shallow"), MAX_PACKED)?.unwrap_or_default();
    let shallow = shallow.lines().filter_map(|line| name_of(line).ok()).collect();
    Ok(Head { name, shallow, root, door, objects: common.join("objects"), own, common })
}

/// The folders of git, in the root or outside of it.
fn place(root: &Path, door: &Door) -> Result<OuterGit, Off> {
    let git = Path::new(".git");
    let folder = door.folder(Path::new("")).map_err(|refusal| Off::closed(git, &refusal))?;
    let kind = folder.names.iter().find(|name| name.name == ".git").map(|name| name.kind).ok_or(Off::NoGit)?;
    match git_folders(root, door, Path::new(""), kind) {
        Ok(Some(folders)) => Ok(OuterGit { root: root.to_owned(), door: door.clone(), folders }),
        Ok(None) => Err(Off::NoGit),
        Err(refusal) => outer_git(root, door).ok_or_else(|| Off::closed(git, &refusal)),
    }
}

/// A digest of where a history begins and where a shallow clone ends it, or of why there is none.
pub fn identity(root: &Path, door: &Door) -> Digest {
    let mut digester = Digester::new("history");
    match head(root, door) {
        Ok(head) => {
            let mut shallow: Vec<&CommitName> = head.shallow.iter().collect();
            shallow.sort_unstable();
            digester.part(&head.name.0);
            shallow.into_iter().for_each(|commit| {
                digester.part(&commit.0);
            });
        }
        Err(off) => {
            digester.part(off.to_string().as_bytes());
        }
    }
    digester.finish()
}

/// The object that a file such as `HEAD` leads to; `None` where there is no such file.
fn named(door: &Door, file: &Path, common: &Path) -> Result<Option<CommitName>, Off> {
    let Some(line) = first_line(door, file)? else { return Ok(None) };
    followed(door, line, common).map(Some)
}

/// The object that a reference leads to: `refs/…`, or a name beside `HEAD`; `None` where there is none.
pub fn reference(head: &Head, name: &str) -> Result<Option<CommitName>, Off> {
    let door = &head.door;
    if !name.starts_with("refs/") {
        return named(door, &head.own.join(name), &head.common);
    }
    if !is_plain(name) {
        return Ok(None);
    }
    let line = match first_line(door, &head.common.join(name))? {
        Some(line) => Some(line),
        None => packed(door, &head.common, name)?,
    };
    line.map(|line| followed(door, line, &head.common)).transpose()
}

/// The object that the line of a reference leads to.
fn followed(door: &Door, mut line: String, common: &Path) -> Result<CommitName, Off> {
    for _ in 0..MAX_STEPS {
        let Some(reference) = line.strip_prefix("ref: ").map(str::to_owned) else { return name_of(&line) };
        if !is_plain(&reference) {
            return Err(Off::NoCommit);
        }
        line = match first_line(door, &common.join(&reference))? {
            Some(line) => line,
            None => packed(door, common, &reference)?.ok_or(Off::NoCommit)?,
        };
    }
    Err(Off::NoCommit)
}

/// Whether a reference is a path below the folder of git.
fn is_plain(reference: &str) -> bool {
    reference.starts_with("refs/") && Path::new(reference).components().all(|it| matches!(it, Component::Normal(_)))
}

fn packed(door: &Door, common: &Path, reference: &str) -> Result<Option<String>, Off> {
    let all = text(door, &common.join("packed-refs"), MAX_PACKED)?.unwrap_or_default();
    let found = all.lines().filter_map(|line| line.split_once(' ')).find(|(_, name)| *name == reference);
    Ok(found.map(|(id, _)| id.to_owned()))
}

fn name_of(line: &str) -> Result<CommitName, Off> {
    let line = line.trim();
    match gix_hash::ObjectId::from_hex(line.as_bytes()) {
        Ok(id) => Ok(CommitName::of(&id)),
        Err(_) if line.len() == 64 && line.bytes().all(|it| it.is_ascii_hexdigit()) => Err(Off::Sha256),
        Err(_) => Err(Off::NoCommit),
    }
}

fn first_line(door: &Door, file: &Path) -> Result<Option<String>, Off> {
    Ok(text(door, file, MAX_REFERENCE)?.and_then(|text| text.lines().next().map(|line| line.trim_end().to_owned())))
}

/// The text of a file; `None` where there is none.
fn text(door: &Door, file: &Path, limit: u64) -> Result<Option<String>, Off> {
    match door.read(file, limit) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(refusal) if refusal.is_absence() => Ok(None),
        // A branch `a/b` where there is a folder of that name is packed.
        Err(Refusal::NotRegular) if door.folder(file).is_ok_and(|it| it.cut.is_none()) => Ok(None),
        Err(refusal) => Err(Off::closed(file, &refusal)),
    }
}
