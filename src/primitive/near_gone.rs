//! Files near those that a task says are gone: no fact says who has a removed name, and they are likely to.

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::engine::Engine;
use super::kin::family;
use crate::base::path;
use crate::language::{self, LANGUAGES};

/// The files that a task says are gone.
pub struct GoneFiles {
    /// Each by its family, its stem in small letters, and the folder that it is in.
    files: Vec<(&'static str, String, String)>,
    /// The files that import another of the folder of one: it may be a package, of which the names are seen as one.
    importing: FxHashSet<FileId>,
}

impl GoneFiles {
    /// Those of a task.
    pub fn of(engine: &Engine<'_>) -> Self {
        let paths: Vec<&str> = engine.gone_values().filter(|text| engine.is_gone_path(text)).collect();
        let folders: FxHashSet<&str> = paths.iter().map(|file| path::parent(file)).collect();
        let snapshot = engine.snapshot;
        let rows = snapshot.imports.iter().filter(|row| folders.contains(path::parent(snapshot.path(row.to))));
        let importing = if folders.is_empty() { FxHashSet::default() } else { rows.map(|row| row.from).collect() };
        let files = paths.into_iter().filter_map(|file| {
            let family = LANGUAGES[language::of_path(file)?].family;
            Some((family, path::stem(file).to_lowercase(), path::name(path::parent(file)).to_owned()))
        });
        Self { files: files.collect(), importing }
    }

    /// Whether a file of the same language is in a folder of the same name, as the tests of a package are, has the name of one of them
    /// in its own, or imports what is beside one.
    pub fn is_near(&self, engine: &Engine<'_>, file: FileId) -> bool {
        let path = engine.snapshot.path(file);
        let (family, folder) = (family(engine.snapshot, file), path::name(path::parent(path)));
        let of_family = self.files.iter().filter(|(of, ..)| family == Some(*of));
        let is_beside = of_family.into_iter().any(|(_, stem, around)| {
            around == folder || !stem.is_empty() && path::stem(path).to_lowercase().contains(stem.as_str())
        });
        is_beside || self.importing.contains(&file)
    }
}
