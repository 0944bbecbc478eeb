//! The types of local names between the symbol table and what is kept of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use super::linked::{LinkedFile, LinkedFiles, LinkedKind, LinkedType, LinkedTypes};
use super::linked_target::LinkedTarget;
use super::path_names::{is_plain, parts};
use super::relation::Extends;
use super::sizes::FileSizes;
use super::units::units;
use crate::base::{Digest, Row};
use crate::language::{self, Decl, Deferred, NO_UNIT, Name, World};
use crate::resolve::Counts;
use crate::resolve::{BoundName, FileTypes, KnownType, Outer, Rounds, Sym, SymbolTable, family_names};

/// The sites of each file by how they were resolved.
type FileCounts<'c> = &'c [(FileId, Counts)];

/// The digest of the part of a configuration that decides where imports lead; `None` where the file is none, or is not read.
pub fn steering(world: &World<'_>, file: FileId) -> Option<Digest> {
    let path = world.paths.path(file);
    let text = world.configs.get(&file).filter(|_| language::is_config(path))?;
    Some(Digest::of(language::steering(path, text).as_bytes()))
}

/// The first numbers of what several families have in common.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstNumbers {
    /// How many units others have.
    pub unit: u32,
    /// How many external names.
    pub outer: u32,
}

/// The types and counts that linking found, of all files that are read. The counts of calls and imports are in the order of the files.
pub fn kept(
    index: &SymbolTable<'_>,
    rounds: Rounds,
    looked: &[(FileId, Vec<FileId>)],
    (calls, imports): (FileCounts<'_>, FileCounts<'_>),
    first: FirstNumbers,
) -> LinkedFiles {
    let mut outers: FxHashMap<Arc<Outer>, u32> = FxHashMap::default();
    let mut texts: Vec<Outer> = Vec::new();
    let mut known: FxHashMap<BoundName, (u32, LinkedKind)> = FxHashMap::default();
    for (round, found) in (0u32..).zip(rounds) {
        for (key, of) in found {
            let kind = match of {
                KnownType::Type(of) => LinkedKind::Type(of.0),
                KnownType::Foreign(None) => LinkedKind::Foreign,
                KnownType::Foreign(Some(outer)) => LinkedKind::Outer(*outers.entry(outer).or_insert_with_key(|it| {
                    texts.push(Outer::clone(it));
                    u32::try_from(texts.len() - 1).map_or(u32::MAX, |at| first.outer.saturating_add(at))
                })),
            };
            known.insert(key, (round, kind));
        }
    }
    let units = units(index, first.unit);
    let mut looked = looked.iter().peekable();
    let mut counts = calls.iter().zip(imports);
    let mut files = Vec::new();
    for (file, _) in index.world.paths.iter() {
        let Some(observation) = index.observation(file) else { continue };
        let mut types: Vec<LinkedType> = Vec::new();
        for binding in &observation.bindings {
            let key = (index.def(file, binding.scope), index.sym(file, binding.name));
            if let Some((round, of)) = known.remove(&key) {
                types.push(LinkedType { scope: binding.scope.0, name: binding.name.0, round, of });
            }
        }
        let mut own = Counts::default();
        if let Some(((_, calls), (_, imports))) = counts.next() {
            own += *calls;
            own += *imports;
        }
        let looked = looked.next_if(|(it, _)| *it == file).map_or(&[][..], |(_, looked)| looked);
        let n_definitions = u32::try_from(observation.declarations.len()).unwrap_or(u32::MAX);
        let looked = looked.iter().map(|file| file.0).collect();
        let targets = index.resolutions.get(file.0 as usize).map_or(&[][..], Vec::as_slice);
        let targets = Deferred::packed(targets.iter().map(LinkedTarget::of).collect::<Vec<_>>());
        let declared = Deferred::packed(index.file_types.get(file.0 as usize).map(stored).unwrap_or_default());
        let (types, rows) = (Deferred::packed(types), FileSizes::default());
        let unit = units.get(file.0 as usize).copied().unwrap_or(NO_UNIT);
        files.push(LinkedFile {
            file: file.0,
            unit,
            n_definitions,
            types,
            counts: own,
            rows,
            looked,
            targets,
            declared,
        });
    }
    let of_file = |(file, _): (FileId, &str)| Some((file.0, steering(index.world, file)?));
    let steering = index.world.paths.iter().filter_map(of_file).collect();
    LinkedFiles { outers: texts, files, families: family_names(index, &units, in_path), steering }
}

/// The names in a text that is a path; none where it is a name itself.
fn in_path(text: &str) -> Vec<&str> {
    if is_plain(text) { Vec::new() } else { parts(text).collect() }
}

fn stored(types: &FileTypes) -> LinkedTypes {
    LinkedTypes {
        owned: types.owned.iter().map(|(def, of)| (def.0, of.0)).collect(),
        rows: types.rows.iter().map(Row::pack).collect(),
        outer: types.outer.iter().map(|of| of.0).collect(),
        blocks: types.blocks.iter().map(|(block, of)| (block.0, of.map(|of| of.0))).collect(),
    }
}

/// The types of the declarations of the files that an edit does not reach; `None` where one leads to a definition that is gone.
pub fn declared(
    linked: &LinkedFiles,
    world: &World<'_>,
    reached: &BTreeSet<FileId>,
    moved: impl Fn(u32) -> Option<u32>,
) -> Option<Vec<Option<FileTypes>>> {
    let mut all: Vec<Option<FileTypes>> = vec![None; world.observations.len()];
    let def = |def: u32| moved(def).map(DefId);
    for LinkedFile { file, declared, .. } in &linked.files {
        let is_of_family = world.is_read(FileId(*file)) || world.is_unread(FileId(*file));
        let is_kept = is_of_family && !reached.contains(&FileId(*file));
        let place = all.get_mut(*file as usize).filter(|_| is_kept);
        let Some(place) = place else { continue };
        let row = |words: &[u32; 6]| {
            let row = Extends::unpack(*words);
            Some(Extends { sub: def(row.sub.0)?, sup: def(row.sup.0)?, ..row })
        };
        let block = |(block, of): &(u32, Option<u32>)| {
            let of = of.map(&def);
            Some((def(*block)?, if of == Some(None) { return None } else { of.flatten() }))
        };
        *place = Some(FileTypes {
            is_kept: true,
            owned: declared.owned.iter().map(|(it, of)| Some((def(*it)?, def(*of)?))).collect::<Option<_>>()?,
            rows: declared.rows.iter().map(row).collect::<Option<_>>()?,
            outer: declared.outer.iter().map(|of| def(*of)).collect::<Option<_>>()?,
            blocks: declared.blocks.iter().map(block).collect::<Option<_>>()?,
        });
    }
    Some(all)
}

/// The types of the files that are not linked, by round. `moved` gives the number that a definition has now; `None` where
/// a type is of one that is gone.
pub fn rounds(linked: &LinkedFiles, index: &SymbolTable<'_>, moved: impl Fn(u32) -> Option<u32>) -> Option<Rounds> {
    let outers: Vec<Arc<Outer>> = linked.outers.iter().cloned().map(Arc::new).collect();
    let mut rounds = Rounds::new();
    for of_file in &linked.files {
        let file = FileId(of_file.file);
        if index.is_linked(file) || index.observation(file).is_none() {
            continue;
        }
        for LinkedType { scope, name, round, of } in &of_file.types {
            let key = (index.def(file, Decl(*scope)), index.sym(file, Name(*name)));
            if key.1 == Sym(u32::MAX) {
                return None;
            }
            let of = match of {
                LinkedKind::Type(of) => KnownType::Type(DefId(moved(*of)?)),
                LinkedKind::Foreign => KnownType::Foreign(None),
                LinkedKind::Outer(at) => KnownType::Foreign(Some(outers.get(*at as usize)?.clone())),
            };
            let round = usize::try_from(*round).ok()?;
            if rounds.len() <= round {
                rounds.resize_with(round + 1, Vec::new);
            }
            rounds[round].push((key, of));
        }
    }
    Some(rounds)
}
