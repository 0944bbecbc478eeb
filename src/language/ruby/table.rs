//! The constants of a Ruby repository, gathered from all files.

use std::borrow::Cow;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::expression::{MIXED_IN, MIXED_IN_ALL, MIXED_IN_TOP};
use super::super::kind::{DeclKind, Inheritance};
use super::super::names::{ANONYMOUS, DeclPlace};
use super::super::observation::{Decl, Declaration, Observation, SuperSite};
use super::super::shape::World;
use super::entry::{ConstantEntry, Id, Part};
use super::{gems, layer, stdlib};
use crate::base::TextPart;

/// The layer of the library and the application, which all others see.
pub const LIBRARY: u32 = 0;
/// The most supertypes of a type that lookup visits.
const LINEAGE: usize = 256;

/// Every constant with its declarations, supertypes and members.
pub struct ConstantTable<'w> {
    /// The observations.
    pub world: &'w World<'w>,
    /// The gems around.
    pub gems: gems::Gems,
    /// The constants.
    pub entries: Vec<ConstantEntry>,
    /// The constant of a path in a layer.
    pub by_path: FxHashMap<(u32, String), Id>,
    /// The constant that a declaration is of.
    pub of: FxHashMap<DeclPlace, Id>,
    /// The members of a type: its own, or its values'.
    pub members: FxHashMap<(Id, bool, &'w str), Vec<DeclPlace>>,
    /// The modules in which names of a file are looked up, as its top mixes them in.
    pub tops: FxHashMap<FileId, Vec<Id>>,
    /// The modules in which names of all files of a layer are looked up, as their tops mix them in: they run together.
    pub tops_of_layer: FxHashMap<u32, Vec<Id>>,
    /// The modules that the tests of a file have the methods of.
    pub mixed_in: FxHashMap<FileId, Vec<Id>>,
    /// The modules that all tests of a layer have the methods of.
    pub mixed_in_all: FxHashMap<u32, Vec<Id>>,
    /// The layer of each file.
    layers: Vec<u32>,
}

/// Whether a declaration is a class or a module.
pub fn is_type(kind: DeclKind) -> bool {
    matches!(kind, DeclKind::Class | DeclKind::Module)
}

fn is_constant(kind: DeclKind) -> bool {
    is_type(kind) || matches!(kind, DeclKind::Variable | DeclKind::Alias)
}

impl<'w> ConstantTable<'w> {
    /// Gathers everything.
    pub fn new(world: &'w World<'w>) -> Self {
        let mut table = Self {
            world,
            gems: gems::gather(world),
            entries: Vec::new(),
            by_path: FxHashMap::default(),
            of: FxHashMap::default(),
            members: FxHashMap::default(),
            tops: FxHashMap::default(),
            tops_of_layer: FxHashMap::default(),
            mixed_in: FxHashMap::default(),
            mixed_in_all: FxHashMap::default(),
            layers: layers(world),
        };
        let files: Vec<(FileId, &Observation)> = files(world).collect();
        let known = known(&files);
        for (file, observation) in &files {
            table.enter_file(*file, observation, &known);
        }
        table.enter_folders();
        for entry in &mut table.entries {
            entry.choose(|place| world.paths.path(place.0));
        }
        for (file, observation) in &files {
            table.enter_members(*file, observation);
        }
        table.enter_tops(&files);
        // What is included may itself be inherited: then it is found once the first supertypes are known.
        for _ in 0..2 {
            table.enter_supertypes(&files);
            table.enter_lineages();
        }
        for (file, observation) in &files {
            table.enter_mixins(*file, observation);
        }
        table
    }

    /// Enters the modules that a file gives to tests.
    fn enter_mixins(&mut self, file: FileId, observation: &Observation) {
        for module in self.mixed_in_by(file, observation, MIXED_IN) {
            enter_once(self.mixed_in.entry(file).or_default(), module);
        }
        let layer = self.layer(file);
        for module in self.mixed_in_by(file, observation, MIXED_IN_ALL).into_iter().filter(|_| layer != LIBRARY) {
            enter_once(self.mixed_in_all.entry(layer).or_default(), module);
        }
    }

    /// The modules that a file binds under a mark.
    fn mixed_in_by(&self, file: FileId, observation: &Observation, mark: &str) -> Vec<Id> {
        let marked = observation.bindings.iter().filter(|it| it.scope == Decl(0) && observation.name(it.name) == mark);
        let paths = marked.filter_map(|it| it.of).map(|of| observation.spelled(of));
        paths.filter_map(|path| self.find((file, Decl(0)), &path)).collect()
    }

    /// The layer of a file.
    pub fn layer(&self, file: FileId) -> u32 {
        self.layers[file.0 as usize]
    }

    /// The observation of a file.
    pub fn observation(&self, file: FileId) -> Option<&'w Observation> {
        self.world.observations[file.0 as usize].as_ref()
    }

    fn enter_file(&mut self, file: FileId, observation: &'w Observation, known: &FxHashSet<String>) {
        for (number, row) in observation.declarations.iter().enumerate().skip(1) {
            if !is_constant(row.kind) || matches!(observation.name(row.name), "" | ANONYMOUS) {
                continue;
            }
            let at = (file, Decl(u32::try_from(number).unwrap_or(u32::MAX)));
            let Some(path) = self.path_of(file, observation, row, known) else { continue };
            let id = self.entry(self.layer(file), path);
            self.of.insert(at, id);
            let has_supers = observation.supertypes.iter().any(|site| site.sub == at.1);
            let is_header =
                |site: &SuperSite| site.sub == at.1 && matches!(site.how, Inheritance::Header | Inheritance::Made);
            let mut inside = observation.declarations.iter().filter(|inner| inner.container == Some(at.1)).peekable();
            let part = Part {
                at,
                has_base: observation.supertypes.iter().any(is_header),
                is_namespace: !has_supers && inside.peek().is_some() && inside.all(|inner| is_type(inner.kind)),
            };
            self.entries[id].parts.push(part);
            if row.kind == DeclKind::Alias {
                self.entries[id].alias = alias(observation, at.1).map(|other| (at, other.into_owned()));
            }
        }
    }

    /// The path of a constant from the top; `None` inside an anonymous declaration.
    fn path_of(
        &self,
        file: FileId,
        observation: &Observation,
        row: &Declaration,
        known: &FxHashSet<String>,
    ) -> Option<String> {
        let name = observation.name(row.name);
        let around = self.around(file, observation, row.container)?;
        let Some(owner) = row.owner.map(|owner| observation.name(owner)) else { return Some(joined(around, name)) };
        if let Some(top) = owner.strip_prefix("Object") {
            return Some(joined(top.trim_start_matches('.'), name));
        }
        // The owner is the nearest of that name around.
        let head = owner.split('.').next().unwrap_or(owner);
        let scopes = std::iter::successors(Some(around), |scope| scope.rsplit_once('.').map(|(outer, _)| outer));
        let scope =
            scopes.filter(|scope| known.contains(&joined(scope, head))).map(|scope| joined(scope, owner)).next();
        Some(joined(&scope.unwrap_or_else(|| owner.to_owned()), name))
    }

    /// The path of what is around a declaration: empty at the top.
    fn around(&self, file: FileId, observation: &Observation, container: Option<Decl>) -> Option<&str> {
        let mut at = container;
        while let Some(decl) = at.filter(|decl| *decl != Decl(0)) {
            let row = observation.declaration(decl);
            match row.kind {
                kind if is_type(kind) => return self.of.get(&(file, decl)).map(|id| self.entries[*id].path.as_str()),
                _ => at = row.container,
            }
        }
        Some("")
    }

    fn entry(&mut self, layer: u32, path: String) -> Id {
        let next = self.entries.len();
        let id = *self.by_path.entry((layer, path.clone())).or_insert(next);
        if id == next {
            self.entries.push(ConstantEntry { path, layer, ..ConstantEntry::default() });
        }
        id
    }

    /// A folder is a module for what lies in it, though nothing declares it.
    fn enter_folders(&mut self) {
        for at in 0..self.entries.len() {
            let (layer, path) = (self.entries[at].layer, self.entries[at].path.clone());
            for (end, _) in path.match_indices('.') {
                let is_known = self.by_path.contains_key(&(LIBRARY, path.part(..end).to_owned()));
                if !is_known {
                    self.entry(layer, path.part(..end).to_owned());
                }
            }
        }
    }

    fn enter_members(&mut self, file: FileId, observation: &'w Observation) {
        for (number, row) in observation.declarations.iter().enumerate().skip(1) {
            if !matches!(row.kind, DeclKind::Method | DeclKind::Function | DeclKind::Field) {
                continue;
            }
            let at = (file, Decl(u32::try_from(number).unwrap_or(u32::MAX)));
            let Some(around) = row.container else { continue };
            let of = match row.owner {
                Some(owner) => self.find((file, around), observation.name(owner)),
                None => self.of.get(&(file, around)).copied(),
            };
            if let Some(of) = of {
                let key = (of, row.kind == DeclKind::Function, observation.name(row.name));
                self.members.entry(key).or_default().push(at);
            }
        }
    }

    fn enter_tops(&mut self, files: &[(FileId, &'w Observation)]) {
        let found = files.iter().map(|(file, it)| (*file, self.mixed_in_by(*file, it, MIXED_IN_TOP)));
        // None is found by way of another.
        let found: Vec<(FileId, Vec<Id>)> = found.filter(|(_, of)| !of.is_empty()).collect();
        for (file, modules) in found {
            for module in modules {
                enter_once(self.tops.entry(file).or_default(), module);
                enter_once(self.tops_of_layer.entry(self.layers[file.0 as usize]).or_default(), module);
            }
        }
    }

    fn enter_supertypes(&mut self, files: &[(FileId, &'w Observation)]) {
        let mut found: Vec<(Id, Inheritance, Option<Id>)> = Vec::new();
        for (file, observation) in files {
            for site in &observation.supertypes {
                let Some(of) = self.of.get(&(*file, site.sub)).copied() else { continue };
                let name = &*observation.spelled(site.of);
                // A header is read outside of the type.
                let from = match site.how {
                    Inheritance::Header | Inheritance::Made => {
                        observation.declaration(site.sub).container.unwrap_or(Decl(0))
                    }
                    _ => site.sub,
                };
                let sup = if name == "this" { None } else { self.find((*file, from), name) };
                let is_struct =
                    name == stdlib::STRUCT && sup.is_none_or(|sup| self.entries[sup].path == stdlib::STRUCT);
                self.entries[of].is_made |= site.how == Inheritance::Made;
                self.entries[of].is_struct |= site.how == Inheritance::Header && is_struct;
                if name == "this" || sup.is_some_and(|sup| sup != of) {
                    found.push((of, site.how, sup));
                }
            }
        }
        // Whether a class makes classes, its superclasses decide.
        found.sort_by_key(|(_, how, _)| *how == Inheritance::Made);
        for (of, how, sup) in found {
            let is_base =
                how == Inheritance::Header || how == Inheritance::Made && sup.is_some_and(|it| self.makes_classes(it));
            let entry = &mut self.entries[of];
            match (how, sup) {
                (_, Some(sup)) if is_base => entry.base = Some(sup),
                (Inheritance::Mixin, Some(sup)) if !entry.mixins.contains(&sup) => entry.mixins.push(sup),
                (Inheritance::Itself, Some(sup)) if !entry.own.contains(&sup) => entry.own.push(sup),
                (Inheritance::Itself, None) => entry.is_own = true,
                _ => {}
            }
        }
    }

    /// Whether `new` of a class makes a class, as that of those below `Struct` does.
    pub fn makes_classes(&self, id: Id) -> bool {
        let above = |id: &Id| self.entries[*id].base;
        let declared = std::iter::successors(Some(id), above).take_while(|id| !self.entries[*id].is_made);
        declared.take(LINEAGE).any(|id| self.entries[id].is_struct)
    }

    fn enter_lineages(&mut self) {
        let lineages: Vec<Vec<Id>> = (0..self.entries.len()).map(|id| self.lineage(id)).collect();
        for (entry, lineage) in self.entries.iter_mut().zip(lineages) {
            entry.lineage = lineage;
        }
    }

    /// The lineage of a type: its included modules, the last first, then its superclass, each before its own.
    fn lineage(&self, id: Id) -> Vec<Id> {
        let mut seen = vec![id];
        let mut open = self.supers(id);
        while let Some(next) = open.pop() {
            if !seen.contains(&next) && seen.len() <= LINEAGE {
                seen.push(next);
                open.extend(self.supers(next));
            }
        }
        seen.remove(0);
        seen
    }

    /// The supertypes of a type, in reverse order of lookup.
    fn supers(&self, id: Id) -> Vec<Id> {
        let entry = &self.entries[id];
        let mut supers: Vec<Id> = entry.base.into_iter().chain(entry.mixins.iter().copied()).collect();
        // A test may open a class of the library again.
        if entry.layer != LIBRARY {
            supers.extend(self.by_path.get(&(LIBRARY, entry.path.clone())));
        }
        supers
    }
}

/// A path with a name behind it.
pub fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn alias(observation: &Observation, decl: Decl) -> Option<Cow<'_, str>> {
    let binding = observation.bindings.iter().find(|binding| binding.scope == decl)?;
    binding.of.map(|of| observation.spelled(of))
}

fn files<'w>(world: &'w World<'w>) -> impl Iterator<Item = (FileId, &'w Observation)> {
    world.paths.iter().filter_map(|(file, _)| {
        Some((file, world.observations[file.0 as usize].as_ref().filter(|_| world.is_of(file, "ruby"))?))
    })
}

/// The paths of types that are declared by their plain names.
fn known(files: &[(FileId, &Observation)]) -> FxHashSet<String> {
    let mut known = FxHashSet::default();
    for (_, observation) in files {
        let mut paths: Vec<String> = vec![String::new()];
        for row in observation.declarations.iter().skip(1) {
            let around = row.container.map_or("", |around| &paths[around.0 as usize]);
            let owned = row.owner.map_or(around.to_owned(), |owner| joined(around, observation.name(owner)));
            let path = if is_type(row.kind) { joined(&owned, observation.name(row.name)) } else { around.to_owned() };
            if is_type(row.kind) {
                known.insert(path.clone());
            }
            paths.push(path);
        }
    }
    known
}

/// The layer of each file, numbered in the order of the paths.
fn layers(world: &World<'_>) -> Vec<u32> {
    let mut numbers = FxHashMap::from_iter([("", LIBRARY)]);
    let layers = world.paths.iter().map(|(_, file)| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(layer::of(file)).or_insert(next)
    });
    layers.collect()
}

fn enter_once(modules: &mut Vec<Id>, module: Id) {
    if !modules.contains(&module) {
        modules.push(module);
    }
}
