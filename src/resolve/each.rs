//! Links files in parallel: all of them, or those alone that an edit may have changed.

use cg_rules::FileId;
use rayon::prelude::*;

use crate::language::Observation;
use crate::resolve::scope::table::SymbolTable;

/// How many files are linked before what was found in them is gathered: what each states in its own words is never there
/// for all files at once.
const BATCH: usize = 1024;
/// The fewest files that are worth another thread.
const FEWEST: usize = 8;

impl<'w> SymbolTable<'w> {
    /// The files that are linked, in order.
    pub fn linked(&self) -> Vec<FileId> {
        let all = || (0..).map(FileId).take(self.world.observations.len()).collect();
        self.only.clone().unwrap_or_else(all)
    }

    /// Whether all files are linked.
    pub fn links_all(&self) -> bool {
        self.only.is_none()
    }

    /// Whether a file is linked.
    pub fn is_linked(&self, file: FileId) -> bool {
        self.only.as_ref().is_none_or(|only| only.binary_search(&file).is_ok())
    }

    /// Links file by file in parallel, and yields the results in the order of the files.
    pub fn each_file<T: Send>(
        &self,
        link: impl Fn(FileId, &'w Observation) -> T + Sync,
        mut gather: impl FnMut(FileId, T),
    ) {
        for files in self.linked().chunks(BATCH) {
            let linked = files
                .par_iter()
                .with_min_len(FEWEST)
                .filter_map(|file| Some((*file, link(*file, self.observation(*file)?))));
            linked.collect::<Vec<(FileId, T)>>().into_iter().for_each(|(file, found)| gather(file, found));
        }
    }
}
