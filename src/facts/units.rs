//! The units of a repository: files that an edit reads together, in a language whose manifests say which these are.

use std::collections::BTreeMap;

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use crate::base::path;
use crate::language::{ImportKind, NO_UNIT, Resolution};
use crate::resolve::SymbolTable;

/// The unit of each file that is read, by numbers behind those that others have; [`NO_UNIT`] for a file that no unit holds, and where
/// a family is but one.
pub fn units(index: &SymbolTable<'_>, n_others: u32) -> Vec<u32> {
    let world = index.world;
    let mut units = vec![NO_UNIT; world.paths.len()];
    let mut known: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    let mut next = NO_UNIT + 1 + n_others;
    // The files of a folder are of one unit.
    let mut folders: FxHashMap<(&str, &str), Option<&str>> = FxHashMap::default();
    for (file, path) in world.paths.iter() {
        let (Some(language), Some(observation)) = (world.language(file), index.observation(file)) else { continue };
        let Some(rule) = language.conventions.units.filter(|rule| !(rule.is_open)(path, observation)) else { continue };
        let folder = folders.entry((language.family, path::parent(path)));
        let folder = folder.or_insert_with(|| rule.folder(path, &|path| world.paths.file(path).is_some()));
        if let Some(folder) = *folder {
            let unit = known.entry((language.family, folder)).or_insert(next);
            next += u32::from(*unit == next);
            units[file.0 as usize] = *unit;
        }
    }
    joined(index, units, next)
}

/// Units with a file that an item of another declares, or that states the types of one, are one with that.
fn joined(index: &SymbolTable<'_>, units: Vec<u32>, n_units: u32) -> Vec<u32> {
    let mut of: Vec<u32> = (0..n_units).collect();
    let unit = |file: FileId| units.get(file.0 as usize).copied().unwrap_or(NO_UNIT);
    for (file, _) in index.world.paths.iter().filter(|(file, _)| unit(*file) != NO_UNIT) {
        let Some(observation) = index.observation(file) else { continue };
        let resolutions = index.resolutions.get(file.0 as usize).map_or(&[][..], Vec::as_slice);
        let items = observation.imports.iter().zip(resolutions).filter(|(site, _)| site.kind == ImportKind::Implicit);
        let items = items.filter_map(|(_, resolution)| match resolution {
            Resolution::Module(files) => Some(files.as_slice()),
            _ => None,
        });
        let declaration = index.resolver(file.0 as usize).and_then(|resolver| resolver.declaration(file));
        for to in items.flatten().copied().chain(declaration).filter(|to| unit(*to) != NO_UNIT) {
            let (one, other) = (first(&of, unit(file)), first(&of, unit(to)));
            of[one.max(other) as usize] = one.min(other);
        }
    }
    let units: Vec<u32> = units.iter().map(|unit| first(&of, *unit)).collect();
    let mut held = units.iter().filter(|unit| **unit != NO_UNIT);
    let one = held.next();
    if held.all(|unit| Some(unit) == one) { vec![NO_UNIT; units.len()] } else { units }
}

/// The unit of least number among those that are one with a unit.
fn first(of: &[u32], mut unit: u32) -> u32 {
    while let Some(next) = of.get(unit as usize).copied().filter(|next| *next != unit) {
        unit = next;
    }
    unit
}
