//! Relates the files of a repository by the families of their languages, so that in a large one the observations of one family alone
//! are in memory.

use rustc_hash::FxHashMap;

use super::observe::{Exhausted, ObservedTree};
use crate::facts::{RelatedFamilies, Snapshot, Survey};
use crate::language::{LANGUAGES, Observation, Paths, World};
use crate::parse;
use crate::store::Store;
use crate::walk::Tree;

/// The facts, related by the families of languages, so that the observations of one alone are at hand. `None` where there is no
/// family, or a file changes meanwhile. An index may lead from one family to another, so that all are related at once where there is one.
pub fn by_family(tree: &Tree, seen: &mut ObservedTree, store: &mut Store) -> Result<Option<Snapshot>, Exhausted> {
    let mut families = seen.families(tree);
    if families.is_empty() {
        return Ok(None);
    }
    let mut survey = Survey::default();
    for family in &families {
        let observations = seen.of_family(family, tree, store)?;
        survey.enter(&observations);
        seen.put_back_family(observations, (tree, store));
    }
    // Where all are held, each family leaves fewer behind for that with the most.
    if seen.holds(tree, store) {
        families.reverse();
    }
    let contents = seen.contents.clone();
    let configs = seen.configs();
    let paths = Paths::new(tree.files.iter().map(|entry| entry.path.clone()).collect());
    let languages = seen.languages.clone();
    let world = World {
        paths: &paths,
        observations: &[],
        table: LANGUAGES,
        languages: &languages,
        configs: &configs,
        unread: None,
    };
    let gaps = tree.gaps.iter().chain(&seen.gaps).cloned().collect();
    let mut related = RelatedFamilies::new(survey, &world, gaps);
    for family in families {
        let observations = seen.of_family(family, tree, store)?;
        if seen.contents != contents {
            return Ok(None);
        }
        related.relate(family, &World { observations: &observations, ..world });
        seen.note_torn(&observations);
        drop(observations);
        parse::return_freed(tree.files.len());
    }
    Ok(Some(related.finish(&world)))
}

impl ObservedTree {
    /// The families of the languages of the files, that with the most bytes first: nothing is kept of others while it is related.
    fn families(&self, tree: &Tree) -> Vec<&'static str> {
        let mut sizes: FxHashMap<&'static str, u64> = FxHashMap::default();
        for (entry, language) in tree.files.iter().zip(&self.languages) {
            let family = language.and_then(|at| LANGUAGES.get(at)).map(|language| language.family);
            family.into_iter().for_each(|family| *sizes.entry(family).or_default() += entry.stat.size);
        }
        let mut families: Vec<(&'static str, u64)> = sizes.into_iter().collect();
        families.sort_unstable_by_key(|(family, size)| (std::cmp::Reverse(*size), *family));
        families.into_iter().map(|(family, _)| family).collect()
    }

    /// The observations of the files of a family, in the order of the tree; those of others that are at hand stay here.
    fn of_family(
        &mut self,
        family: &str,
        tree: &Tree,
        store: &mut Store,
    ) -> Result<Vec<Option<Observation>>, Exhausted> {
        let languages = self.languages.clone();
        let is_of = |at: usize| languages[at].is_some_and(|language| LANGUAGES[language].family == family);
        let mut all = self.of_files(&is_of, tree, store)?;
        let of_family = |(at, it): (usize, &mut Option<Observation>)| if is_of(at) { it.take() } else { None };
        let own = all.iter_mut().enumerate().map(of_family).collect();
        // Places without observations take much room, too.
        let is_held = self.holds(tree, store) && all.iter().any(Option::is_some);
        self.observations = if is_held { all } else { Vec::new() };
        Ok(own)
    }

    /// Gives observations back that [`Self::of_family`] has given, where those of all are held.
    fn put_back_family(&mut self, observations: Vec<Option<Observation>>, (tree, store): (&Tree, &Store)) {
        match self.holds(tree, store) {
            true if self.observations.is_empty() => self.observations = observations,
            true => {
                let places = self.observations.iter_mut().zip(observations);
                places.filter(|(_, it)| it.is_some()).for_each(|(place, it)| *place = it);
            }
            false => {}
        }
    }
}
