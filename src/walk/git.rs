//! The folders of git that a `.git` is or names, as far as they lie in the root.

use std::path::{Component, Path, PathBuf};

use super::door::{Door, FileKind, Refusal};

/// The longest file that names a folder of git, in bytes: no path that the system opens is longer.
const MAX_NAMING: u64 = 8192;

/// The folders of git for a worktree: its own, with its index, and the one that all worktrees share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GitFolders {
    /// The folder with the index and `HEAD`.
    pub own: PathBuf,
    /// The folder that the worktrees share; `None` where a submodule is alone in its own.
    pub common: Option<PathBuf>,
}

/// The folders of git that the `.git` of a folder is or names; `None` where it is neither a folder nor names one.
pub fn git_folders(root: &Path, door: &Door, folder: &Path, kind: FileKind) -> Result<Option<GitFolders>, Refusal> {
    match kind {
        FileKind::Folder => {
            let own = folder.join(".git");
            Ok(Some(GitFolders { common: Some(own.clone()), own }))
        }
        FileKind::Link => Err(Refusal::Link),
        FileKind::Other => Ok(None),
        FileKind::File | FileKind::Program => named(root, door, folder),
    }
}

/// The folders that a `.git` file leads to by way of `gitdir:` and `commondir`, as in a worktree. A submodule has no
/// `commondir`, and git reads no `info/exclude` there.
fn named(root: &Path, door: &Door, folder: &Path) -> Result<Option<GitFolders>, Refusal> {
    let Some(line) = first_line(door, &folder.join(".git"))? else { return Ok(None) };
    let Some(named) = line.strip_prefix("gitdir: ") else { return Ok(None) };
    let own = inside(root, folder, named)?;
    let common = first_line(door, &own.join("commondir"))?;
    let common = common.map(|line| inside(root, &own, &line)).transpose()?;
    Ok(Some(GitFolders { own, common }))
}

/// The first line of a small file; `None` where there is none.
fn first_line(door: &Door, file: &Path) -> Result<Option<String>, Refusal> {
    match door.read(file, MAX_NAMING) {
        Ok(bytes) => Ok(String::from_utf8(bytes).ok().and_then(|text| Some(text.lines().next()?.to_owned()))),
        Err(refusal) if refusal.is_absence() => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// The path from the root of what a line names from a folder. As no link is followed, `..` is the folder above.
fn inside(root: &Path, folder: &Path, named: &str) -> Result<PathBuf, Refusal> {
    let named = Path::new(named);
    let mut inside = if named.is_absolute() { PathBuf::new() } else { folder.to_owned() };
    let named = if named.is_absolute() { named.strip_prefix(root).ok() } else { Some(named) };
    for part in named.ok_or(Refusal::Outside)?.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if inside.pop() => {}
            Component::Normal(name) => inside.push(name),
            _ => return Err(Refusal::Outside),
        }
    }
    Ok(inside)
}
