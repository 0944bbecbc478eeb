//! The walk: gitignore, `.ignore` and `.cgbundleignore` are honoured, no link is followed.

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
use super::secret::{has_hidden_part, is_secret_in};
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
    debug_assert!(tree.files.is_sorted_by(|a, b| a.path < b.path));
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

/// How much of a folder is seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// All of it.
    Whole,
    /// The files that git tracks in it.
    Tracked,
    /// One of these: it is decided when a name is met that git does not track.
    Open,
}

/// A folder whose names are entered, between the one around it and the one in it that is entered at the moment.
struct Level {
    path: PathBuf,
    around: Around,
    /// How many sets of ignore rules, and indexes of git, hold in it.
    held: HeldCounts,
    /// The names that are still to be entered, the next one last.
    rest: Vec<Found>,
}

/// A name that is seen.
enum Found {
    File(FileEntry),
    Folder(PathBuf, Around),
}

/// The order of two names of a folder by the paths that they lead to: below a folder all begin with its name and `/`.
fn by_path(a: &Name, b: &Name) -> std::cmp::Ordering {
    let (own, other) = (a.name.as_encoded_bytes(), b.name.as_encoded_bytes());
    let n_both = own.len().min(other.len());
    let next =
        |name: &Name, bytes: &[u8]| bytes.get(n_both).copied().or((name.kind == FileKind::Folder).then_some(b'/'));
    own[..n_both].cmp(&other[..n_both]).then_with(|| next(a, own).cmp(&next(b, other)))
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

    /// Enters what is found, in the order of the paths. One folder is open at a time, and each is opened from the root: no
    /// depth takes more than one descriptor.
    fn fill(&mut self, door: &Door) -> io::Result<()> {
        let root = self.root.clone();
        let mut ignored = Ignored::new(&root, door);
        let mut levels = Vec::new();
        self.descend(door, &mut ignored, &mut levels, PathBuf::new(), Around::Whole)?;
        while let Some(level) = levels.last_mut() {
            match level.rest.pop() {
                Some(Found::File(entry)) => self.files.push(entry),
                Some(Found::Folder(path, around)) => {
                    ignored.leave(level.held);
                    self.descend(door, &mut ignored, &mut levels, path, around)?;
                }
                None => drop(levels.pop()),
            }
        }
        self.gaps.extend(ignored.into_flaws());
        Ok(())
    }

    /// Reads a folder, and finds which of its names are seen. Fails where the root cannot be read.
    fn descend(
        &mut self,
        door: &Door,
        ignored: &mut Ignored<'_>,
        levels: &mut Vec<Level>,
        path: PathBuf,
        around: Around,
    ) -> io::Result<()> {
        let is_root = path.as_os_str().is_empty();
        let mut folder = match door.folder(&path) {
            Ok(folder) => folder,
            Err(refusal) if is_root => return Err(refusal.into()),
            Err(refusal) => {
                self.gaps.push(unreadable(&path, &refusal));
                return Ok(());
            }
        };
        match folder.cut.take() {
            Some(error) if is_root => return Err(error),
            Some(error) => self.gaps.push(unreadable(&path, &error.into())),
            None => {}
        }
        ignored.enter(&path, &folder, &mut self.gaps);
        let mut names = std::mem::take(&mut folder.names);
        names.retain(|name| !is_never(name));
        names.sort_unstable_by(|a, b| by_path(b, a));
        let end = if is_root { "" } else { "/" };
        let above = text(&path).map(|folder| format!("{folder}{end}"));
        let is_hidden = above.as_ref().is_none_or(|above| has_hidden_part(above));
        levels.push(Level { path: path.clone(), around, held: ignored.count(), rest: Vec::with_capacity(names.len()) });
        for name in &names {
            let text = above.as_deref().zip(name.name.to_str()).map(|(above, name)| [above, name].concat());
            let odd = text.is_none().then(|| path.join(&name.name));
            let full = text.as_deref().map(Path::new).or(odd.as_deref()).unwrap_or(&path);
            let is_folder = name.kind == FileKind::Folder;
            let around = match ignored.is_tracked(full, is_folder) {
                true => Around::Open,
                false => match ignored.seen(full, is_folder, is_by_index(ignored, levels)) {
                    Seen::Whole => Around::Whole,
                    Seen::Tracked => Around::Tracked,
                    Seen::Not => continue,
                },
            };
            let found = match text {
                _ if is_folder => Some(Found::Folder(full.to_owned(), around)),
                Some(text) => self.file(&folder, name, text, is_hidden).map(Found::File),
                None => {
                    let path = full.to_string_lossy().into_owned();
                    self.gaps.push(gap(path, GapKind::Name, "the name is not UTF-8"));
                    None
                }
            };
            if let Some(level) = levels.last_mut() {
                level.rest.extend(found);
            }
        }
        Ok(())
    }

    /// The entry of a name that is no folder; `None` where it is no file of the source, which may be a gap.
    fn file(&mut self, folder: &Folder, name: &Name, path: String, is_hidden: bool) -> Option<FileEntry> {
        let may_be_control = |byte: u8| !(0x20..0x7f).contains(&byte);
        if path.bytes().any(may_be_control) && path.contains(char::is_control) {
            let path = path.escape_default().to_string();
            self.gaps.push(gap(path, GapKind::Name, "the name holds a control character"));
            return None;
        }
        if is_secret_in(is_hidden, &name.name.to_string_lossy(), &path) {
            self.n_secret += 1;
            self.secret.push(path.into());
        } else if name.kind == FileKind::Link {
            self.gaps.extend(link(&self.root, &name.name, path));
        } else if name.kind == FileKind::File {
            match folder.stat(name) {
                Ok((kind @ (FileKind::File | FileKind::Program), stat)) => {
                    let is_program = kind == FileKind::Program;
                    return Some(FileEntry { path: path.into(), stat, is_program });
                }
                Ok(_) => self.gaps.push(gap(path, GapKind::Unreadable, &Refusal::NotRegular.to_string())),
                Err(error) => self.gaps.push(gap(path, GapKind::Unreadable, &error.kind().to_string())),
            }
        }
        None
    }
}

/// Whether the innermost folder is seen for what git tracks in it alone. Where that is open, it is decided, and so are the
/// folders around it.
fn is_by_index(ignored: &Ignored<'_>, levels: &mut [Level]) -> bool {
    let first = levels.iter().rposition(|level| level.around != Around::Open).unwrap_or(0);
    for at in first + 1..levels.len() {
        let [.., above, level] = &mut levels[..=at] else { break };
        let seen = ignored.seen_among(above.held, &level.path, true, above.around == Around::Tracked);
        level.around = if seen == Seen::Whole { Around::Whole } else { Around::Tracked };
    }
    levels.last().is_some_and(|level| level.around == Around::Tracked)
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
fn link(root: &Path, name: &std::ffi::OsStr, path: String) -> Option<Gap> {
    // Its rules are a gap already.
    if is_ignore_file(name) {
        return None;
    }
    match fs::canonicalize(root.join(&path)) {
        Ok(target) if target.starts_with(root) => None,
        Ok(_) => Some(gap(path, GapKind::Link, "the link leads outside the repository")),
        Err(_) => Some(gap(path, GapKind::Link, "the link leads nowhere")),
    }
}

fn unreadable(path: &Path, refusal: &Refusal) -> Gap {
    gap(shown(path), refusal.kind(), &refusal.to_string())
}
