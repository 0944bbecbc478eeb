//! Resolves the names that imports request to their declarations; and the names by which modules are imported.

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::index::SymbolTable;
use super::target::Target;
use crate::facts::relation::Refers;
use crate::language::{Observation, Resolution};

/// `uses(File, Def, At)`: the import there names what `Def` declares, be it behind re-exports.
pub fn uses(index: &SymbolTable<'_>) -> Vec<Refers> {
    let mut all = Vec::new();
    index.each_file(|file, observation: &Observation| uses_of(index, file, observation), |_, rows| all.extend(rows));
    all
}

fn uses_of(index: &SymbolTable<'_>, file: FileId, observation: &Observation) -> Vec<Refers> {
    let mut rows = Vec::new();
    for (site, resolution) in observation.imports.iter().zip(&index.resolutions[file.0 as usize]) {
        let (Resolution::Member(files), Some(name)) = (resolution, site.name) else { continue };
        let Some(sym) = index.sym_of(observation.name(name)) else { continue };
        if index.is_sealed(file, files, sym) {
            continue;
        }
        if let Target::Defs(defs, _) = index.in_module(files, sym, 0) {
            let found = defs.into_iter().map(|def| Refers { from: file, to: index.file(def), def, at: site.at });
            rows.extend(found.filter(|row| row.to != file));
        }
    }
    rows
}

/// The names by which the repository's own modules are imported, where they are no relative paths: `@scope/pkg`,
/// `a.b.c`, `example.com/x/y`; with the files that they lead to.
pub fn modules<'w>(index: &SymbolTable<'w>) -> Vec<(&'w str, FileId)> {
    let mut found: FxHashSet<(&str, FileId)> = FxHashSet::default();
    for (observation, resolutions) in index.world.observations.iter().zip(&index.resolutions) {
        let Some(observation) = observation else { continue };
        for (site, resolution) in observation.imports.iter().zip(resolutions) {
            let source = observation.name(site.source);
            let files = match resolution {
                Resolution::Module(files) | Resolution::Member(files) => files.as_slice(),
                Resolution::Inside(file, _) => std::slice::from_ref(file),
                _ => &[],
            };
            if !source.starts_with('.') {
                found.extend(files.iter().map(|file| (source, *file)));
            }
        }
    }
    let mut found: Vec<(&str, FileId)> = found.into_iter().collect();
    found.sort_unstable();
    found
}
