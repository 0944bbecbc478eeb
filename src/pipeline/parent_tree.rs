//! The files of one commit in a private folder, so that a state of the past is indexed as the present is.

use std::io;

use thiserror::Error;

use super::index::{Index, index};
use super::look::{IndexError, IndexRequest};
use super::observe::Progress;
use super::past;
use crate::history::{CommitName, RangeError, Replay, ReplaySource, TreeFiles};
use crate::language;
use crate::store::StorePlace;
use crate::walk::{Scratch, ScratchRemover};

/// The files of a commit cannot be written or indexed.
#[derive(Debug, Error)]
pub enum ParentError {
    /// An object of the commit is missing or damaged.
    #[error(transparent)]
    History(#[from] RangeError),
    /// The source file of this path is missing or damaged.
    #[error("the content of `{path}` is missing or damaged")]
    Content {
        /// The path.
        path: String,
    },
    /// The folder cannot be made or written.
    #[error("the folder for past states cannot be written: {0}")]
    Disk(#[from] io::Error),
    /// The files cannot be indexed.
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// A folder with the files of one commit; it goes when this is dropped.
pub struct ParentTree {
    scratch: Scratch,
    files: TreeFiles,
}

impl ParentTree {
    /// An empty one.
    pub fn new() -> io::Result<Self> {
        Ok(Self { scratch: Scratch::new("cg-bundle-eval")?, files: TreeFiles::default() })
    }

    /// Removes the folder from elsewhere.
    pub fn remover(&self) -> ScratchRemover {
        self.scratch.remover()
    }

    /// Writes the files of a commit, as far as they differ from those that are there.
    pub fn move_to(&mut self, replay: &Replay<'_>, commit: CommitName) -> Result<(), ParentError> {
        let wanted = replay.files(commit)?;
        // Until all is written, nothing is known of the folder.
        let before = std::mem::take(&mut self.files);
        let moved = self.written(replay, &before, &wanted);
        match moved {
            Ok(()) => self.files = wanted,
            Err(_) => self.scratch.clear()?,
        }
        moved
    }

    fn written(&self, replay: &Replay<'_>, before: &TreeFiles, wanted: &TreeFiles) -> Result<(), ParentError> {
        for path in wanted.gone(before) {
            self.scratch.remove(path)?;
        }
        for (path, id) in wanted.changed(before) {
            match replay.content(id) {
                Some(bytes) => self.scratch.write(path, &bytes)?,
                None if language::of_path(path).is_some() => {
                    return Err(ParentError::Content { path: path.to_owned() });
                }
                // An image or an archive past the limit; an older version of it is none of this commit.
                None => self.scratch.remove(path)?,
            }
        }
        Ok(())
    }

    /// Indexes the files that are there. Observations come from the store of the repository, and go there; its history is
    /// read from the commit back.
    pub fn index(
        &self,
        source: &ReplaySource,
        commit: CommitName,
        request: &IndexRequest,
        progress: Progress<'_>,
    ) -> Result<Index, ParentError> {
        let root = source.root().to_owned();
        let store = match &request.store {
            StorePlace::Nowhere => StorePlace::Nowhere,
            place => StorePlace::ContentsOf { root: root.clone(), place: Box::new(place.clone()) },
        };
        let here = IndexRequest { root: self.scratch.folder().to_owned(), store, ..request.clone() };
        let mut index = index(&here, progress)?;
        index.facts.changes = past::from(root, source.door().clone(), request.store.clone(), commit);
        Ok(index)
    }
}
