//! Finds where imports lead, by the resolvers.

use cg_rules::FileId;
use rayon::prelude::*;

use super::keyed::Number as _;
use super::table::SymbolTable;
use crate::language::Resolution;

/// The fewest files whose imports are worth another thread.
const FEWEST: usize = 64;

impl SymbolTable<'_> {
    /// Finds where the imports of each file lead, but for those of which it is known.
    pub(in crate::resolve) fn resolve_imports(&mut self, mut kept: Vec<Option<Vec<Resolution>>>) {
        kept.resize_with(self.world.observations.len(), || None);
        let files = kept.into_par_iter().enumerate().with_min_len(FEWEST);
        let resolved = files.map(|(at, kept)| kept.unwrap_or_else(|| self.resolved_imports(FileId::of(at))));
        self.resolutions = resolved.collect();
    }

    /// Where the imports of a file lead.
    pub fn resolved_imports(&self, file: FileId) -> Vec<Resolution> {
        let (Some(observation), Some(resolver)) = (self.observation(file), self.resolver(file.0 as usize)) else {
            return Vec::new();
        };
        observation.imports.iter().map(|site| resolver.resolve(file, observation, site)).collect()
    }
}
