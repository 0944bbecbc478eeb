//! The folders of git that lie outside their root: of the worktrees of one repository, of submodules, and of checkouts whose
//! folder was put apart. One that names another root in turn is not believed.

use std::fs;
use std::path::{Path, PathBuf};

use super::door::{Door, named};
use super::git::GitFolders;

/// The longest file that names a folder of git, in bytes.
const MAX_NAMING: u64 = 8192;
/// The longest configuration of a folder of git, in bytes.
const MAX_CONFIG: u64 = 1024 * 1024;

/// The folders of git for a linked worktree, outside its root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedWorktree {
    /// The folder that all worktrees share.
    pub common: PathBuf,
    /// The worktree's own folder, from that one.
    pub own: PathBuf,
}

/// A folder of git outside the root, open, with the folders in it that a root is of.
#[derive(Clone, Debug)]
pub struct OuterGit {
    /// The shared folder, canonical.
    pub root: PathBuf,
    /// The shared folder, open.
    pub door: Door,
    /// The folders, from the shared one.
    pub folders: GitFolders,
}

/// The folders of git outside a root: those of a linked worktree, of a submodule, or put apart.
pub fn outer_git(root: &Path, door: &Door) -> Option<OuterGit> {
    let LinkedWorktree { common, own } = linked_worktree(root).or_else(|| apart(root))?;
    let door = door.elsewhere(&common).ok()?;
    Some(OuterGit { root: common, door, folders: GitFolders { own, common: Some(PathBuf::new()) } })
}

/// The folder of git that serves one root alone: of a submodule, whose configuration names the root, or put apart
/// (`git init --separate-git-dir`), where it is the folder of no other checkout.
fn apart(root: &Path) -> Option<LinkedWorktree> {
    let (root, own) = naming(root)?;
    let is_whole = own.join("HEAD").is_file() && own.join("objects").is_dir() && !own.join("commondir").exists();
    let config = named(&own.join("config"), MAX_CONFIG).ok()?;
    let config = String::from_utf8_lossy(&config);
    let is_of_root = match core(&config, "worktree") {
        Some(place) => led(&own, place)? == root,
        None => own.file_name()? != ".git" && core(&config, "bare") == Some("false"),
    };
    (is_whole && is_of_root).then(|| LinkedWorktree { common: own, own: PathBuf::new() })
}

/// A value of the section `core` of a configuration of git.
fn core<'c>(config: &'c str, key: &str) -> Option<&'c str> {
    let lines = config.lines().map(str::trim).skip_while(|line| *line != "[core]").skip(1);
    let mut pairs = lines.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once('='));
    pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case(key)).map(|(_, value)| value.trim().trim_matches('"'))
}

/// A canonical root, and the folder that its file `.git` names.
fn naming(root: &Path) -> Option<(PathBuf, PathBuf)> {
    let root = fs::canonicalize(root).ok()?;
    let naming = root.join(".git");
    if !fs::symlink_metadata(&naming).ok()?.is_file() {
        return None;
    }
    let own = led(&root, line(&naming)?.strip_prefix("gitdir: ")?)?;
    Some((root, own))
}

/// The folders of git for a root that is a linked worktree, and that these name in turn.
pub fn linked_worktree(root: &Path) -> Option<LinkedWorktree> {
    let (root, own) = naming(root)?;
    let common = led(&own, &line(&own.join("commondir"))?)?;
    let is_its_own = own.parent() == Some(&*common.join("worktrees"));
    // Any folder can claim to be a worktree of another repository: that one must name it.
    let is_named = place_of(&own)? == root;
    let own = own.strip_prefix(&common).ok()?.to_owned();
    (is_its_own && is_named).then_some(LinkedWorktree { common, own })
}

/// The home of a linked worktree: the main checkout, or the folder of git where that is bare. `None` where the root is no
/// linked worktree.
pub fn home_of_worktree(root: &Path) -> Option<PathBuf> {
    linked_worktree(root).map(|linked| home_of_folder(&linked.common))
}

/// The roots of all worktrees of a home, and the home itself.
pub fn worktrees(home: &Path) -> Vec<PathBuf> {
    let inside = home.join(".git");
    let common = if inside.is_dir() { inside } else { home.to_owned() };
    let linked = fs::read_dir(common.join("worktrees")).into_iter().flatten().flatten();
    let mut roots: Vec<PathBuf> = linked.filter_map(|entry| place_of(&entry.path())).collect();
    roots.extend(fs::canonicalize(home));
    roots.sort();
    roots
}

fn home_of_folder(common: &Path) -> PathBuf {
    let is_inside = common.file_name().is_some_and(|name| name == ".git");
    common.parent().filter(|_| is_inside).unwrap_or(common).to_owned()
}

/// The root of the worktree whose folder of git this is, if it is still there.
fn place_of(own: &Path) -> Option<PathBuf> {
    led(own, &line(&own.join("gitdir"))?)?.parent().map(Path::to_owned)
}

/// The path that a line leads to from a folder.
fn led(folder: &Path, line: &str) -> Option<PathBuf> {
    fs::canonicalize(folder.join(line)).ok()
}

fn line(file: &Path) -> Option<String> {
    let text = String::from_utf8(named(file, MAX_NAMING).ok()?).ok()?;
    text.lines().next().map(str::to_owned)
}
