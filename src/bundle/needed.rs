//! The sites that must be read: each may be a place to change, in a test as well. And the lines that inputs name.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::view::{Page, block_around};
use crate::manifest::Band;
use crate::plan::{Plan, Step, StepSource};
use crate::primitive::Role;

/// The queries of `must_read` that answer with sites.
pub struct NeededSites<'a> {
    queries: FxHashSet<&'a str>,
    lines: FxHashMap<FileId, Vec<u32>>,
    given: FxHashMap<FileId, Vec<u32>>,
}

impl<'a> NeededSites<'a> {
    /// Collects the queries of a plan, and the files of their sites.
    pub fn of(plan: &'a Plan) -> Self {
        let bands = plan.bands.iter().filter(|band| band.band == Band::MustRead);
        let has_sites =
            |step: &&Step| step.primitive().is_some_and(|it| it.role == Role::Exact || it.role.is_of_places());
        let steps = || bands.clone().flat_map(|band| &band.steps).filter(has_sites);
        let mut lines: FxHashMap<FileId, Vec<u32>> = FxHashMap::default();
        for hit in steps().flat_map(|step| &step.kept).filter(|hit| !hit.lines.is_empty()) {
            lines.entry(hit.file).or_default().extend(&hit.lines);
        }
        let mut given: FxHashMap<FileId, Vec<u32>> = FxHashMap::default();
        let inputs = plan.bands.iter().flat_map(|band| &band.steps).filter(|step| step.source == StepSource::Input);
        for hit in inputs.flat_map(|step| &step.kept).filter(|hit| !hit.lines.is_empty()) {
            given.entry(hit.file).or_default().extend(&hit.lines);
        }
        Self { queries: steps().map(|step| step.name.as_str()).collect(), lines, given }
    }

    /// The blocks around the lines of a file that inputs name: `cart_test.rb:6` is the test that failed there.
    pub fn blocks(&self, file: FileId, page: &Page<'_>) -> impl Iterator<Item = u32> {
        let lines = self.given.get(&file).map_or(&[][..], Vec::as_slice);
        let blocks: Vec<(u32, u32)> = lines.iter().map(|line| block_around(page, *line)).collect();
        blocks.into_iter().flat_map(|(first, last)| first..=last)
    }

    /// Whether a file has such sites.
    pub fn is_in(&self, file: FileId) -> bool {
        self.lines.contains_key(&file)
    }

    /// The lines of a file's sites.
    pub fn lines(&self, file: FileId) -> &[u32] {
        self.lines.get(&file).map_or(&[], Vec::as_slice)
    }

    /// Whether a step is such a query.
    pub fn is_of(&self, step: &Step) -> bool {
        self.queries.contains(step.name.as_str())
    }
}
