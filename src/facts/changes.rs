//! `changed(Commit, File)`: what the commits of a history changed, of the files that there are. Kept beside the snapshot and
//! loaded at first use: most runs ask for no history.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use cg_rules::{ChangeGraph, CommitId, FileId, Id};

use crate::base::Digest;
use crate::history::{CommitName, History, HistoryEnd, MOST_PATHS, Off, PastCommit, present};

/// The number of commits that are read where no query says otherwise.
pub const USUAL_COMMITS: u32 = 2000;

/// The commits of a history, the newest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    /// `changed`.
    pub graph: ChangeGraph,
    /// The commits: the texts of [`CommitId`]s.
    pub commits: Vec<CommitName>,
    /// Why there are no more.
    pub end: HistoryEnd,
    /// How many commits changed so many paths that none of them is named.
    pub n_unnamed: usize,
    /// The digest of all of it.
    pub digest: Digest,
}

impl Changes {
    /// The changes of a history among the files of a snapshot.
    pub fn of(history: &History, n_files: usize, file: &dyn Fn(&str) -> Option<FileId>) -> Self {
        let commits = present(history);
        let each = commits.iter().enumerate().map(|(at, commit)| (CommitId::of(at), commit));
        let pairs: Vec<(CommitId, FileId)> =
            each.flat_map(|(at, commit)| commit.paths.iter().filter_map(move |path| Some((at, file(path)?)))).collect();
        let is_unnamed = |it: &&PastCommit| it.n_changed as usize > MOST_PATHS;
        Self {
            graph: ChangeGraph::new(n_files, &pairs, commits.iter().map(|it| it.n_changed).collect()),
            n_unnamed: history.commits.iter().filter(is_unnamed).count(),
            commits: commits.into_iter().map(|it| it.name).collect(),
            end: history.end,
            digest: history.digest(),
        }
    }

    /// The id of a commit.
    pub fn name(&self, commit: CommitId) -> Option<&CommitName> {
        self.commits.get(commit.index())
    }

    /// The facts, in order.
    pub fn facts(&self) -> Vec<(CommitName, FileId)> {
        self.graph.changed.pairs().filter_map(|(commit, file)| Some((*self.name(commit)?, file))).collect()
    }
}

/// Changes, or why there are none.
pub type LoadedChanges = Result<Arc<Changes>, Off>;

type Load = Arc<dyn Fn(u32) -> Result<History, Off> + Send + Sync>;

/// The changes of a repository, which are loaded at first use.
#[derive(Clone, Default)]
pub struct LazyChanges {
    load: Option<Load>,
    /// The changes, once loaded, and how many commits were wanted.
    loaded: Arc<Mutex<Option<(u32, LoadedChanges)>>>,
}

impl LazyChanges {
    /// Changes that are read by a function of the number of commits.
    pub fn later(load: impl Fn(u32) -> Result<History, Off> + Send + Sync + 'static) -> Self {
        Self { load: Some(Arc::new(load)), loaded: Arc::default() }
    }

    /// The changes of so many commits, or of more.
    pub fn get(&self, n_commits: u32, n_files: usize, file: &dyn Fn(&str) -> Option<FileId>) -> LoadedChanges {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = loaded.as_ref().filter(|(known, _)| *known >= n_commits) {
            return found.clone();
        }
        let history = self.load.as_ref().map_or(Err(Off::NoGit), |load| load(n_commits));
        let found = history.map(|history| Arc::new(Changes::of(&history, n_files, file)));
        *loaded = Some((n_commits, found.clone()));
        found
    }

    /// The digest of what was loaded; `None` where nothing needed it.
    pub fn digest(&self) -> Option<Digest> {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, found) = loaded.as_ref()?;
        Some(match found {
            Ok(changes) => changes.digest,
            Err(off) => Digest::of(off.to_string().as_bytes()),
        })
    }
}

/// No part of the facts of a state.
impl PartialEq for LazyChanges {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for LazyChanges {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.digest().is_some() { "read" } else { "not read" })
    }
}
