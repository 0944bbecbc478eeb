//! Compares two states of a repository: two commits, or a commit and what is staged or in the work tree.

use std::path::Path;

use gix_diff::tree::State;
use gix_hash::ObjectId;
use gix_object::bstr::BString;
use rustc_hash::{FxHashMap, FxHashSet};

use super::diff::{Difference, MOST_PATHS, diff};
use super::head::{Off, head};
use super::listed::{difference, staged, tree};
use super::merge_base::merge_base;
use super::objects::Objects;
use super::range_error::RangeError;
use super::read::text;
use super::rename::renamed;
use super::rev::Revisions;
use super::worktree::worktree;
use crate::parse::guarded;
use crate::walk::open_root;

/// Two states of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeSpec {
    /// Two commits; an empty name is `HEAD`.
    Commits {
        /// The name of the older one.
        old: String,
        /// The name of the newer one.
        new: String,
        /// The older side is the common ancestor of both.
        from_base: bool,
    },
    /// `HEAD` and the index.
    Staged,
    /// `HEAD` and the files as they are, staged or not.
    Worktree,
}

impl ChangeSpec {
    /// Reads `A..B`, `A...B`, `staged` or `worktree`. A text that is a path, such as `../x.diff`, is none.
    pub fn named(text: &str) -> Option<Self> {
        let commits = |(old, new): (&str, &str), from_base| {
            let (old, new) = (old.to_owned(), new.to_owned());
            Some(Self::Commits { old, new, from_base })
        };
        match text {
            "staged" => Some(Self::Staged),
            "worktree" => Some(Self::Worktree),
            path if path.starts_with(['.', '/']) || path.split('/').any(|part| part == "..") => None,
            range => match range.split_once("...") {
                Some(sides) => commits(sides, true),
                None => commits(range.split_once("..")?, false),
            },
        }
    }
}

/// The changed files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The files, in the order of their paths.
    pub files: Vec<FileChange>,
    /// How many are left out because their names have the shape of secrets, or are no text.
    pub n_left_out: usize,
    /// The files of the work tree that could not be compared.
    pub unread: Vec<String>,
}

/// One changed file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileChange {
    /// Its path before; `None` where it is new.
    pub old_path: Option<String>,
    /// Its path after; `None` where it is deleted.
    pub new_path: Option<String>,
    /// Its bytes before; `None` where it is new, too large, or no regular file.
    pub old: Option<Vec<u8>>,
    /// Its bytes after.
    pub new: Option<Vec<u8>>,
}

/// Compares two states of the repository at a root.
pub fn changes(root: &Path, spec: &ChangeSpec) -> Result<Comparison, RangeError> {
    guarded(|| compared(root, spec)).unwrap_or_else(|said| Err(Off::Panic(said).into()))
}

fn compared(root: &Path, spec: &ChangeSpec) -> Result<Comparison, RangeError> {
    let (root, door) = open_root(root).map_err(|error| RangeError::Walk { why: error.to_string() })?;
    let head = head(&root, &door)?;
    let objects = Objects::open(&head);
    let revisions = Revisions { head: &head, objects: &objects };
    let mut contents = FxHashMap::default();
    let mut unread = Vec::new();
    let found = match spec {
        ChangeSpec::Commits { old, new, from_base } => {
            let (mut older, newer) = (revisions.commit(old)?, revisions.commit(new)?);
            if *from_base {
                let base = merge_base(&revisions, older, newer)?;
                older = base.ok_or_else(|| RangeError::NoBase { old: old.clone(), new: new.clone() })?;
            }
            let (older, newer) = (revisions.parts(older)?.0, revisions.parts(newer)?.0);
            let found = diff(&objects, Some(&older), &newer, &mut State::default());
            found.ok_or_else(|| RangeError::Missing { id: newer.to_string() })?
        }
        ChangeSpec::Staged | ChangeSpec::Worktree => {
            let older = tree(&objects, revisions.parts(head.name.id())?.0)?;
            let mut staged = staged(&head)?;
            if *spec == ChangeSpec::Worktree {
                let found = worktree(&root, &door, &older, &staged)?;
                (staged.files, contents, unread) = (found.files, found.contents, found.unread);
            }
            difference(&older, &staged.files)?
        }
    };
    if found.is_cut {
        return Err(RangeError::TooMany { limit: MOST_PATHS, what: "changed files" });
    }
    let content = |id: &ObjectId| contents.get(id).cloned().or_else(|| objects.get(id, gix_object::Kind::Blob));
    Ok(named(found, &content, unread))
}

/// The changes by name, renames found.
fn named(found: Difference, content: &dyn Fn(&ObjectId) -> Option<Vec<u8>>, unread: Vec<String>) -> Comparison {
    let pairs = renamed(content, &found.added, &found.deleted);
    let mut changes = Comparison { unread, ..Comparison::default() };
    let mut enter = |old: Option<(&BString, Option<ObjectId>)>, new: Option<(&BString, Option<ObjectId>)>| {
        let path = |side: Option<(&BString, _)>| side.map(|(path, _)| text(path));
        let bytes = |side: Option<(_, Option<ObjectId>)>| side.and_then(|(_, id)| content(&id?));
        match (path(old), path(new)) {
            (Some(None), _) | (_, Some(None)) => changes.n_left_out += 1,
            (old_path, new_path) => changes.files.push(FileChange {
                old_path: old_path.flatten(),
                new_path: new_path.flatten(),
                old: bytes(old),
                new: bytes(new),
            }),
        }
    };
    for (path, [old, new]) in &found.modified {
        enter(Some((path, *old)), Some((path, *new)));
    }
    let side = |(path, id): &'_ (BString, ObjectId)| (path.clone(), Some(*id));
    for (new, old) in &pairs {
        let ((old_path, old), (new_path, new)) = (side(&found.deleted[*old]), side(&found.added[*new]));
        enter(Some((&old_path, old)), Some((&new_path, new)));
    }
    let (news, olds): (FxHashSet<usize>, FxHashSet<usize>) = pairs.iter().copied().unzip();
    for (at, (path, id)) in found.added.iter().enumerate() {
        if !news.contains(&at) {
            enter(None, Some((path, Some(*id))));
        }
    }
    for (at, (path, id)) in found.deleted.iter().enumerate() {
        if !olds.contains(&at) {
            enter(Some((path, Some(*id))), None);
        }
    }
    changes.files.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
    changes
}

fn key(change: &FileChange) -> (Option<&String>, Option<&String>) {
    (change.new_path.as_ref().or(change.old_path.as_ref()), change.old_path.as_ref())
}
