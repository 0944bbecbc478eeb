//! Commits as they are replayed: the subject of each, the files that it changed, and the tree of its parent.
//!
//! All ancestors of the head, the newest first, and not the first parents alone: a merge is left out, and the commits of
//! its branch are read one by one.

use std::collections::{BTreeMap, BinaryHeap};
use std::path::{Component, Path, PathBuf};

use gix_diff::tree::State;
use gix_hash::{Kind, ObjectId};
use gix_object::CommitRefIter;
use rustc_hash::FxHashSet;

use super::diff::diff;
use super::head::{Head, Off, head};
use super::listed;
use super::log::CommitName;
use super::objects::Objects;
use super::range_error::RangeError;
use super::read::text;
use super::rev::Revisions;
use crate::parse::guarded;
use crate::walk::{Door, open_root};

/// The most files that a replayed commit changes: one that changes more is a sweep over the repository (a formatter, a
/// renamed package), and no task.
pub const MOST_REPLAYED: usize = 30;
/// The most commits that are looked at.
const MOST_SEEN: usize = 20_000;
/// The most characters of a subject.
const MOST_SUBJECT: usize = 400;

/// A commit with one parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedCommit {
    /// Its id.
    pub name: CommitName,
    /// Its parent.
    pub parent: CommitName,
    /// The first line of its message.
    pub subject: String,
    /// The changed files that the parent has, in byte order. Links, submodules and names of secrets are left out.
    pub changed: Vec<ReplayedFile>,
    /// How many files it adds.
    pub n_added: usize,
}

/// A file that a commit changes or deletes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedFile {
    /// Its path in the parent.
    pub path: String,
    /// Its content in the parent.
    pub old: ObjectId,
    /// Its content in the commit; `None` where it is deleted.
    pub new: Option<ObjectId>,
}

/// The next commit of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayStep {
    /// A commit that can be replayed.
    Commit(ReplayedCommit),
    /// A commit with several parents.
    Merge,
    /// A commit that changes more than [`MOST_REPLAYED`] files.
    Mass,
    /// A commit without a parent here: the first one, or the boundary of a shallow clone.
    Parentless,
    /// A commit that needs an object which is missing or damaged.
    Broken(CommitName),
}

/// A repository whose history is replayed.
pub struct ReplaySource {
    root: PathBuf,
    door: Door,
    head: Head,
}

impl ReplaySource {
    /// Opens the repository at a root.
    pub fn open(root: &Path) -> Result<Self, RangeError> {
        let (root, door) = open_root(root).map_err(|error| RangeError::Walk { why: error.to_string() })?;
        let head = head(&root, &door)?;
        Ok(Self { root, door, head })
    }

    /// Its canonical root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The door of its root.
    pub fn door(&self) -> &Door {
        &self.door
    }

    /// Begins at the head.
    pub fn replay(&self) -> Replay<'_> {
        let objects = Objects::open(&self.head);
        let first = self.head.name.id();
        let open = BinaryHeap::from([(i64::MAX, first)]);
        Replay { source: self, objects, state: State::default(), open, seen: FxHashSet::from_iter([first]) }
    }
}

/// The commits of a history, the newest first.
pub struct Replay<'s> {
    source: &'s ReplaySource,
    objects: Objects<'s>,
    state: State,
    open: BinaryHeap<(i64, ObjectId)>,
    seen: FxHashSet<ObjectId>,
}

impl Iterator for Replay<'_> {
    type Item = ReplayStep;

    fn next(&mut self) -> Option<ReplayStep> {
        let first = self.open.peek().map(|(_, id)| CommitName::of(id))?;
        guarded(|| self.step()).unwrap_or(Some(ReplayStep::Broken(first)))
    }
}

impl Replay<'_> {
    fn step(&mut self) -> Option<ReplayStep> {
        let (time, id) = self.open.pop().filter(|_| self.seen.len() <= MOST_SEEN)?;
        let broken = ReplayStep::Broken(CommitName::of(&id));
        let Ok((tree, parents, _)) = self.parts(id) else { return Some(broken) };
        for parent in &parents {
            if self.seen.insert(*parent) {
                let of_parent = self.parts(*parent).map_or(time, |(_, _, time)| time);
                self.open.push((of_parent, *parent));
            }
        }
        Some(match parents.as_slice() {
            [] => ReplayStep::Parentless,
            [parent] => self.changed(id, tree, *parent).unwrap_or(broken),
            _ => ReplayStep::Merge,
        })
    }

    fn parts(&self, id: ObjectId) -> Result<(ObjectId, Vec<ObjectId>, i64), RangeError> {
        Revisions { head: &self.source.head, objects: &self.objects }.parts(id)
    }

    /// The commit with the changed files; `None` where an object is missing.
    fn changed(&mut self, id: ObjectId, tree: ObjectId, parent: ObjectId) -> Option<ReplayStep> {
        let older = self.parts(parent).ok()?.0;
        let found = diff(&self.objects, Some(&older), &tree, &mut self.state)?;
        if found.is_cut || found.len() > MOST_REPLAYED {
            return Some(ReplayStep::Mass);
        }
        let both = found.modified.iter().filter_map(|(path, [old, new])| Some((path, (*old)?, *new)));
        let gone = found.deleted.iter().map(|(path, old)| (path, *old, None));
        let mut changed: Vec<ReplayedFile> = both
            .chain(gone)
            .filter_map(|(path, old, new)| {
                Some(ReplayedFile { path: text(path).filter(|it| is_inside(it))?, old, new })
            })
            .collect();
        changed.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        let subject = self.subject(id)?;
        let (name, parent) = (CommitName::of(&id), CommitName::of(&parent));
        Some(ReplayStep::Commit(ReplayedCommit { name, parent, subject, changed, n_added: found.added.len() }))
    }

    fn subject(&self, id: ObjectId) -> Option<String> {
        let bytes = self.objects.get(&id, gix_object::Kind::Commit)?;
        let message = CommitRefIter::from_bytes(&bytes, Kind::Sha1).message().ok()?;
        let message = String::from_utf8_lossy(message);
        let line = message.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        Some(line.chars().filter(|letter| !letter.is_control()).take(MOST_SUBJECT).collect())
    }

    /// The regular files of a commit by path, each with the id of its content. A path that leads out of a folder, or into
    /// `.git`, and the name of a secret are left out.
    pub fn files(&self, commit: CommitName) -> Result<TreeFiles, RangeError> {
        let listed = || listed::tree(&self.objects, self.parts(commit.id())?.0);
        let listed = guarded(listed).unwrap_or_else(|said| Err(Off::Panic(said).into()))?;
        let named = listed.into_iter().filter_map(|(path, id)| Some((text(&path).filter(|it| is_inside(it))?, id?)));
        Ok(TreeFiles(named.collect()))
    }

    /// The bytes of a content; `None` where it is missing, damaged or too large.
    pub fn content(&self, id: &ObjectId) -> Option<Vec<u8>> {
        guarded(|| self.objects.get(id, gix_object::Kind::Blob)).ok().flatten()
    }
}

/// Whether a path leads to a file below its folder that is none of git's.
fn is_inside(path: &str) -> bool {
    let is_plain = |part: Component<'_>| match part {
        Component::Normal(name) => !name.eq_ignore_ascii_case(".git"),
        _ => false,
    };
    Path::new(path).components().all(is_plain)
}

/// The regular files of one commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeFiles(BTreeMap<String, ObjectId>);

impl TreeFiles {
    /// The paths that others have and these have not.
    pub fn gone<'t>(&'t self, before: &'t Self) -> impl Iterator<Item = &'t str> {
        before.0.keys().filter(|path| !self.0.contains_key(*path)).map(String::as_str)
    }

    /// The files that others have not, or with another content.
    pub fn changed<'t>(&'t self, before: &'t Self) -> impl Iterator<Item = (&'t str, &'t ObjectId)> {
        let is_other = |(path, id): &(&String, &ObjectId)| before.0.get(*path) != Some(*id);
        self.0.iter().filter(is_other).map(|(path, id)| (path.as_str(), id))
    }
}
