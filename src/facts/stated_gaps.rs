//! The gaps of a repository: those of the walk and of reading, of imports and manifests, and those that files state.

use cg_rules::FileId;

use crate::base::{Gap, printable};
use crate::language::World;

/// The gaps that the observations of some files state.
pub fn stated_gaps(world: &World<'_>, files: impl IntoIterator<Item = FileId>) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for file in files {
        let Some(observation) = &world.observations[file.0 as usize] else { continue };
        let path = world.paths.path(file);
        gaps.extend(observation.gaps.iter().map(|gap| Gap {
            path: path.to_owned(),
            at: gap.at,
            kind: gap.kind,
            detail: gap.detail.to_string(),
        }));
    }
    gaps
}

/// Gaps in order, each once, in letters that can be printed.
pub fn sorted(mut gaps: Vec<Gap>) -> Vec<Gap> {
    // A detail may quote a file.
    gaps.iter_mut().for_each(|gap| gap.detail = printable(&gap.detail).into_owned());
    gaps.sort_unstable();
    gaps.dedup();
    gaps
}
