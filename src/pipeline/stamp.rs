//! From an index that fits its files to the stamp that proves it, where a user asks for one.

use std::path::PathBuf;

use rustc_hash::FxHashMap;

use super::index::Index;
use super::indexes::Indexes;
use super::look::{IndexError, IndexRequest};
use super::stamp_fresh::content;
use crate::scip::{self, Stamp, Verdict, stamp_path};
use crate::store::StatCache;

/// The stamp of the first index of a request, and the path where it belongs. Documents that do not fit their files are
/// not in it; those that say nothing to be checked are, as whoever asks for a stamp says that the indexer ran just now.
/// Contents are read anew: a stamp rests on no cache.
pub fn stamp(request: &IndexRequest, index: &Index) -> Result<Option<(PathBuf, Stamp)>, IndexError> {
    let Some(health) = &index.facts.health else { return Ok(None) };
    let mut indexes = Indexes::find(&index.tree, &request.scip, &StatCache::default())?;
    let Some(path) = indexes.files.first().map(|file| stamp_path(&file.path)) else { return Ok(None) };
    indexes.locate(&index.tree)?;
    let (decoded, _) = indexes.held();
    let doubted: FxHashMap<(&str, u32), Verdict> =
        health.not_fresh.iter().map(|it| ((it.path.as_str(), it.source), it.verdict)).collect();
    let verdict = |document: &scip::Document| match doubted.get(&(&*document.path, document.source)) {
        Some(verdict @ (Verdict::Stale { .. } | Verdict::Missing)) => *verdict,
        _ => Verdict::Fresh,
    };
    let verdicts: Vec<Verdict> = decoded.documents.iter().map(verdict).collect();
    let stamp = scip::stamp(decoded, 0, &verdicts, health, |path| content(&index.tree, &index.seen, path));
    let git = || super::behind::commit(&index.tree.root, &index.tree.door);
    Ok(stamp.map(|stamp| (path, Stamp { git: git(), ..stamp })))
}
