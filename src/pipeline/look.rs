//! The look at a repository: which files there are and which content each has, before any fact is loaded.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use thiserror::Error;

use super::indexes::{Indexes, ScipSelection};
use super::observe::{self, Exhausted, ObservedTree, Progress};
use super::shared;
use crate::base::{Digest, Digester};
use crate::facts::{Over, SNAPSHOT};
use crate::history;
use crate::language::{EXTRACTOR, LANGUAGES};
use crate::parse::{NoThreads, on_threads, share_heap};
use crate::scip::OpenError;
use crate::store::{Cas, StatCache, Store, StoreError, StorePlace, root_key};
use crate::walk::{self, Tree, WalkError};

/// The most files that an edit reads.
pub(super) const MOST_EDITED: usize = 256;

/// A repository to index, and the settings.
#[derive(Clone, Debug)]
pub struct IndexRequest {
    /// The root of the repository.
    pub root: PathBuf,
    /// Where what was learned is kept.
    pub store: StorePlace,
    /// The store that machines share, if there is one.
    pub cas: Option<Arc<Cas>>,
    /// Hash every file, whatever its stat says.
    pub verify: bool,
    /// Which compilers' indexes are read.
    pub scip: ScipSelection,
}

/// The repository cannot be indexed.
#[derive(Debug, Error)]
pub enum IndexError {
    /// It cannot be walked.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// The store of `--store` cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no more files to open.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// No thread can be made that may parse.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// The facts are more than there are numbers for.
    #[error("{} has {} rows or bytes, and there is room for {}", .0.what, .0.size, .0.most)]
    Over(Over),
    /// A compiler's index that was named cannot be read.
    #[error(transparent)]
    Scip(#[from] OpenError),
}

/// A tree, and the time at which its walk began.
pub(super) struct Walked {
    pub stamp: i64,
    pub tree: Tree,
}

impl Walked {
    pub fn new(request: &IndexRequest) -> Result<Self, WalkError> {
        Ok(Self { stamp: now(), tree: walk::walk(&request.root)? })
    }
}

/// A repository whose files and contents are known, and whose facts are not loaded yet.
pub struct Looked {
    /// The request.
    pub request: IndexRequest,
    /// The digest of everything the facts depend on.
    pub state: Digest,
    pub(super) stamp: i64,
    pub(super) tree: Tree,
    pub(super) store: Store,
    pub(super) known: StatCache,
    pub(super) indexes: Indexes,
    pub(super) seen: ObservedTree,
    /// The files whose contents are digested, and of which no observation may be there yet.
    unread: Vec<usize>,
}

/// Looks at a repository: what is new is observed, and nothing is related.
pub fn look(request: &IndexRequest, progress: Progress<'_>) -> Result<Looked, IndexError> {
    let walked = Walked::new(request)?;
    let store = Store::glance(&request.store, &walked.tree.root)?;
    looked(request, progress, walked, store)
}

/// A repository at the first sight: nothing is read but stats, and nothing is written.
pub struct Glanced(Result<Box<Looked>, Walked>);

/// Glances at a repository; `None` where it cannot be walked.
pub fn glance(request: &IndexRequest) -> Option<Glanced> {
    let Walked { stamp, tree } = Walked::new(request).ok()?;
    let Some(store) = Store::resting(&request.store, &tree.root) else {
        return Some(Glanced(Err(Walked { stamp, tree })));
    };
    let known = known(request, &tree, &store);
    Some(Glanced(match sighted(request, &tree, &store, &known) {
        Ok((indexes, seen, open)) if open.is_empty() && !store.is_damaged() => {
            let (request, state) = (request.clone(), state(&tree, &seen, &indexes));
            Ok(Box::new(Looked { request, state, stamp, tree, store, known, indexes, seen, unread: open }))
        }
        _ => Err(Walked { stamp, tree }),
    }))
}

impl Glanced {
    /// The repository, where every content is known by its stat.
    pub fn known(&self) -> Option<&Looked> {
        self.0.as_deref().ok()
    }

    /// The repository as [`look`] sees it with other indexes of compilers, or the same: it is not walked again.
    pub fn look(self, request: &IndexRequest, progress: Progress<'_>) -> Result<Looked, IndexError> {
        let walked = match self.0 {
            Ok(looked) if looked.request.scip == request.scip => return Ok(*looked),
            Ok(looked) => Walked { stamp: looked.stamp, tree: looked.tree },
            Err(walked) => walked,
        };
        let store = Store::glance(&request.store, &walked.tree.root)?;
        looked(request, progress, walked, store)
    }
}

/// The stats that the store knows of a tree.
fn known(request: &IndexRequest, tree: &Tree, store: &Store) -> StatCache {
    if request.verify { StatCache::default() } else { store.stats(&root_key(&tree.root)) }
}

/// The indexes of compilers; the content of each file, so far as its stat proves it; and the files whose content is open.
fn sighted(
    request: &IndexRequest,
    tree: &Tree,
    store: &Store,
    known: &StatCache,
) -> Result<(Indexes, ObservedTree, Vec<usize>), IndexError> {
    let mut indexes = Indexes::find(tree, &request.scip, known)?;
    let covered = indexes.covered(tree, store)?;
    let (seen, open) = observe::look(tree, known, &covered)?;
    Ok((indexes, seen, open))
}

/// Looks at a tree that is walked.
pub(super) fn looked(
    request: &IndexRequest,
    progress: Progress<'_>,
    Walked { stamp, tree }: Walked,
    mut store: Store,
) -> Result<Looked, IndexError> {
    let mut known_stats = known(request, &tree, &store);
    if store.is_damaged() && store.is_glance() {
        // Another process may have written in the middle of it.
        store = Store::open(&request.store, &tree.root)?;
        known_stats = store.stats(&root_key(&tree.root));
    }
    let known = known_stats;
    let (indexes, mut seen, open) = sighted(request, &tree, &store, &known)?;
    if (1..=MOST_EDITED).contains(&open.len()) && !known.files.is_empty() {
        share_heap();
    }
    // Threads cost more than all else of a run that finds everything known.
    let mut unread = Vec::new();
    if request.cas.is_some() {
        on_threads(|| seen.digest(&tree, &open))??;
        unread = open;
    } else if !open.is_empty() {
        on_threads(|| seen.read(&tree, open, &mut store, progress))??;
    }
    let state = state(&tree, &seen, &indexes);
    Ok(Looked { request: request.clone(), state, stamp, tree, store, known, indexes, seen, unread })
}

impl Looked {
    /// Makes sure that the store has the snapshot, or else the observations of every file: from the store that machines
    /// share, so far as that has them.
    pub(super) fn fetch(&mut self, progress: Progress<'_>) -> Result<(), IndexError> {
        let Some(cas) = self.request.cas.clone() else { return Ok(()) };
        if shared::take_snapshot(&cas, &mut self.store, &self.state) {
            return Ok(());
        }
        let mut unread = std::mem::take(&mut self.unread);
        let (tree, seen, store) = (&self.tree, &mut self.seen, &mut self.store);
        on_threads(|| {
            shared::take_observations(&cas, tree, seen, store)?;
            unread.retain(|at| seen.contents[*at].is_some());
            if unread.is_empty() { Ok(()) } else { seen.read(tree, unread, store, progress) }
        })??;
        self.state = state(&self.tree, &self.seen, &self.indexes);
        Ok(())
    }

    /// The digest of everything that an answer depends on: the facts, the history, and the stats of the files whose
    /// contents the facts do not depend on. `None` where one of these changed so lately that its stat proves nothing.
    pub fn content(&self) -> Option<Digest> {
        content(&self.tree, &self.seen, self.stamp, &self.state)
    }

    /// Notes about the store for the user.
    pub fn notes(&self) -> &[String] {
        &self.store.notes
    }

    /// The view that is kept under a key, where it is no older than so many nanoseconds.
    pub fn view(&self, key: &Digest, most_age: i64) -> Option<Vec<u8>> {
        self.store.view(key, self.stamp.saturating_sub(most_age))
    }
}

/// The digest of what an answer over a tree depends on.
pub(super) fn content(tree: &Tree, seen: &ObservedTree, stamp: i64, state: &Digest) -> Option<Digest> {
    let mut digester = Digester::new("content");
    digester.part(&state.0).part(&tree.n_secret.to_le_bytes());
    for path in &tree.secret {
        digester.part(path.as_bytes());
    }
    digester.part(&history::identity(&tree.root, &tree.door).0);
    for (entry, _) in tree.files.iter().zip(&seen.contents).filter(|(_, content)| content.is_none()) {
        let stat = entry.stat;
        if !stat.is_settled(stamp) {
            return None;
        }
        digester.part(&stat.size.to_le_bytes()).part(&stat.modified.to_le_bytes());
        digester.part(&stat.changed.to_le_bytes()).part(&stat.inode.to_le_bytes());
    }
    Some(digester.finish())
}

/// The state at hand, as [`state_of`].
pub(super) fn state(tree: &Tree, seen: &ObservedTree, indexes: &Indexes) -> Digest {
    state_of(tree, seen, &seen.contents, indexes)
}

/// The digest of everything the facts depend on: the version of the code, every path, and the content of what is read.
pub(super) fn state_of(tree: &Tree, seen: &ObservedTree, contents: &[Option<Digest>], indexes: &Indexes) -> Digest {
    let mut digester = Digester::new("state");
    indexes.enter(&mut digester);
    digester.part(env!("CARGO_PKG_VERSION").as_bytes());
    digester.part(&EXTRACTOR.to_le_bytes()).part(&SNAPSHOT.to_le_bytes());
    for language in LANGUAGES {
        digester.part(language.name.as_bytes());
    }
    digester.part(&tree.files.len().to_le_bytes());
    for (entry, content) in tree.files.iter().zip(contents) {
        digester.part(entry.path.as_bytes());
        digester.part(content.as_ref().map_or(&[], |content| &content.0));
    }
    for gap in tree.gaps.iter().chain(&seen.gaps) {
        digester.part(gap.path.as_bytes()).part(gap.kind.name().as_bytes()).part(gap.detail.as_bytes());
    }
    digester.finish()
}

/// The time in nanoseconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}
