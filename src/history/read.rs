//! Reads a history: first parents from the head back, as far as it is not known already.
//!
//! First parents, because a merge is then one commit with all that its branch changed, as a squashed one is; on seven
//! public repositories this finds what changes together as well as all commits do, at a third of the reading.

use std::path::Path;

use gix_diff::tree::State;
use gix_hash::{Kind, ObjectId};
use gix_object::CommitRefIter;
use gix_object::bstr::{BString, ByteSlice};
use rustc_hash::{FxHashMap, FxHashSet};

use super::diff::{Difference, MOST_PATHS, diff};
use super::head::{Head, Off, head};
use super::log::{CommitName, History, HistoryEnd, PastCommit};
use super::objects::Objects;
use super::rename::renamed;
use crate::parse::guarded;
use crate::walk::{Door, is_secret};

/// The most commits that are read.
pub const MOST_COMMITS: usize = 20_000;

/// Reads the history of the repository at a root, `most` commits or more where they are known. The flag says whether
/// anything is new.
pub fn read(root: &Path, door: &Door, most: usize, known: &[History]) -> Result<(History, bool), Off> {
    read_from(root, door, None, most, known)
}

/// The same, from another commit back than the head.
pub fn read_from(
    root: &Path,
    door: &Door,
    first: Option<CommitName>,
    most: usize,
    known: &[History],
) -> Result<(History, bool), Off> {
    guarded(|| {
        let mut head = head(root, door)?;
        head.name = first.unwrap_or(head.name);
        let known = Known::new(known);
        let (found, is_new) = Reader::new(&head, &known).read(most.min(MOST_COMMITS));
        let has_none = found.commits.is_empty() && matches!(found.end, HistoryEnd::Broken(_));
        if has_none && head.door.file(&head.objects.join("info/alternates")).is_ok() {
            return Err(Off::Alternates);
        }
        Ok((found, is_new))
    })
    .unwrap_or_else(|said| Err(Off::Panic(said)))
}

/// The commits that were read before.
struct Known<'k> {
    histories: &'k [History],
    /// The history of a commit, and its place there.
    places: FxHashMap<CommitName, (usize, usize)>,
}

impl<'k> Known<'k> {
    fn new(histories: &'k [History]) -> Self {
        let mut places = FxHashMap::default();
        for (number, history) in histories.iter().enumerate() {
            for (at, commit) in history.commits.iter().enumerate() {
                places.entry(commit.name).or_insert((number, at));
            }
        }
        Self { histories, places }
    }
}

struct Reader<'r> {
    head: &'r Head,
    known: &'r Known<'r>,
    objects: Option<Objects<'r>>,
    state: State,
    numbers: FxHashMap<String, u32>,
    history: History,
    is_new: bool,
}

impl<'r> Reader<'r> {
    fn new(head: &'r Head, known: &'r Known<'r>) -> Self {
        let history = History { paths: Vec::new(), commits: Vec::new(), end: HistoryEnd::Bound(head.name) };
        let (objects, state, numbers) = (None, State::default(), FxHashMap::default());
        Self { head, known, objects, state, numbers, history, is_new: false }
    }

    fn read(mut self, most: usize) -> (History, bool) {
        while let HistoryEnd::Bound(next) = self.history.end
            && self.history.commits.len() < most
        {
            match self.known.places.get(&next) {
                Some(&(number, at)) => self.take(&self.known.histories[number], at),
                None => self.step(next),
            }
        }
        (self.history, self.is_new)
    }

    /// Takes what is known from a commit on. What a shallow clone leaves out, or no longer does, is looked at again.
    fn take(&mut self, known: &History, first: usize) {
        for commit in &known.commits[first..] {
            let is_last = self.history.commits.len() >= MOST_COMMITS;
            let is_boundary = self.head.shallow.contains(&commit.name);
            let was_boundary = known.end == HistoryEnd::Shallow && known.commits.last() == Some(commit);
            if is_last || is_boundary != was_boundary {
                self.history.end = HistoryEnd::Bound(commit.name);
                if !is_last {
                    self.step(commit.name);
                }
                return;
            }
            // What is kept is bytes that might be anything.
            let mut number = |at: &u32| self.number(known.paths.get(*at as usize).cloned().unwrap_or_default());
            let renamed = commit.renamed.iter().map(|(new, old)| (number(new), number(old))).collect();
            let paths = commit.paths.iter().map(number).collect();
            self.history.commits.push(PastCommit { paths, renamed, ..*commit });
        }
        self.history.end = known.end;
        if let HistoryEnd::Broken(next) = known.end {
            self.step(next);
        }
    }

    /// Reads one commit.
    fn step(&mut self, name: CommitName) {
        let broken = HistoryEnd::Broken(name);
        let Some((tree, parent)) = self.commit(name) else {
            self.history.end = broken;
            return;
        };
        let is_boundary = self.head.shallow.contains(&name);
        let older = match parent.filter(|_| !is_boundary) {
            None => Some(None),
            Some(parent) => self.commit(parent).map(|(tree, _)| Some(tree)),
        };
        let found = match older {
            _ if is_boundary => Some(Difference::default()),
            Some(older) => {
                let Self { objects: Some(objects), state, .. } = self else { return };
                diff(objects, older.as_ref(), &tree, state)
            }
            None => None,
        };
        let Some(found) = found else {
            self.history.end = broken;
            return;
        };
        let commit = self.changed(name, found);
        self.history.commits.push(commit);
        self.is_new = true;
        self.history.end = match parent {
            _ if is_boundary => HistoryEnd::Shallow,
            Some(parent) => HistoryEnd::Bound(parent),
            None => HistoryEnd::Root,
        };
    }

    /// The tree and the first parent of a commit.
    fn commit(&mut self, name: CommitName) -> Option<(ObjectId, Option<CommitName>)> {
        let head = self.head;
        let objects = self.objects.get_or_insert_with(|| Objects::open(head));
        let bytes = objects.get(&name.id(), gix_object::Kind::Commit)?;
        let mut parts = CommitRefIter::from_bytes(&bytes, Kind::Sha1);
        let tree = parts.tree_id().ok()?;
        Some((tree, parts.parent_ids().next().map(|id| CommitName::of(&id))))
    }

    /// The commit of what was found changed. Nothing of it is named where there is too much.
    fn changed(&mut self, name: CommitName, found: Difference) -> PastCommit {
        let n_found = u32::try_from(found.len()).unwrap_or(u32::MAX);
        let mut commit = PastCommit { name, n_changed: n_found, paths: Vec::new(), renamed: Vec::new() };
        if found.is_cut {
            commit.n_changed = n_found.max(MOST_PATHS as u32 + 1);
            return commit;
        }
        let Some(objects) = &self.objects else { return commit };
        let content = |id: &ObjectId| objects.get(id, gix_object::Kind::Blob);
        let pairs = renamed(&content, &found.added, &found.deleted);
        let Difference { modified, added, deleted, .. } = found;
        commit.n_changed -= u32::try_from(pairs.len()).unwrap_or(0);
        let both = |(new, old): &(usize, usize)| Some((text(&added[*new].0)?, text(&deleted[*old].0)?));
        let moved: Vec<(String, String)> = pairs.iter().filter_map(both).collect();
        commit.renamed = moved.into_iter().map(|(new, old)| (self.number(new), self.number(old))).collect();
        let renamed: FxHashSet<usize> = pairs.iter().map(|(_, old)| *old).collect();
        let gone = deleted.iter().enumerate().filter(|(at, _)| !renamed.contains(at)).map(|(_, (path, _))| path);
        let modified = modified.iter().map(|(path, _)| path);
        let all = modified.chain(added.iter().map(|(path, _)| path)).chain(gone);
        let mut paths: Vec<String> = all.filter_map(text).collect();
        paths.sort_unstable();
        paths.dedup();
        commit.paths = paths.into_iter().map(|path| self.number(path)).collect();
        commit
    }

    fn number(&mut self, path: String) -> u32 {
        let Self { numbers, history, .. } = self;
        *numbers.entry(path).or_insert_with_key(|path| {
            history.paths.push(path.clone());
            u32::try_from(history.paths.len() - 1).unwrap_or(u32::MAX)
        })
    }
}

/// A path that may be named: text without control characters that is no secret's.
pub(super) fn text(path: &BString) -> Option<String> {
    let text = path.to_str().ok().filter(|text| !text.contains(char::is_control))?;
    (!is_secret(text)).then(|| text.to_owned())
}
