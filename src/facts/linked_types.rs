//! The types of local names between the symbol table and what is kept of them.

use std::sync::Arc;

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use super::counts::Counts;
use super::link::{BoundName, KnownType, Outer, Rounds, Sym, SymbolTable};
use super::linked::{LinkedFile, LinkedFiles, LinkedKind, LinkedType};
use super::sizes::FileSizes;
use crate::language::{Decl, Name};

/// The sites of each file by how they were resolved.
type FileCounts<'c> = &'c [(FileId, Counts)];

/// The types and counts that linking found, of all files. The counts of calls and imports are in the order of the files.
pub fn kept(
    index: &SymbolTable<'_>,
    rounds: Rounds,
    looked: &[(FileId, Vec<FileId>)],
    (calls, imports): (FileCounts<'_>, FileCounts<'_>),
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
                    u32::try_from(texts.len() - 1).unwrap_or(u32::MAX)
                })),
            };
            known.insert(key, (round, kind));
        }
    }
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
        files.push(LinkedFile { file: file.0, n_definitions, types, counts: own, looked, rows: FileSizes::default() });
    }
    LinkedFiles { outers: texts, files }
}

/// The types of the files that are not linked, by round. `moved` gives the number that a definition has now; `None` where
/// a type is of one that is gone.
pub fn rounds(linked: &LinkedFiles, index: &SymbolTable<'_>, moved: impl Fn(u32) -> Option<u32>) -> Option<Rounds> {
    let outers: Vec<Arc<Outer>> = linked.outers.iter().cloned().map(Arc::new).collect();
    let mut rounds = Rounds::new();
    for of_file in &linked.files {
        let file = FileId(of_file.file);
        if index.is_linked(file) {
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
