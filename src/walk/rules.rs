//! The rules of ignore files, from the root down to the folder that is walked.

use std::cell::{OnceCell, RefCell};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder, Glob};

use super::door::{Door, Folder, Refusal};
use super::gap::{gap, shown, text};
use super::git::git_folders;
use super::tracked::{self, Tracked};
use super::worktrees::{OuterGit, outer_git};
use crate::base::{Gap, GapKind, counted};

/// The largest ignore file that is read, in bytes. Those of large repositories have some thousand.
pub const MAX_BYTES: u64 = 256 * 1024;
/// The longest line that is a pattern, in bytes: no path that the system opens is longer.
pub const MAX_LINE: usize = 4096;

/// The ignore files of a folder; those of one name, at whatever depth, stand before all of the next.
const FILES: [&str; 3] = [".cgbundleignore", ".ignore", GIT];
/// The one of them that is git's.
const GIT: &str = ".gitignore";
/// `.git/info/exclude` comes last.
const EXCLUDE: usize = FILES.len();
/// Its place in the folder of git.
const EXCLUDE_FILE: &str = "info/exclude";

/// How much of a path is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// All of it.
    Whole,
    /// A folder, for the files that git tracks in it.
    Tracked,
    /// Nothing.
    Not,
}

/// The rules of one ignore file.
struct Rules {
    /// The rank of its name.
    rank: usize,
    file: PathBuf,
    patterns: GitignoreBuilder,
    /// The patterns, compiled when the first path is held against them: in a clean checkout none is.
    matcher: OnceCell<Gitignore>,
}

impl Rules {
    /// Whether they are git's own, which hide nothing that git tracks. The others are for searches.
    fn is_git(&self) -> bool {
        FILES.get(self.rank).is_none_or(|name| *name == GIT)
    }
}

/// The tracked files of git below one folder.
struct GitIndex {
    folder: PathBuf,
    tracked: Tracked,
}

/// How many sets of rules, and how many indexes of git, hold.
pub type HeldCounts = (usize, usize);

/// The rules that hold in a folder, those of the root first; and the indexes of git.
pub struct Ignored<'a> {
    root: &'a Path,
    door: &'a Door,
    held: Vec<Rules>,
    indexes: Vec<GitIndex>,
    flaws: RefCell<Vec<Gap>>,
}

impl<'a> Ignored<'a> {
    /// No rules, for the folders of a root.
    pub fn new(root: &'a Path, door: &'a Door) -> Self {
        Self { root, door, held: Vec::new(), indexes: Vec::new(), flaws: RefCell::default() }
    }

    /// How many sets of rules and indexes hold.
    pub fn count(&self) -> HeldCounts {
        (self.held.len(), self.indexes.len())
    }

    /// Gaps of the files whose rules could not be compiled when they were needed.
    pub fn into_flaws(self) -> Vec<Gap> {
        self.flaws.into_inner()
    }

    /// Returns from the folders that were entered since so many held.
    pub fn leave(&mut self, (n_rules, n_indexes): HeldCounts) {
        self.held.truncate(n_rules);
        self.indexes.truncate(n_indexes);
    }

    /// Reads the ignore files of a folder. One that is not read, or not whole, is a gap.
    pub fn enter(&mut self, path: &Path, folder: &Folder, gaps: &mut Vec<Gap>) {
        // All of these begin with a dot, and most names do not.
        for name in folder.names.iter().filter(|name| name.name.as_encoded_bytes().first() == Some(&b'.')) {
            if let Some(rank) = FILES.iter().position(|file| name.name == *file) {
                self.add(rank, path, &path.join(&name.name), gaps);
            } else if name.name == ".git" {
                match git_folders(self.root, self.door, path, name.kind) {
                    Ok(Some(git)) => {
                        let exclude = git.common.map(|common| common.join(EXCLUDE_FILE));
                        exclude.into_iter().for_each(|file| self.add(EXCLUDE, path, &file, gaps));
                        self.track(path, &git.own.join("index"), gaps);
                    }
                    Ok(None) => {}
                    // The folder of git lies elsewhere.
                    Err(_) if path.as_os_str().is_empty() && self.enter_linked(gaps) => {}
                    Err(refusal) => gaps.push(unread(&path.join(".git"), &refusal)),
                }
            }
        }
    }

    /// Reads `info/exclude` and the index for a root whose folder of git lies elsewhere: what git hides and tracks is then
    /// the same in all worktrees. Whether there is one. Gaps name the files as in the main checkout.
    fn enter_linked(&mut self, gaps: &mut Vec<Gap>) -> bool {
        let Some(OuterGit { door, folders, .. }) = outer_git(self.root, self.door) else { return false };
        let git = Path::new(".git");
        let exclude = door.read(Path::new(EXCLUDE_FILE), MAX_BYTES);
        self.add_read(EXCLUDE, Path::new(""), &git.join(EXCLUDE_FILE), exclude, gaps);
        let index = door.read(&folders.own.join("index"), tracked::MAX_BYTES);
        self.track_read(Path::new(""), &git.join("index"), index, gaps);
        true
    }

    /// Whether git tracks a path, or something in it, where no rule of others holds: then a file is seen, and a folder at
    /// least in part. To know that takes less than to hold a path against all patterns.
    pub fn is_tracked(&self, path: &Path, is_folder: bool) -> bool {
        !self.held.is_empty()
            && self.held.iter().all(Rules::is_git)
            && self.seen_by_index(self.indexes.last(), path, is_folder) != Seen::Not
    }

    /// Whether a path is seen: whole, for what git tracks in it alone, or not. `by_index` where the folder around it is
    /// seen for what git tracks alone.
    ///
    /// A file that git tracks is no longer ignored by git, whatever its ignore files say. The others are for searches,
    /// and hide what is tracked too.
    pub fn seen(&self, path: &Path, is_folder: bool, by_index: bool) -> Seen {
        if !is_folder && self.is_tracked(path, false) {
            Seen::Whole
        } else {
            self.seen_among(self.count(), path, is_folder, by_index)
        }
    }

    /// The same, where only the first sets of rules and indexes of git hold: those of the folder around the path.
    pub fn seen_among(&self, (n_rules, n_indexes): HeldCounts, path: &Path, is_folder: bool, by_index: bool) -> Seen {
        let held = self.held.get(..n_rules).unwrap_or(&self.held);
        let index = self.indexes.get(..n_indexes).and_then(<[_]>::last);
        match self.decided(held, path, is_folder) {
            Some((rules, Match::Ignore(_))) if rules.is_git() => self.seen_by_index(index, path, is_folder),
            Some((_, Match::Ignore(_))) => Seen::Not,
            _ if by_index => self.seen_by_index(index, path, is_folder),
            _ => Seen::Whole,
        }
    }

    /// The pattern that decides on a path, with the file that holds it: the first sort of ignore file that has one, and of
    /// that the innermost.
    fn decided<'h>(&self, held: &'h [Rules], path: &Path, is_folder: bool) -> Option<(&'h Rules, Match<&'h Glob>)> {
        let of_rank = |rank: usize| {
            let mut rules = held.iter().rev().filter(|it| it.rank == rank);
            rules.find_map(|it| {
                Some((it, self.matcher(it).matched(path, is_folder))).filter(|(_, found)| !found.is_none())
            })
        };
        if held.is_empty() { None } else { (0..=EXCLUDE).find_map(of_rank) }
    }

    /// The patterns of a file. Those that cannot be compiled together decide nothing, which is a gap.
    fn matcher<'h>(&self, rules: &'h Rules) -> &'h Gitignore {
        rules.matcher.get_or_init(|| {
            rules.patterns.build().unwrap_or_else(|error| {
                let why = format!("its rules are not obeyed: {error}");
                self.flaws.borrow_mut().push(gap(shown(&rules.file), GapKind::Config, &why));
                Gitignore::empty()
            })
        })
    }

    /// The pattern that hides a path, and the ignore file that holds it.
    pub fn hides(&self, path: &Path, is_folder: bool) -> Option<(&Path, &str)> {
        match self.decided(&self.held, path, is_folder)? {
            (rules, Match::Ignore(glob)) => Some((&rules.file, glob.original())),
            _ => None,
        }
    }

    fn seen_by_index(&self, innermost: Option<&GitIndex>, path: &Path, is_folder: bool) -> Seen {
        let below =
            |folder: &Path| if folder.as_os_str().is_empty() { Some(path) } else { path.strip_prefix(folder).ok() };
        let below = innermost.and_then(|index| Some((&index.tracked, below(&index.folder)?)));
        let Some((tracked, below)) = below.and_then(|(tracked, below)| Some((tracked, text(below)?))) else {
            return Seen::Not;
        };
        match is_folder {
            true if tracked.holds_below(below.as_bytes()) => Seen::Tracked,
            false if tracked.holds(below.as_bytes()) => Seen::Whole,
            _ => Seen::Not,
        }
    }

    /// Reads the index of git for a folder. One that is not read is a gap; then the ignore files decide alone.
    fn track(&mut self, folder: &Path, file: &Path, gaps: &mut Vec<Gap>) {
        self.track_read(folder, file, self.door.read(file, tracked::MAX_BYTES), gaps);
    }

    fn track_read(&mut self, folder: &Path, file: &Path, read: Result<Vec<u8>, Refusal>, gaps: &mut Vec<Gap>) {
        let why = match read {
            Ok(bytes) => match Tracked::read(&bytes) {
                Ok(tracked) => {
                    gaps.extend(tracked.away().map(|away| not_checked_out(folder, away)));
                    gaps.extend(tracked.repositories().iter().filter_map(|path| self.submodule(folder, path)));
                    return self.indexes.push(GitIndex { folder: folder.to_owned(), tracked });
                }
                Err(error) => (GapKind::Config, error.to_string()),
            },
            Err(refusal) if refusal.is_absence() => return,
            Err(refusal) => (refusal.kind(), refusal.to_string()),
        };
        gaps.push(gap(shown(file), why.0, &format!("{}: tracked files are ignored as untracked ones", why.1)));
    }

    /// The gap of a submodule: one that is checked out has a file, or a folder, of git.
    fn submodule(&self, folder: &Path, path: &[u8]) -> Option<Gap> {
        const DETAIL: &str = "a submodule that is not checked out: `git submodule update --init`";
        let path = folder.join(String::from_utf8_lossy(path).as_ref());
        let read = self.door.read(&path.join(".git"), MAX_BYTES);
        let is_absent = read.is_err_and(|refusal| refusal.is_absence());
        is_absent.then(|| gap(shown(&path), GapKind::Submodule, DETAIL))
    }

    /// Adds the rules of one file, which hold below `folder`.
    fn add(&mut self, rank: usize, folder: &Path, file: &Path, gaps: &mut Vec<Gap>) {
        self.add_read(rank, folder, file, self.door.read(file, MAX_BYTES), gaps);
    }

    fn add_read(
        &mut self,
        rank: usize,
        folder: &Path,
        file: &Path,
        read: Result<Vec<u8>, Refusal>,
        gaps: &mut Vec<Gap>,
    ) {
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(refusal) if refusal.is_absence() => return,
            Err(refusal) => return gaps.push(unread(file, &refusal)),
        };
        let (patterns, why) = patterns(folder, &bytes);
        let is_pattern = |line: &[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
        if bytes.split(|byte| *byte == b'\n').any(is_pattern) {
            self.held.push(Rules { rank, file: file.to_owned(), patterns, matcher: OnceCell::new() });
        }
        gaps.extend(why.map(|why| gap(shown(file), GapKind::Config, &why)));
    }
}

/// Whether files of a name steer the walk: where one is a link, the gap of its rules covers the link.
pub fn is_ignore_file(name: &OsStr) -> bool {
    FILES.iter().any(|file| name == *file)
}

/// The patterns of an ignore file up to the first line that is no text, and the reason why some lines are none.
fn patterns(folder: &Path, bytes: &[u8]) -> (GitignoreBuilder, Option<String>) {
    let mut builder = GitignoreBuilder::new(folder);
    let mut first: Option<(usize, String)> = None;
    let mut n_wrong = 0;
    for (line, number) in bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).split(|byte| *byte == b'\n').zip(1..) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let wrong = match std::str::from_utf8(line) {
            Err(_) => Some("it is not UTF-8, and ends the rules".to_owned()),
            Ok(_) if line.len() > MAX_LINE => Some(format!("it has more than {MAX_LINE} bytes")),
            Ok(text) => builder.add_line(None, text).err().map(|error| error.to_string()),
        };
        if let Some(wrong) = wrong {
            n_wrong += 1;
            first.get_or_insert((number, wrong));
            if std::str::from_utf8(line).is_err() {
                break;
            }
        }
    }
    let more = if n_wrong > 1 { format!("; {} more lines are no rules", n_wrong - 1) } else { String::new() };
    (builder, first.map(|(line, wrong)| format!("line {line} is no rule: {wrong}{more}")))
}

/// The gap of the tracked files below a folder that a sparse checkout leaves out.
fn not_checked_out(folder: &Path, (first, count): (&[u8], usize)) -> Gap {
    let path = folder.join(String::from_utf8_lossy(first).as_ref());
    let more = if count > 1 { format!(" and {}", counted(count - 1, "more tracked file")) } else { String::new() };
    gap(shown(&path), GapKind::NotCheckedOut, &format!("a sparse checkout leaves it{more} out"))
}

fn unread(file: &Path, refusal: &Refusal) -> Gap {
    let what =
        if file.ends_with(".git") { "its `info/exclude` and index are not read" } else { "its rules are not obeyed" };
    gap(shown(file), refusal.kind(), &format!("{refusal}: {what}"))
}
