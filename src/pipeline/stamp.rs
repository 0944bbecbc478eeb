//! From an index that fits its files to the stamp that proves it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::index::{Index, IndexError, IndexRequest};
use super::indexes::Indexes;
use crate::base::Digest;
use crate::scip::{Content, Stamp, StampTool, Verdict, stamp_path};
use crate::store::StatCache;

/// The stamp of the first index of a request, and the path where it belongs. Documents that do not fit their files are
/// not in it. Contents are read anew: a stamp rests on no cache.
pub fn stamp(request: &IndexRequest, index: &Index) -> Result<Option<(PathBuf, Stamp)>, IndexError> {
    let Some(health) = &index.facts.health else { return Ok(None) };
    let mut indexes = Indexes::find(&index.tree, &request.scip, &StatCache::default())?;
    let Some(path) = indexes.files.first().map(|file| stamp_path(&file.path)) else { return Ok(None) };
    indexes.locate(&index.tree)?;
    let (decoded, _) = indexes.held();
    let Some(source) = decoded.sources.first() else { return Ok(None) };
    let is_wrong = |path: &str| {
        let found = health.not_fresh.binary_search_by(|it| it.path.as_str().cmp(path)).ok();
        found.is_some_and(|at| !matches!(health.not_fresh[at].verdict, Verdict::Fresh | Verdict::Unverifiable))
    };
    let fitting = decoded.documents.iter().filter(|document| document.source == 0 && !is_wrong(&document.path));
    let documents: BTreeMap<String, Content> = fitting
        .filter_map(|document| {
            let text = index.tree.read(&document.path).ok()?;
            Some((document.path.to_string(), Content::of(Digest::of(&text), text.len() as u64)))
        })
        .collect();
    let tool = StampTool { name: source.tool.clone(), version: source.version.clone() };
    let unindexed = health.unindexed.iter().map(|it| it.path.clone()).collect();
    Ok(Some((path, Stamp::new(Content::of(source.digest, source.bytes), tool, documents, unindexed))))
}
