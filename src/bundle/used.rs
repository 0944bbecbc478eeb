//! The files that an answer is made from, and the digest of their contents. A file that no part of the bundle speaks of
//! enters neither, so that it changes no byte and no seal.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::record::{Bundle, IndexRecord, ScipRecord};
use super::request::BundleRequest;
use crate::base::Digester;

/// How many documents of an index that are not fresh are named.
const NOT_FRESH: usize = 100;

/// The state of the index, as far as a bundle depends on it.
pub fn index(request: &BundleRequest<'_>, bundle: &Bundle) -> IndexRecord {
    let paths = paths(bundle);
    let snapshot = request.engine.snapshot;
    let mut digester = Digester::new("used");
    for beside in &request.beside {
        digester.part(&beside.0);
    }
    for path in &paths {
        digester.part(path.as_bytes()).part((request.content)(path).as_ref().map_or(&[], |content| &content.0));
    }
    let mut gaps: FxHashMap<&'static str, usize> = FxHashMap::default();
    for gap in snapshot.gaps.iter().filter(|gap| paths.contains(gap.path.as_str())) {
        *gaps.entry(gap.kind.name()).or_default() += 1;
    }
    let mut gaps: Vec<(&'static str, usize)> = gaps.into_iter().collect();
    gaps.sort_unstable();
    IndexRecord { state: digester.finish().to_string(), files: paths.len(), gaps, scip: scip(request, &paths) }
}

/// How far compilers' indexes are trusted, with their documents of these files.
fn scip(request: &BundleRequest<'_>, paths: &BTreeSet<&str>) -> Option<ScipRecord> {
    let health = request.engine.snapshot.health.as_ref()?;
    let not_fresh = || health.not_fresh.iter().filter(|document| paths.contains(document.path.as_str()));
    Some(ScipRecord {
        confidence: health.confidence,
        on_stale: request.manifest.index.on_stale,
        sources: health.sources.clone(),
        not_fresh: not_fresh().take(NOT_FRESH).cloned().collect(),
        more_not_fresh: not_fresh().count().saturating_sub(NOT_FRESH),
        unindexed: health.unindexed.iter().filter(|file| paths.contains(file.path.as_str())).count(),
    })
}

/// The paths that a bundle speaks of: its items, what they cite, the flow, and the files that are left out.
fn paths(bundle: &Bundle) -> BTreeSet<&str> {
    let mut paths = BTreeSet::new();
    for item in bundle.bands.iter().flat_map(|band| &band.items) {
        paths.insert(item.path.as_str());
        paths.extend(item.why.iter().flat_map(|why| &why.chain).map(|link| path_of(&link.at)));
    }
    paths.extend(bundle.left_out.iter().map(|it| it.path.as_str()));
    let flow = || bundle.flow.iter();
    paths.extend(flow().flat_map(|flow| &flow.hops).map(|hop| path_of(&hop.at)));
    paths.extend(flow().flat_map(|flow| &flow.boundaries).map(|it| path_of(&it.at)));
    paths
}

/// The path of a place that is written `path:line:column`.
fn path_of(place: &str) -> &str {
    place.rsplitn(3, ':').last().unwrap_or(place)
}
