//! The walk: gitignore, `.ignore` and `.cgbundleignore` are honoured, no link is followed.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use super::attributes;
use super::door::{Door, FileKind, Folder, Name, Refusal};
use super::entry::FileEntry;
use super::gap::{gap, shown, text};
use super::rules::{HeldCounts, Ignored, Seen, is_ignore_file};
use super::secret::is_secret;
use crate::base::{Gap, GapKind};

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
        /// The system's error.
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
        /// The system's error.
        source: io::Error,
    },
}

/// The files of a repository, sorted bytewise by path.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The root, canonical.
    pub root: PathBuf,
    /// The files.
    pub files: Vec<FileEntry>,
    /// Gaps of paths that could not be read or named.
    pub gaps: Vec<Gap>,
    /// How many paths were left out because they look like secrets.
    pub n_secret: usize,
    /// These paths, sorted; they are counted, and never named.
    pub secret: Vec<Box<str>>,
    /// The root, open.
    pub door: Door,
    moved: Arc<AtomicBool>,
    read: Arc<Mutex<BTreeSet<Box<str>>>>,
}

/// The largest file that is read where its reader sets no smaller limit, in bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Walks a repository. The answer does not depend on the order in which its folders are read.
pub fn walk(root: &Path) -> Result<Tree, WalkError> {
    let wrong = |source| WalkError::Root { root: root.to_owned(), source };
    let (full, door) = open_root(root)?;
    let mut tree = Tree {
        root: full,
        files: Vec::new(),
        gaps: Vec::new(),
        n_secret: 0,
        secret: Vec::new(),
        door: door.clone(),
        moved: Arc::default(),
        read: Arc::default(),
    };
    let filled = tree.fill(&door);
    tree.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    tree.gaps.extend(attributes::generated(&tree.door, &tree.files));
    // An ignore file or a folder that could not be opened for want of descriptors would change the answer.
    match door.exhaustion() {
        Some(source) => return Err(WalkError::Exhausted { source }),
        None => filled.map_err(wrong)?,
    }
    tree.gaps.sort_unstable();
    tree.secret.sort_unstable();
    Ok(tree)
}

/// The canonical path of a root, and the door to it.
pub fn open_root(root: &Path) -> Result<(PathBuf, Door), WalkError> {
    let wrong = |source| WalkError::Root { root: root.to_owned(), source };
    let full = fs::canonicalize(root).map_err(wrong)?;
    if !full.is_dir() {
        return Err(WalkError::NotADirectory { root: root.to_owned() });
    }
    let door = Door::open(&full).map_err(wrong)?;
    Ok((full, door))
}

/// The way up from a folder to the root of the git repository around it, where the folder itself is no root. Nothing
/// there is read.
pub fn git_root_above(folder: &Path) -> Option<PathBuf> {
    let folder = fs::canonicalize(folder).ok()?;
    let is_root = |folder: &&Path| folder.join(".git").symlink_metadata().is_ok();
    let n_up = folder.ancestors().position(|folder| is_root(&folder)).filter(|n_up| *n_up > 0)?;
    Some(std::iter::repeat_n("..", n_up).collect())
}

/// A folder that is still to be walked.
struct Open {
    path: PathBuf,
    /// How many sets of ignore rules, and indexes of git, hold in the folder above it.
    held: HeldCounts,
    /// The folder is ignored, and seen for the files that git tracks in it.
    by_index: bool,
}

/// The paths of the names in a folder, in one text: to join each anew is slow.
struct Below {
    folder: PathBuf,
    /// The folder with the separator; `None` where it is not UTF-8.
    text: Option<String>,
    len: usize,
}

impl Below {
    fn new(folder: PathBuf) -> Self {
        let end = if folder.as_os_str().is_empty() { "" } else { "/" };
        let text = folder.to_str().map(|folder| format!("{folder}{end}"));
        Self { len: text.as_ref().map_or(0, String::len), folder, text }
    }

    fn path(&mut self, name: &Name) -> Cow<'_, Path> {
        match (&mut self.text, name.name.to_str()) {
            (Some(text), Some(name)) => {
                text.truncate(self.len);
                text.push_str(name);
                Cow::Borrowed(Path::new(text.as_str()))
            }
            _ => Cow::Owned(self.folder.join(&name.name)),
        }
    }
}

impl Tree {
    /// Reads a file of the tree.
    pub fn read(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        self.read_within(path, MAX_BYTES)
    }

    /// Reads a file of the tree, if it has no more bytes than `limit`.
    pub fn read_within(&self, path: &str, limit: u64) -> Result<Vec<u8>, Refusal> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(path.into());
        let read = self.door.read_whole(Path::new(path), limit);
        let at = self.files.binary_search_by(|entry| (*entry.path).as_bytes().cmp(path.as_bytes()));
        let walked = at.ok().and_then(|at| self.files.get(at)).map(|entry| entry.stat);
        let is_same = match &read {
            Ok((_, stat)) => walked.is_none_or(|walked| walked == *stat),
            Err(Refusal::TooLarge { .. }) => true,
            Err(_) => walked.is_none(),
        };
        if !is_same {
            self.moved.store(true, Ordering::Relaxed);
        }
        read.map(|(bytes, _)| bytes)
    }

    /// The paths that were read, or that somebody tried to read.
    pub fn paths_read(&self) -> Vec<Box<str>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Whether a file was read that is another than the walk has seen.
    pub fn has_moved(&self) -> bool {
        self.moved.load(Ordering::Relaxed)
    }

    /// Enters what is found. One folder is open at a time, and each is opened from the root: no depth takes more than one
    /// descriptor.
    fn fill(&mut self, door: &Door) -> io::Result<()> {
        let root = self.root.clone();
        let mut ignored = Ignored::new(&root, door);
        let mut open = vec![Open { path: PathBuf::new(), held: (0, 0), by_index: false }];
        while let Some(Open { path, held, by_index }) = open.pop() {
            let is_root = path.as_os_str().is_empty();
            ignored.leave(held);
            let mut folder = match door.folder(&path) {
                Ok(folder) => folder,
                Err(refusal) if is_root => return Err(refusal.into()),
                Err(refusal) => {
                    self.gaps.push(unreadable(&path, &refusal));
                    continue;
                }
            };
            match folder.cut.take() {
                Some(error) if is_root => return Err(error),
                Some(error) => self.gaps.push(unreadable(&path, &error.into())),
                None => {}
            }
            ignored.enter(&path, &folder, &mut self.gaps);
            let held = ignored.count();
            let mut below = Below::new(path);
            for name in &folder.names {
                let path = below.path(name);
                let is_folder = name.kind == FileKind::Folder;
                let seen = if is_never(name) { Seen::Not } else { ignored.seen(&path, is_folder, by_index) };
                match (seen, is_folder) {
                    (Seen::Not, _) => {}
                    (seen, true) => {
                        let by_index = seen == Seen::Tracked;
                        open.push(Open { path: path.into_owned(), held, by_index });
                    }
                    (_, false) => self.enter(&folder, name, &path),
                }
            }
        }
        Ok(())
    }

    /// Enters a name that is no folder.
    fn enter(&mut self, folder: &Folder, name: &Name, full: &Path) {
        let Some(path) = text(full) else {
            return self.gaps.push(gap(full.to_string_lossy().into_owned(), GapKind::Name, "the name is not UTF-8"));
        };
        let may_be_control = |byte: u8| !(0x20..0x7f).contains(&byte);
        if path.bytes().any(may_be_control) && path.contains(char::is_control) {
            let path = path.escape_default().to_string();
            return self.gaps.push(gap(path, GapKind::Name, "the name holds a control character"));
        }
        if is_secret(&path) {
            self.n_secret += 1;
            self.secret.push(path.into());
        } else if name.kind == FileKind::Link {
            self.gaps.extend(link(&self.root, &name.name, full, path));
        } else if name.kind == FileKind::File {
            match folder.stat(name) {
                Ok((kind @ (FileKind::File | FileKind::Program), stat)) => {
                    let is_program = kind == FileKind::Program;
                    self.files.push(FileEntry { path: path.into(), stat, is_program });
                }
                Ok(_) => self.gaps.push(gap(path, GapKind::Unreadable, &Refusal::NotRegular.to_string())),
                Err(error) => self.gaps.push(gap(path, GapKind::Unreadable, &error.kind().to_string())),
            }
        }
    }
}

/// Whether a name is none of the source, whatever the ignore files say.
pub fn is_never(name: &Name) -> bool {
    let is_folder = name.kind == FileKind::Folder;
    let Some(name) = name.name.to_str() else { return false };
    if !is_folder && !name.starts_with('.') && !name.ends_with(".stamp.json") {
        return false;
    }
    // A worktree's `.git` is a file. The stamp of an index is written by this program, and says nothing of its own.
    (is_folder || name == ".git") && NEVER.contains(&name) || name.contains(".scip") && name.ends_with(".stamp.json")
}

/// A link to a file inside the root is that file once more, so it is left out silently; one that leads outside, or
/// nowhere, is a gap.
fn link(root: &Path, name: &std::ffi::OsStr, full: &Path, path: String) -> Option<Gap> {
    // Its rules are a gap already.
    if is_ignore_file(name) {
        return None;
    }
    match fs::canonicalize(root.join(full)) {
        Ok(target) if target.starts_with(root) => None,
        Ok(_) => Some(gap(path, GapKind::Link, "the link leads outside the repository")),
        Err(_) => Some(gap(path, GapKind::Link, "the link leads nowhere")),
    }
}

fn unreadable(path: &Path, refusal: &Refusal) -> Gap {
    gap(shown(path), refusal.kind(), &refusal.to_string())
}
