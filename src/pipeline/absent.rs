//! The imports of absent paths, over the observations of a repository that is indexed already.

use rustc_hash::FxHashMap;

use super::index::Index;
use super::look::IndexError;
use crate::facts::{Absences, AbsentImport, absent, stand_in};
use crate::language::{self, LANGUAGES, Observation, Paths, World};
use crate::parse::on_threads;
use crate::store::Store;

impl Absences for Index {
    fn imports_of(&self, gone: &[String]) -> Result<Vec<AbsentImport>, String> {
        on_threads(|| self.read_with(gone)).map_err(|error| error.to_string())?.map_err(|error| error.to_string())
    }
}

impl Index {
    /// Reads the observations once more, beside stand-ins for the paths that are gone.
    fn read_with(&self, gone: &[String]) -> Result<Vec<AbsentImport>, IndexError> {
        let mut store = Store::glance(&self.store, &self.tree.root)?;
        let mut seen = self.seen.again();
        seen.read_configs(&self.tree)?;
        let known = seen.all(&self.tree, &mut store)?;
        let configs = seen.configs();
        let known = self.tree.files.iter().map(|entry| &*entry.path).zip(known).zip(0u32..);
        let mut rows: Vec<Row<'_>> = known.map(|((path, it), id)| (path, it, Some(cg_rules::FileId(id)))).collect();
        rows.extend(gone.iter().map(|path| (path.as_str(), None, None)));
        rows.sort_unstable_by_key(|(path, ..)| *path);
        let languages = language::of_paths(rows.iter().map(|(path, ..)| *path));
        let stand_ins: Vec<(usize, Observation)> = (0..rows.len())
            .filter(|at| rows[*at].2.is_none())
            .filter_map(|at| Some((at, stand_in(rows[at].0, of_family(&rows, &languages, languages[at]?)))))
            .collect();
        let gone: Vec<cg_rules::FileId> =
            (0u32..).zip(&rows).filter(|(_, row)| row.2.is_none()).map(|(at, _)| cg_rules::FileId(at)).collect();
        let ids: FxHashMap<_, _> = (0u32..).zip(&rows).filter_map(|(at, row)| Some((row.2?, at))).collect();
        let configs = configs.into_iter().filter_map(|(file, text)| Some((cg_rules::FileId(*ids.get(&file)?), text)));
        let configs = configs.collect();
        let paths = Paths::new(rows.iter().map(|(path, ..)| (*path).into()).collect());
        let mut observations: Vec<Option<Observation>> = rows.into_iter().map(|(_, it, _)| it).collect();
        for (at, observation) in stand_ins {
            observations[at] = Some(observation);
        }
        let (observations, languages) = (&observations, &languages);
        let world = World { paths: &paths, observations, table: LANGUAGES, languages, configs: &configs, unread: None };
        Ok(absent(&world, &gone, &self.facts))
    }
}

/// A path, its observation, and its id in the facts; a path that is gone has neither.
type Row<'p> = (&'p str, Option<Observation>, Option<cg_rules::FileId>);

/// The files of a language's family that were observed.
fn of_family<'r>(
    rows: &'r [Row<'_>],
    languages: &'r [Option<usize>],
    language: usize,
) -> impl Iterator<Item = (&'r str, &'r Observation)> {
    let is_kin = move |other: usize| LANGUAGES[other].family == LANGUAGES[language].family;
    let kin = rows.iter().zip(languages).filter(move |(_, other)| other.is_some_and(is_kin));
    kin.filter_map(|((path, observation, _), _)| Some((*path, observation.as_ref()?)))
}
