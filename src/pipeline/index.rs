//! From a repository to its facts.

use std::path::Path;

use cg_rules::FileId;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::base::{Gap, GapKind, Position};
use crate::facts::{Snapshot, relate};
use crate::language::{self, Observation, Paths, World};
use crate::parse;
use crate::walk::{self, Tree, WalkError};

/// The largest file that is parsed, in bytes.
const MAX_BYTES: u64 = 2 * 1024 * 1024;

/// The repository cannot be indexed.
#[derive(Debug, Error)]
pub enum IndexError {
    /// It cannot be walked.
    #[error(transparent)]
    Walk(#[from] WalkError),
}

/// A repository and what is known of it.
pub struct Index {
    /// Its files.
    pub tree: Tree,
    /// Its facts.
    pub facts: Snapshot,
}

/// Indexes a repository.
pub fn index(root: &Path) -> Result<Index, IndexError> {
    let tree = walk::walk(root)?;
    let mut gaps = tree.gaps.clone();
    let languages: Vec<Option<usize>> = tree.files.iter().map(|entry| language::of_path(&entry.path)).collect();
    let observed: Vec<Result<Option<Observation>, Gap>> = tree
        .files
        .par_iter()
        .zip(&languages)
        .map(|(entry, language)| match language {
            Some(language) if entry.stat.size <= MAX_BYTES => {
                let content =
                    tree.read(&entry.path).map_err(|error| gap(&entry.path, GapKind::Unreadable, error.kind()))?;
                Ok(Some(parse::observe(*language, &content)))
            }
            Some(_) => {
                Err(gap(&entry.path, GapKind::TooLarge, format!("{} bytes; the limit is {MAX_BYTES}", entry.stat.size)))
            }
            None => Ok(None),
        })
        .collect();
    let observations = observed.into_iter().map(|observed| {
        observed.unwrap_or_else(|gap| {
            gaps.push(gap);
            None
        })
    });
    let observations: Vec<Option<Observation>> = observations.collect();
    let paths = Paths::new(tree.files.iter().map(|entry| entry.path.clone()).collect());
    let configs = configs(&tree, &paths);
    let world = World { paths: &paths, observations: &observations, languages: &languages, configs: &configs };
    let facts = relate(&world, gaps);
    Ok(Index { tree, facts })
}

fn configs(tree: &Tree, paths: &Paths) -> FxHashMap<FileId, String> {
    let configs = paths.iter().filter(|(_, path)| language::is_config(path));
    let texts = configs.filter_map(|(file, path)| Some((file, String::from_utf8(tree.read(path).ok()?).ok()?)));
    texts.collect()
}

fn gap(path: &str, kind: GapKind, detail: impl ToString) -> Gap {
    Gap { path: path.to_owned(), at: Position::default(), kind, detail: detail.to_string() }
}
