//! The passages that words found, of all files together.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::request::BundleRequest;
use crate::manifest::Band;
use crate::plan::Step;
use crate::primitive::{Passage, Role};

/// The passages of every file that a search found.
pub struct Passages {
    /// Those of each file, the best first.
    of_file: FxHashMap<FileId, Vec<Passage>>,
    /// Whether words alone led to files: nobody named a symbol. Passages of all files come before what else is in them.
    pub alone: bool,
}

impl Passages {
    /// The passages of the answers that load files; those of `may_read` where it is promoted.
    pub fn of(request: &BundleRequest<'_>) -> Self {
        let mut of_file: FxHashMap<FileId, Vec<Passage>> = FxHashMap::default();
        for band in &request.plan.bands {
            for (step, hit) in band.steps.iter().flat_map(|step| step.kept.iter().map(move |hit| (step, hit))) {
                let is_wanted = || request.promoted.iter().any(|it| it == request.engine.snapshot.path(hit.file));
                let Some(found) = step.answer.passages.get(&hit.file) else { continue };
                if band.band != Band::MayRead || step.promoted || is_wanted() {
                    of_file.entry(hit.file).or_default().extend(found);
                }
            }
        }
        of_file.values_mut().for_each(|found| found.sort_by_key(|it| (it.place, it.first)));
        let is_given = !request.flow.is_derived && request.flow.names.iter().any(|name| !name.is_prose);
        Self { alone: !of_file.is_empty() && !is_given, of_file }
    }

    /// The passages of a file.
    pub fn in_file(&self, file: FileId) -> &[Passage] {
        self.of_file.get(&file).map_or(&[], Vec::as_slice)
    }

    /// Whether a file with these steps has passages, or words alone led to it.
    pub fn decide(&self, file: FileId, steps: &[&Step]) -> bool {
        let is_search = |step: &&Step| step.primitive().is_some_and(|it| it.role == Role::Found);
        self.of_file.contains_key(&file) || self.alone && steps.iter().all(is_search)
    }
}
