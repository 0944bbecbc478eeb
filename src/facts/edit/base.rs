//! The facts that were related before an edit, as the symbol table after it has them: files and declarations by their new
//! numbers.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashMap;

use super::interface::InterfaceEdit;
use super::patch::{DefinitionRun, MovedDefinitions};
use super::reads::{EditBase, EditReads};
use crate::facts::linked::{LinkedFile, LinkedFiles, LinkedKind};
use crate::facts::linked_target::LinkedTarget;
use crate::language::{Decl, DeclKind, Name, Observation, Resolution, World, is_identifier};
use crate::resolve::{BoundName, KnownType, Rounds, SymbolTable};

/// A file whose content is another since the facts were related.
pub struct EditedFile {
    /// The file.
    pub file: FileId,
    /// The observation of the content that was related.
    pub before: Observation,
}

/// The base of an edit.
pub struct Base<'e> {
    /// The types and counts of each file.
    pub linked: &'e LinkedFiles,
    /// The number of the first definition that each file had.
    pub first: Vec<u32>,
    /// The edited files, with the numbers that their declarations have now.
    pub edited: BTreeMap<FileId, (&'e EditedFile, &'e InterfaceEdit)>,
    /// The definitions that stay.
    pub moved: MovedDefinitions,
}

impl<'e> Base<'e> {
    /// The base; `None` where it does not fit the files.
    pub fn new(
        world: &World<'_>,
        (base, reads): (&'e EditBase, &EditReads),
        edited: &'e [EditedFile],
        differences: &'e [(FileId, InterfaceEdit)],
    ) -> Option<Self> {
        let linked = &base.linked;
        let is_absent = |file: FileId| world.language(file).is_some() && !base.is_read(file.0 as usize, reads);
        let edited = edited.iter().zip(differences).map(|(it, (file, difference))| (*file, (it, difference)));
        let edited: BTreeMap<FileId, _> = edited.collect();
        let (mut first, mut runs) = (vec![0u32], Vec::<DefinitionRun>::new());
        let (mut before, mut after) = (0u32, 0u32);
        for (file, observation) in (0..).map(FileId).zip(world.observations) {
            let known = linked.file(file).map(|it| it.n_definitions);
            // Nothing is known of a file of another family but how many definitions it has.
            let kept = known.filter(|_| observation.is_none() && is_absent(file));
            let n = match observation {
                Some(it) => u32::try_from(it.declarations.len()).ok()?,
                None => kept.unwrap_or(0),
            };
            let n_before = match edited.get(&file) {
                Some((_, difference)) => u32::try_from(difference.declarations.len()).ok()?,
                None => n,
            };
            let is_there = observation.is_some() || kept.is_some();
            if known != is_there.then_some(n_before) {
                return None;
            }
            match edited.get(&file) {
                Some((_, difference)) => {
                    for (at, now) in (0u32..).zip(&difference.declarations) {
                        now.iter().for_each(|now| enter(&mut runs, before + at, after + now, 1));
                    }
                }
                None => enter(&mut runs, before, after, n),
            }
            (before, after) = (before.checked_add(n_before)?, after.checked_add(n)?);
            first.push(before);
        }
        Some(Self { linked, first, edited, moved: MovedDefinitions(runs) })
    }

    /// Where the imports of the files lead that are read and not edited.
    pub fn targets(&self, world: &World<'_>) -> Vec<Option<Vec<Resolution>>> {
        let mut targets: Vec<Option<Vec<Resolution>>> = vec![None; world.observations.len()];
        for of_file in &self.linked.files {
            let place = targets.get_mut(of_file.file as usize);
            let is_kept = world.is_read(FileId(of_file.file)) && !self.edited.contains_key(&FileId(of_file.file));
            if let Some(place) = place.filter(|_| is_kept) {
                *place = Some(of_file.targets.iter().map(LinkedTarget::resolution).collect());
            }
        }
        targets
    }

    /// Whether a file that was not edited declares a name. Of files that are not read, those of other families are known to.
    pub fn is_declared_beside(&self, index: &SymbolTable<'_>, name: &str) -> bool {
        let absent = &index.absent().families;
        if absent.iter().any(|family| family.declares(name) && family.defines(name)) {
            return true;
        }
        let declares = |(file, it): (FileId, &Observation)| {
            let mut rows = it.declarations.iter().filter(|row| row.kind != DeclKind::Attribute);
            !self.edited.contains_key(&file) && rows.any(|row| it.name(row.name) == name)
        };
        let mut read = index.world.paths.iter().filter_map(|(file, _)| Some((file, index.observation(file)?)));
        read.any(declares)
    }

    /// The names by which the edited files imported modules of the repository, with the files that these led to.
    pub fn modules(&self) -> BTreeSet<(&str, FileId)> {
        let mut modules = BTreeSet::new();
        for (file, (edited, _)) in &self.edited {
            let targets = self.linked.file(*file).map_or(&[][..], |it| it.targets.as_slice());
            for (site, target) in edited.before.imports.iter().zip(targets) {
                let source = edited.before.name(site.source);
                // A relative path names no module that others know by it.
                if source.starts_with('.') {
                    continue;
                }
                modules.extend(target.files().iter().map(|to| (source, FileId(*to))));
            }
        }
        modules
    }

    /// Whether a file that is not read imports another.
    pub fn is_led_to(&self, to: FileId, is_read: &dyn Fn(FileId) -> bool) -> bool {
        let unread = self.linked.files.iter().filter(|it| !is_read(FileId(it.file)));
        unread.flat_map(|it| &it.targets).any(|target| target.files().contains(&to.0))
    }

    /// The numbers that the definitions of a file had.
    pub fn range(&self, file: FileId) -> Option<std::ops::Range<u32>> {
        Some(*self.first.get(file.0 as usize)?..*self.first.get(file.0 as usize + 1)?)
    }

    /// The files whose tests come from classes of edited files, so far as their members are others.
    pub fn looking(&self, edited: &[FileId]) -> Vec<FileId> {
        let is_edited = |file: &u32| edited.contains(&FileId(*file));
        let looking = self.linked.files.iter().filter(|it| it.looked.iter().any(is_edited));
        looking.map(|it| FileId(it.file)).collect()
    }

    /// Whether the types that others see are what they were, and were found in the same rounds, but for those of names whose
    /// meaning may be another.
    pub fn keeps(&self, index: &SymbolTable<'_>, rounds: &Rounds, names: &BTreeSet<String>) -> bool {
        let mut found: FxHashMap<BoundName, (u32, &KnownType)> = FxHashMap::default();
        for (round, known) in (0u32..).zip(rounds) {
            found.extend(known.iter().map(|(key, of)| (*key, (round, of))));
        }
        let is_open = |(scope, name): (DefId, &str)| {
            let Some(row) = index.declaration(scope) else { return true };
            let around = index.observation(index.file(scope)).map_or("", |it| it.name(row.name));
            // Nobody else sees into a function without a name.
            let is_own = is_identifier(name) && name != "this" || around.is_empty();
            let is_inner = row.kind.is_callable() && is_own;
            is_inner || names.contains(name) || names.contains(around)
        };
        let mut n_kept = 0;
        for of_file in index.linked().into_iter().filter_map(|file| self.linked.file(file)) {
            for (key, name, round, of) in self.types(index, of_file) {
                let Some(key) = key else { continue };
                if is_open((key.0, name)) {
                    continue;
                }
                let is_same = found.get(&key).is_some_and(|(now, found)| *now == round && self.is_same(of, found));
                if !is_same {
                    return false;
                }
                n_kept += 1;
            }
        }
        let is_seen = |key: &&BoundName| !is_open((key.0, index.text(key.1)));
        found.keys().filter(is_seen).count() == n_kept
    }

    fn is_same(&self, of: LinkedKind, found: &KnownType) -> bool {
        match (of, found) {
            (LinkedKind::Type(of), KnownType::Type(found)) => self.moved.moved(of) == Some(found.0),
            (LinkedKind::Foreign, KnownType::Foreign(None)) => true,
            (LinkedKind::Outer(at), KnownType::Foreign(Some(found))) => self.linked.outer(at) == Some(&**found),
            _ => false,
        }
    }

    /// The types that a file had: each with the place that binds it now, if there is one, its name, and its round.
    fn types<'a>(
        &'a self,
        index: &'a SymbolTable<'_>,
        of_file: &'a LinkedFile,
    ) -> impl Iterator<Item = (Option<BoundName>, &'a str, u32, LinkedKind)> {
        let file = FileId(of_file.file);
        let edited = self.edited.get(&file).copied();
        of_file.types.iter().map(move |it| {
            let (scope, name) = match edited {
                Some((edited, difference)) => {
                    let scope = difference.declarations.get(it.scope as usize).copied().flatten();
                    (scope, edited.before.name(Name(it.name)))
                }
                None => (Some(it.scope), index.observation(file).map_or("", |own| own.name(Name(it.name)))),
            };
            let key = scope.zip(index.sym_of(name)).map(|(scope, sym)| (index.def(file, Decl(scope)), sym));
            (key, name, it.round, it.of)
        })
    }
}

/// Enters definitions that stay, as part of the run before them where they follow it.
fn enter(runs: &mut Vec<DefinitionRun>, before: u32, after: u32, n: u32) {
    match runs.last_mut() {
        Some(last) if last.before.end == before && last.after + (before - last.before.start) == after => {
            last.before.end += n;
        }
        _ if n > 0 => runs.push(DefinitionRun { before: before..before + n, after }),
        _ => {}
    }
}
