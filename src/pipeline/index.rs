//! From a repository to its facts: walk, observe what is new, relate what is new together.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cg_rules::FileId;
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::behind;
use super::compile::{self, NewSites};
use super::families::by_family;
use super::indexes::Indexes;
use super::look::{IndexError, IndexRequest, Looked, Walked, looked};
use super::observe::{self, ObservedTree, Progress};
use super::past;
use super::shared;
use super::stamp_fresh::stamp_fresh;
use super::stored::StoredSections;
use crate::base::{Digest, Gap, GapKind};
use crate::facts::{RelinkRefusal, SectionSource, Snapshot, relate};
use crate::language::{LANGUAGES, Observation, Paths, World};
use crate::parse::{self, on_threads};
use crate::scip::OpenError;
use crate::search::Searcher;
use crate::store::{Additions, KeptView, StatCache, Store, StoreError, StorePlace, root_key};
use crate::walk::Tree;

/// The store cannot be pruned.
#[derive(Debug, Error)]
pub enum PruneError {
    /// It cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// SQLite refused.
    #[error(transparent)]
    Sql(#[from] rusqlite::Error),
}

/// A repository and what is known of it.
pub struct Index {
    /// Its files.
    pub tree: Tree,
    /// Its facts.
    pub facts: Snapshot,
    /// The digest of everything the facts depend on.
    pub state: Digest,
    /// How many files were parsed in this run.
    pub n_parsed: usize,
    /// Whether the facts were related in this run, and not loaded.
    pub related: bool,
    /// The facts are those of the run before, with other places: text alone moved since.
    pub moved: bool,
    /// How many files were linked again in this run, where the facts are otherwise those of the run before; else 0.
    pub relinked: usize,
    /// The reason that all was related anew after an edit.
    pub why: Option<RelinkRefusal>,
    /// Notes about the store for the user.
    pub notes: Vec<String>,
    /// Retrieval by words; it reads nothing before its first query.
    pub searcher: Searcher,
    /// The observed state of each file, in the order of the tree.
    pub(super) seen: ObservedTree,
    /// Where its observations are kept.
    pub(super) store: StorePlace,
}

/// Indexes a repository.
pub fn index(request: &IndexRequest, progress: Progress<'_>) -> Result<Index, IndexError> {
    let walked = Walked::new(request)?;
    let store = Store::glance(&request.store, &walked.tree.root)?;
    looked(request, progress, walked, store)?.index(progress)
}

impl Looked {
    /// The index of the repository: its facts from the store, or related.
    pub fn index(self, progress: Progress<'_>) -> Result<Index, IndexError> {
        let request = self.request.clone();
        let stamped = behind::stamped(&self.indexes);
        let cas = request.cas.clone();
        let mut index = indexed(self, progress, true)?;
        if index.seen.is_torn {
            index = indexed(anew(&index, &request, progress)?, progress, false)?;
        }
        if let Some(cas) = cas {
            // A store that cannot be opened by now has nothing to share.
            let store = Store::glance(&index.store, &index.tree.root).unwrap_or_default();
            shared::share(&cas, &index.tree, &index.seen, &store, &index.state);
            index.notes.extend(cas.finish());
        }
        if let Some(health) = index.facts.health.as_mut() {
            behind::enter(health, &stamped, &index.tree.root, &index.tree.door);
        }
        index.facts.changes = past::later(index.tree.root.clone(), index.tree.door.clone(), request.store);
        Ok(index)
    }
}

/// A look at the repository where nothing is believed of what was kept of its contents: a part of that was no observation.
fn anew(index: &Index, request: &IndexRequest, progress: Progress<'_>) -> Result<Looked, IndexError> {
    let mut store = Store::open(&index.store, &index.tree.root)?;
    store.renew();
    looked(request, progress, Walked::new(request)?, store)
}

/// Indexes a tree. With `loads`, facts that the store has of the same state are taken.
fn indexed(mut looked: Looked, progress: Progress<'_>, loads: bool) -> Result<Index, IndexError> {
    looked.fetch(progress)?;
    let is_open = loads && !looked.store.has_snapshot(&looked.state);
    let changes = if is_open { looked.changes() } else { None };
    let moved = changes.as_ref().is_some_and(|changes| looked.take_moved(changes));
    let relinked = match changes.filter(|_| !moved) {
        Some(changes) => on_threads(|| looked.take_edited(&changes, progress))??,
        None => Ok(0),
    };
    let why = relinked.err();
    let relinked = relinked.unwrap_or(0);
    let Looked { state, stamp, tree, store, known, indexes, seen, .. } = &looked;
    let mut stats = seen.stats(tree, *stamp);
    stats.enter(indexes.stats());
    stats.state = Some(*state);
    let stored = StoredSections::of(store, state);
    let loaded = if loads { Snapshot::head(|section| stored.section(store, section)) } else { None };
    let is_changed = stats.files != known.files || known.stamp_is_stale(&stats);
    let is_damaged = store.is_damaged();
    let stats = (is_changed || is_damaged).then_some(stats);
    // A damaged store is made anew, and needs all sections again.
    match loaded.filter(|_| !is_damaged) {
        Some(facts) => Ok(Index { moved, relinked, ..looked.with(facts, stats.as_ref()) }),
        None => on_threads(|| looked.related(stats.as_ref(), progress))?.map(|index| Index { why, ..index }),
    }
}

impl Looked {
    /// The index with facts from the store.
    fn with(self, facts: Snapshot, stats: Option<&StatCache>) -> Index {
        let Self { request, state, stamp, tree, mut store, mut indexes, seen, .. } = self;
        let covered = indexes.new_covered.take().into_iter().collect();
        let stats = stats.map(|stats| (root_key(&tree.root), stats));
        store.add(&Additions { covered, stats, ..Additions::default() });
        let (n_parsed, notes) = (seen.n_parsed, std::mem::take(&mut store.notes));
        let (place, searcher) = (request.store.clone(), searcher(&request, &seen, state, stamp));
        let facts = facts.defer(source(request, state, store));
        let (related, moved, relinked, why) = (false, false, 0, None);
        Index { tree, facts, state, n_parsed, related, moved, relinked, why, notes, searcher, seen, store: place }
    }

    /// The index with facts made anew.
    fn related(self, stats: Option<&StatCache>, progress: Progress<'_>) -> Result<Index, IndexError> {
        let Self { request, stamp, tree, mut store, mut indexes, mut seen, .. } = self;
        let root = root_key(&tree.root);
        progress("relate", 0, 0);
        parse::return_freed(seen.n_parsed);
        seen.read_configs(&tree)?;
        if let Some(cas) = &request.cas {
            shared::take_observations(cas, &tree, &seen, &mut store)?;
        }
        let by_family = match indexes.files.is_empty() {
            true => by_family(&tree, &mut seen, &mut store)?,
            false => None,
        };
        let (facts, sites, changed) = match by_family {
            Some(facts) => (facts, Vec::new(), Vec::new()),
            None => {
                let observations = seen.all(&tree, &mut store)?;
                let configs = seen.configs();
                let keeps = request.store != StorePlace::Nowhere;
                let read = Read { observations, configs };
                let related = related(&tree, &seen, &read, &mut indexes, &store, keeps)?;
                seen.note_torn(&read.observations);
                related
            }
        };
        parse::return_freed(tree.files.len());
        if let Some(over) = facts.over() {
            return Err(IndexError::Over(over));
        }
        seen.gaps.extend(changed);
        // Files may have changed meanwhile, and an index that is fresh may have got its stamp: the snapshot is kept
        // under the digest of what was used.
        let state = super::look::state(&tree, &seen, &indexes);
        store.add(&Additions {
            snapshot: Some((state, facts.sections())),
            sites,
            covered: indexes.new_covered.take().into_iter().collect(),
            stats: stats.map(|stats| (root, stats)),
            ..Additions::default()
        });
        let (searcher, n_parsed) = (searcher(&request, &seen, state, stamp), seen.n_parsed);
        let (notes, store) = (store.notes, request.store.clone());
        let (related, moved, relinked, why) = (true, false, 0, None);
        Ok(Index { tree, facts, state, n_parsed, related, moved, relinked, why, notes, searcher, seen, store })
    }
}

impl Index {
    /// The digest of the content of a path, as it was when the facts were made; `None` where they do not depend on it.
    pub fn content(&self, path: &str) -> Option<Digest> {
        let at = self.tree.files.binary_search_by(|entry| (*entry.path).as_bytes().cmp(path.as_bytes())).ok()?;
        self.seen.contents.get(at).copied().flatten()
    }

    /// The file of the store, where there is one.
    pub fn store_file(&self) -> Option<PathBuf> {
        Store::glance(&self.store, &self.tree.root).ok()?.file().map(Path::to_owned)
    }

    /// The view that is kept under a key, where it is no older than so many nanoseconds.
    pub fn view(&self, key: &Digest, most_age: i64) -> Option<Vec<u8>> {
        // A store that cannot be opened by now knows none; the run has said so.
        let store = Store::glance(&self.store, &self.tree.root).unwrap_or_default();
        store.view(key, self.searcher.stamp.saturating_sub(most_age))
    }

    /// Keeps a view of this index under its key, where everything was read, and as the look has seen it.
    pub fn keep_view(&self, content: &Digest, key: &Digest, body: Vec<u8>, most_age: i64) {
        let stamp = self.searcher.stamp;
        // The history may have moved as well.
        let is_same = || super::look::content(&self.tree, &self.seen, stamp, &self.state).as_ref() == Some(content);
        if is_proved(&self.tree, stamp) && is_same() {
            kept_view(&self.store, &self.tree, stamp, key, body, most_age);
        }
    }
}

/// Whether everything that was read is as the look has seen it.
pub(super) fn is_proved(tree: &Tree, stamp: i64) -> bool {
    let is_settled = || tree.files.iter().all(|entry| entry.stat.is_settled(stamp));
    !tree.has_moved() && parse::refused().is_none() && is_settled()
}

/// Keeps a view.
pub(super) fn kept_view(place: &StorePlace, tree: &Tree, stamp: i64, key: &Digest, body: Vec<u8>, most_age: i64) {
    // A store that cannot be opened by now keeps nothing; the run has said so.
    let mut store = Store::open(place, &tree.root).unwrap_or_default();
    let view = KeptView { key: *key, made: stamp, oldest: stamp.saturating_sub(most_age), body };
    store.add(&Additions { view: Some(view), ..Additions::default() });
}

pub(super) fn searcher(request: &IndexRequest, seen: &ObservedTree, state: Digest, stamp: i64) -> Searcher {
    Searcher::new(seen.contents.clone(), seen.languages.clone(), request.store.clone(), state, stamp)
}

/// The store as the source of the sections of a state. Where it has lost one, or other runs have pushed the state out
/// meanwhile, the repository is related again, and the store keeps that.
fn source(request: IndexRequest, state: Digest, store: Store) -> SectionSource {
    let store = Arc::new(Mutex::new(Some(store)));
    let reader = store.clone();
    let stored = OnceLock::new();
    let read = move |section: &str| {
        let store = reader.lock().unwrap_or_else(PoisonError::into_inner);
        let store = store.as_ref()?;
        stored.get_or_init(|| StoredSections::of(store, &state)).section(store, section)
    };
    let relate = move || {
        let store = store.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let again = || indexed(looked(&request, &|_, _, _| {}, Walked::new(&request)?, store)?, &|_, _, _| {}, false);
        let again = again().ok().filter(|again| again.state == state)?;
        Some((again.facts.to_sections(), again.notes))
    };
    SectionSource::new(read, relate)
}

/// Removes from the store what no file of the tree needs; the number of observations that went.
pub fn prune(request: &IndexRequest, index: &Index) -> Result<usize, PruneError> {
    let mut store = Store::open(&request.store, &index.tree.root)?;
    Ok(store.prune(&index.seen.kept())?)
}

/// The inputs of relating.
struct Read {
    observations: Vec<Option<Observation>>,
    configs: FxHashMap<FileId, String>,
}

/// The facts, the sites that the store does not know yet, and a gap for each file that changed while it was held against
/// an index.
fn related(
    tree: &Tree,
    seen: &ObservedTree,
    read: &Read,
    indexes: &mut Indexes,
    store: &Store,
    keeps: bool,
) -> Result<(Snapshot, NewSites, Vec<Gap>), OpenError> {
    let paths = Paths::new(tree.files.iter().map(|entry| entry.path.clone()).collect());
    let Read { observations, configs } = read;
    let world =
        World { paths: &paths, observations, table: LANGUAGES, languages: &seen.languages, configs, unread: None };
    let mut gaps: Vec<Gap> = tree.gaps.iter().chain(&seen.gaps).cloned().collect();
    if indexes.files.is_empty() {
        return Ok((relate(&world, gaps, None), Vec::new(), Vec::new()));
    }
    indexes.locate(tree)?;
    let repository = compile::Repository { tree, seen, world: &world, store };
    let mut changed = BTreeSet::new();
    let mut hold = |indexes: &mut Indexes| {
        let (decoded, stamps) = indexes.held();
        compile::hold(decoded, &stamps, &repository, &mut changed)
    };
    let mut held = hold(indexes);
    if keeps && stamp_fresh(indexes, &repository, &held) > 0 {
        let sites = std::mem::take(&mut held.new_sites);
        held = hold(indexes);
        held.new_sites = sites;
    }
    let detail = "it changed while an index was held against it";
    let gap = |file: &FileId| observe::gap(&tree.files[file.0 as usize], GapKind::Unreadable, detail.to_owned());
    let changed: Vec<Gap> = changed.iter().map(gap).collect();
    gaps.extend(changed.iter().cloned());
    let mut facts = relate(&world, gaps, Some(&held.compiled(indexes.held().0)));
    facts.health = Some(held.health);
    Ok((facts, held.new_sites, changed))
}
