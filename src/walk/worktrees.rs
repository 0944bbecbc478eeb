//! The worktrees of one repository: which folder is the home of them all, and where each lies. A folder of git that does not
//! name the root in turn is not believed.

use std::fs;
use std::path::{Path, PathBuf};

use super::door::named;

/// The longest file that names a folder of git, in bytes.
const MAX_NAMING: u64 = 8192;

/// The folders of git for a linked worktree, outside its root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedWorktree {
    /// The folder that all worktrees share.
    pub common: PathBuf,
    /// The worktree's own folder, from that one.
    pub own: PathBuf,
}

/// The folders of git for a root that is a linked worktree, and that these name in turn.
pub fn linked_worktree(root: &Path) -> Option<LinkedWorktree> {
    let root = fs::canonicalize(root).ok()?;
    let naming = root.join(".git");
    if !fs::symlink_metadata(&naming).ok()?.is_file() {
        return None;
    }
    let own = led(&root, line(&naming)?.strip_prefix("gitdir: ")?)?;
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
