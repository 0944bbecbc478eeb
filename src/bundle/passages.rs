//! The passages that words found, of all files together.

use std::collections::BTreeSet;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::request::BundleRequest;
use super::view::Page;
use crate::base::word_places;
use crate::manifest::Band;
use crate::plan::Step;
use crate::primitive::{Passage, Role};
use crate::search::is_name;

/// The most passages that a query of a lower band adds to a file that must be read, or to any where a name is given.
const LATER: usize = 3;
/// A passage of so many lines more than one is printed at once.
const SHORT: u32 = 12;

/// The passages of every file that a search found.
pub struct Passages<'a> {
    /// Those of each file, the best first.
    of_file: FxHashMap<FileId, Vec<Passage>>,
    /// The files whose passages a query of `must_read` found.
    in_must_read: FxHashSet<FileId>,
    /// The names of things here that the texts have.
    names: BTreeSet<&'a str>,
    /// Whether words alone led to files: nobody named a symbol. Passages of all files come before what else is in them.
    pub alone: bool,
}

impl<'a> Passages<'a> {
    /// The passages of the answers that load files; those of `may_read` where it is promoted. `is_failure_known` says that a failing
    /// line leads to what it calls.
    pub fn of(request: &'a BundleRequest<'_>, is_failure_known: bool) -> Self {
        let mut of_file: FxHashMap<FileId, Vec<Passage>> = FxHashMap::default();
        let mut in_must_read = FxHashSet::default();
        for band in &request.plan.bands {
            for (step, hit) in band.steps.iter().flat_map(|step| step.kept.iter().map(move |hit| (step, hit))) {
                let is_wanted = || request.promoted.iter().any(|it| it == request.engine.snapshot.path(hit.file));
                let Some(found) = step.answer.passages.get(&hit.file) else { continue };
                if band.band != Band::MayRead || step.promoted || is_wanted() {
                    of_file.entry(hit.file).or_default().extend(found);
                    in_must_read.extend((band.band == Band::MustRead).then_some(hit.file));
                }
            }
        }
        of_file.values_mut().for_each(|found| found.sort_by_key(|it| (it.place, it.first)));
        let must_read = request.plan.bands.iter().filter(|band| band.band == Band::MustRead);
        let led: FxHashSet<FileId> =
            must_read.flat_map(|band| &band.steps).flat_map(|step| &step.kept).map(|hit| hit.file).collect();
        let is_given = !request.flow.is_derived && request.flow.names.iter().any(|name| !name.is_prose);
        // Beside a name that is given, or what fails, words only add to what is shown for it.
        let is_beside = |file: &FileId| led.contains(file) || is_given || is_failure_known;
        let is_later = |file: &FileId| is_beside(file) && !in_must_read.contains(file);
        of_file.iter_mut().filter(|(file, _)| is_later(file)).for_each(|(_, found)| found.truncate(LATER));
        let steps = request.plan.bands.iter().flat_map(|band| &band.steps);
        let names =
            steps.flat_map(|step| &step.answer.named).map(|name| name.rsplit(['.', ':']).next().unwrap_or(name));
        let names = names.filter(|name| is_name(name)).collect();
        Self { alone: !of_file.is_empty() && !is_given, of_file, in_must_read, names }
    }

    /// The passages of a file.
    pub fn in_file(&self, file: FileId) -> &[Passage] {
        self.of_file.get(&file).map_or(&[], Vec::as_slice)
    }

    /// The lines of the longer passages of a file that hold what the texts name: a short one is printed at once.
    pub fn named_lines(&self, file: FileId, page: &Page<'_>) -> Vec<u32> {
        let names_one = |line: &u32| {
            let text = page.line(*line).as_bytes();
            self.names.iter().any(|name| word_places(text, name.as_bytes()).next().is_some())
        };
        let inside = |passage: &Passage| passage.first..=passage.last.min(page.n_lines());
        let long = self.in_file(file).iter().filter(|passage| passage.last - passage.first >= SHORT);
        long.flat_map(inside).filter(names_one).collect()
    }

    /// Whether the passages of a file of a band are what a query of a lower band found in it.
    pub fn is_later(&self, file: FileId, band: Band) -> bool {
        band == Band::MustRead && self.of_file.contains_key(&file) && !self.in_must_read.contains(&file)
    }

    /// Whether searches, and the tests of what they find, alone lead to a file with these steps.
    pub fn lead_alone(&self, file: FileId, steps: &[&Step]) -> bool {
        let is_search = |step: &&Step| step.primitive().is_some_and(|it| matches!(it.role, Role::Found | Role::Tests));
        self.of_file.contains_key(&file) && steps.iter().all(is_search)
    }

    /// Whether a file with these steps has passages, or words alone led to it.
    pub fn decide(&self, file: FileId, steps: &[&Step]) -> bool {
        let is_search = |step: &&Step| step.primitive().is_some_and(|it| it.role == Role::Found);
        self.of_file.contains_key(&file) || self.alone && steps.iter().all(is_search)
    }
}
