//! The walk: gitignore, `.ignore` and `.cgbundleignore` are honoured, links out of the root are not followed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use ignore::{DirEntry, WalkBuilder, WalkState};
use thiserror::Error;

use super::attributes;
use super::entry::{Entry, Stat, is_exhausted};
use super::secret::is_secret;
use crate::base::{Gap, GapKind, Position};

/// Folders that are never part of the source, whatever the ignore files say.
const NEVER: &[&str] = &[".git", ".hg", ".svn", ".jj", ".cg-bundle", "node_modules", "__pycache__"];

/// The root cannot be walked.
#[derive(Debug, Error)]
pub enum WalkError {
    /// The root does not exist or cannot be opened.
    #[error("cannot read the repository `{}`", root.display())]
    Root {
        /// The root as given.
        root: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The root is a file.
    #[error("the repository `{}` is not a directory", root.display())]
    NotADirectory {
        /// The root as given.
        root: PathBuf,
    },
    /// The system has no more files to open.
    #[error("cannot walk the repository")]
    Exhausted {
        /// The error of the system.
        source: io::Error,
    },
}

/// The files of a repository, sorted bytewise by path.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The root, canonical.
    pub root: PathBuf,
    /// The files.
    pub files: Vec<Entry>,
    /// What was left out because it could not be read or named.
    pub gaps: Vec<Gap>,
    /// How many paths were left out because they look like secrets.
    pub n_secret: usize,
}

/// One thing that the walk came upon.
enum Found {
    File(Entry),
    Gap(Gap),
    Secret,
    Exhausted(io::Error),
}

/// Walks a repository. The answer does not depend on the order in which its folders are read.
pub fn walk(root: &Path) -> Result<Tree, WalkError> {
    let given = root.to_owned();
    let root = fs::canonicalize(root).map_err(|source| WalkError::Root { root: given.clone(), source })?;
    if !root.is_dir() {
        return Err(WalkError::NotADirectory { root: given });
    }
    let found = Mutex::new(Vec::new());
    builder(&root).build_parallel().run(|| {
        let mut local = Collected { into: &found, found: Vec::new() };
        let root = &root;
        Box::new(move |entry| {
            local.found.extend(look(root, entry));
            WalkState::Continue
        })
    });
    let found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    tree(root, found)
}

fn builder(root: &Path) -> WalkBuilder {
    let mut builder = WalkBuilder::new(root);
    builder
        .hidden(false)
        .parents(false)
        .git_global(false)
        .require_git(false)
        .follow_links(false)
        .add_custom_ignore_filename(".cgbundleignore")
        .filter_entry(|entry| !(entry.depth() > 0 && is_never(entry)))
        // One thread: directories lie in the system's cache, where a second one costs more in waking than it reads.
        .threads(1);
    builder
}

fn is_never(entry: &DirEntry) -> bool {
    let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
    let Some(name) = entry.file_name().to_str() else { return false };
    // A worktree's `.git` is a file. The stamp of an index is written by this program, and says nothing of its own.
    (is_directory || name == ".git") && NEVER.contains(&name) || name.contains(".scip") && name.ends_with(".stamp.json")
}

/// What one thread found; handed over when the thread ends.
struct Collected<'a> {
    into: &'a Mutex<Vec<Found>>,
    found: Vec<Found>,
}

impl Drop for Collected<'_> {
    fn drop(&mut self) {
        let mut all = self.into.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        all.append(&mut self.found);
    }
}

fn look(root: &Path, entry: Result<DirEntry, ignore::Error>) -> Option<Found> {
    let entry = match entry {
        Ok(entry) => entry,
        Err(error) => return Some(exhausted(&error).unwrap_or_else(|| Found::Gap(unreadable(root, &error)))),
    };
    // An ignore file that could not be opened would let in what it leaves out.
    if let Some(exhausted) = entry.error().and_then(exhausted) {
        return Some(exhausted);
    }
    let kind = entry.file_type()?;
    if kind.is_dir() {
        return None;
    }
    let Some(path) = relative(root, entry.path()) else {
        let path = entry.path().strip_prefix(root).unwrap_or(entry.path()).to_string_lossy().into_owned();
        return Some(Found::Gap(gap(path, GapKind::Name, "the name is not UTF-8")));
    };
    if path.contains(char::is_control) {
        return Some(Found::Gap(gap(
            path.escape_default().to_string(),
            GapKind::Name,
            "the name holds a control character",
        )));
    }
    if is_secret(&path) {
        return Some(Found::Secret);
    }
    if kind.is_symlink() {
        return link(root, &entry, path);
    }
    if !kind.is_file() {
        return None;
    }
    match entry.metadata() {
        Ok(metadata) => Some(Found::File(Entry { path: path.into(), stat: Stat::of(&metadata) })),
        Err(error) => Some(Found::Gap(gap(path, GapKind::Unreadable, &error.to_string()))),
    }
}

/// A link to a file inside the root is that file once more, so it is left out silently; one that leads outside, or
/// nowhere, is a gap.
fn link(root: &Path, entry: &DirEntry, path: String) -> Option<Found> {
    match fs::canonicalize(entry.path()) {
        Ok(target) if target.starts_with(root) => None,
        Ok(_) => Some(Found::Gap(gap(path, GapKind::Link, "the link leads outside the repository"))),
        Err(_) => Some(Found::Gap(gap(path, GapKind::Link, "the link leads nowhere"))),
    }
}

/// The path inside the root; `None` where it is not UTF-8.
fn relative(root: &Path, file: &Path) -> Option<String> {
    let inside = file.as_os_str().as_encoded_bytes().get(root.as_os_str().len()..)?;
    let inside = std::str::from_utf8(inside).ok()?.trim_start_matches(std::path::MAIN_SEPARATOR);
    Some(if cfg!(windows) { inside.replace('\\', "/") } else { inside.to_owned() })
}

fn gap(path: String, kind: GapKind, detail: &str) -> Gap {
    Gap { path, at: Position::default(), kind, detail: detail.to_owned() }
}

/// The system's word for it, without the absolute path that the walk puts before it.
fn unreadable(root: &Path, error: &ignore::Error) -> Gap {
    let path = place(error).and_then(|path| relative(root, path));
    let detail =
        error.io_error().map_or_else(|| "an ignore rule cannot be read".to_owned(), |error| error.kind().to_string());
    gap(path.unwrap_or_default(), GapKind::Unreadable, &detail)
}

/// An error of a system that has no more files to open.
fn exhausted(error: &ignore::Error) -> Option<Found> {
    match error {
        ignore::Error::WithPath { err, .. }
        | ignore::Error::WithDepth { err, .. }
        | ignore::Error::WithLineNumber { err, .. } => exhausted(err),
        ignore::Error::Partial(errors) => errors.iter().find_map(exhausted),
        ignore::Error::Io(error) if is_exhausted(error) => {
            error.raw_os_error().map(|code| Found::Exhausted(io::Error::from_raw_os_error(code)))
        }
        _ => None,
    }
}

/// The path that an error is about.
fn place(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => place(err),
        ignore::Error::Partial(errors) => errors.iter().find_map(place),
        _ => None,
    }
}

fn tree(root: PathBuf, found: Vec<Found>) -> Result<Tree, WalkError> {
    let mut tree = Tree { root, ..Tree::default() };
    for found in found {
        match found {
            Found::File(entry) => tree.files.push(entry),
            Found::Gap(gap) => tree.gaps.push(gap),
            Found::Secret => tree.n_secret += 1,
            Found::Exhausted(source) => return Err(WalkError::Exhausted { source }),
        }
    }
    tree.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    tree.gaps.extend(attributes::generated(&tree));
    tree.gaps.sort_unstable();
    Ok(tree)
}

impl Tree {
    /// Reads a file of the tree.
    pub fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(self.root.join(path))
    }
}
