//! The modules of an Elixir repository: by their whole names, with the functions of each.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::names::DeclPlace;
use super::super::observation::{Decl, Declaration, Observation};
use super::super::shape::World;
use super::hex;
use super::import::QUOTES;
use super::name::{is_module, module_around};

/// Every module.
pub struct ElixirModules<'w> {
    /// The observations.
    pub world: &'w World<'w>,
    /// The declarations of a module, by its whole name.
    pub by_name: FxHashMap<String, Vec<DeclPlace>>,
    /// The first parts of all names.
    pub heads: FxHashMap<String, usize>,
    /// The functions that stand right in a declaration: of a module, or in what a macro quotes.
    functions: FxHashMap<(DeclPlace, &'w str), Vec<Decl>>,
    /// The names of functions that stand in what functions quote.
    quoted: FxHashSet<&'w str>,
    /// The names of what a declaration quotes by calling it.
    quotes: FxHashMap<DeclPlace, Vec<&'w str>>,
    /// The packages of Hex, each with the name of its first module.
    pub packages: Vec<(String, String)>,
}

impl<'w> ElixirModules<'w> {
    /// Enters every file.
    pub fn new(world: &'w World<'w>) -> Self {
        let mut modules = Self {
            world,
            by_name: FxHashMap::default(),
            heads: FxHashMap::default(),
            functions: FxHashMap::default(),
            quoted: FxHashSet::default(),
            quotes: FxHashMap::default(),
            packages: hex::packages(world),
        };
        for (file, _) in world.paths.iter().filter(|(file, _)| world.is_of(*file, "elixir")) {
            if let Some(observation) = &world.observations[file.0 as usize] {
                modules.enter(file, observation);
            }
        }
        modules
    }

    fn enter(&mut self, file: FileId, observation: &'w Observation) {
        for (number, row) in (0u32..).zip(&observation.declarations).skip(1) {
            let decl = Decl(number);
            if is_module(row.kind) {
                if let Some((_, name)) = module_around(observation, decl) {
                    *self.heads.entry(name.split('.').next().unwrap_or("").to_owned()).or_default() += 1;
                    self.by_name.entry(name).or_default().push((file, decl));
                }
            } else if row.parameters.is_some()
                && let Some(around) = row.container
            {
                let name = observation.name(row.name);
                self.functions.entry(((file, around), name)).or_default().push(decl);
                if observation.declaration(around).kind.is_callable() {
                    self.quoted.insert(name);
                }
            }
        }
        for binding in &observation.bindings {
            if let Some(called) = observation.name(binding.name).strip_prefix(QUOTES) {
                self.quotes.entry((file, binding.scope)).or_default().push(called);
            }
        }
    }

    /// Whether any function quotes the definition of a name.
    pub fn is_quoted(&self, name: &str) -> bool {
        self.quoted.contains(name)
    }

    /// The functions and macros that a declaration quotes by calling them.
    pub fn quotes(&self, of: DeclPlace) -> &[&'w str] {
        self.quotes.get(&of).map_or(&[], Vec::as_slice)
    }

    /// The observation of a file.
    pub fn observation(&self, file: FileId) -> Option<&'w Observation> {
        self.world.observations[file.0 as usize].as_ref()
    }

    /// A declaration.
    pub fn row(&self, (file, decl): DeclPlace) -> Option<&'w Declaration> {
        self.observation(file)?.declarations.get(decl.0 as usize)
    }

    /// The functions of a name right in a declaration, callbacks last: those only say what others define.
    pub fn functions(&self, of: DeclPlace, name: &str) -> Vec<DeclPlace> {
        let found = self.functions.get(&(of, name)).map_or(&[][..], Vec::as_slice);
        let is_protocol = self.row(of).is_some_and(|row| row.kind == super::super::kind::DeclKind::Interface);
        let is_defined = |decl: &&Decl| is_protocol || self.row((of.0, **decl)).is_some_and(|row| row.body_line > 0);
        found.iter().filter(is_defined).map(|decl| (of.0, *decl)).collect()
    }

    /// Whether a module of that whole name is defined outside of tests.
    pub fn is_own(&self, name: &str) -> bool {
        let places = self.by_name.get(name).into_iter().flatten();
        places.into_iter().any(|place| !super::test::is_test(self.world.paths.path(place.0)))
    }

    /// The module of a whole name as a file means it: its own, else the only one, else the nearest. What tests define is theirs.
    pub fn module(&self, from: FileId, name: &str) -> Option<(DeclPlace, bool)> {
        let is_test = |file: FileId| super::test::is_test(self.world.paths.path(file));
        let all: Vec<DeclPlace> =
            self.by_name.get(name)?.iter().copied().filter(|it| is_test(from) || !is_test(it.0)).collect();
        if let Some(own) = all.iter().find(|place| place.0 == from) {
            return Some((*own, all.iter().filter(|place| place.0 == from).count() == 1));
        }
        if let [single] = all.as_slice() {
            return Some((*single, true));
        }
        let library: Vec<DeclPlace> = all.iter().copied().filter(|place| !is_test(place.0)).collect();
        match (all.as_slice(), library.as_slice()) {
            (_, [single]) => Some((*single, true)),
            ([first, ..], _) => Some((*first, false)),
            _ => None,
        }
    }
}
