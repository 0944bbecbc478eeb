//! Resolves the names at a place of a file once more, step by step, in a repository that is indexed already.

use super::index::Index;
use super::look::IndexError;
use super::observe::ObservedTree;
use crate::facts::{NamePlace, TracedName, trace_place};
use crate::language::{LANGUAGES, Paths, World};
use crate::parse::on_threads;
use crate::store::Store;

impl Index {
    /// Resolves the names at a place once more, by the text alone, and keeps the steps.
    pub fn trace(&self, place: &NamePlace) -> Result<Vec<TracedName>, IndexError> {
        on_threads(|| self.traced(place))?
    }

    fn traced(&self, place: &NamePlace) -> Result<Vec<TracedName>, IndexError> {
        let mut store = Store::open(&self.store, &self.tree.root)?;
        let mut seen = self.seen.again();
        seen.read_configs(&self.tree)?;
        self.in_world(&mut seen, &mut store, |world| trace_place(world, place))
    }

    /// Runs over the observations of all files; the configurations are read.
    pub(super) fn in_world<T>(
        &self,
        seen: &mut ObservedTree,
        store: &mut Store,
        run: impl FnOnce(&World<'_>) -> T,
    ) -> Result<T, IndexError> {
        let observations = seen.all(&self.tree, store)?;
        let configs = seen.configs();
        let paths = Paths::new(self.tree.files.iter().map(|entry| entry.path.clone()).collect());
        let (observations, languages) = (&observations, &self.seen.languages);
        Ok(run(&World { paths: &paths, observations, table: LANGUAGES, languages, configs: &configs, unread: None }))
    }
}
