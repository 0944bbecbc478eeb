//! Resolves the first names of a path: modules by `mod` and `use`, crates by the package's dependencies.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::packages::{CargoPackage, CrateDependency};
use super::tree::RustModules;
use crate::language::{ImportKind, ImportSite, Observation, World};

/// The prelude of the language.
const BUILTIN: &[&str] = &["std", "core", "alloc", "proc_macro", "test"];
/// How often names that stand for other names are looked up anew.
const ROUNDS: usize = 8;
/// How many modules a name is looked for in that are taken over wholesale.
const MAX_GLOBS: usize = 64;

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Modules: several where builds differ.
    Modules(Vec<usize>),
    /// An external package.
    External(String),
    /// A crate of the language.
    Builtin(&'static str),
    /// A crate of the repository that is not read, by its root.
    Unread(FileId),
}

/// How far a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The last thing that is known.
    pub meaning: Meaning,
    /// How many parts of the path lead there.
    pub n_parts: usize,
}

/// The modules, and what `use` makes of names in each.
pub struct Meanings {
    /// The packages.
    pub packages: Vec<CargoPackage>,
    /// The module tree.
    pub tree: RustModules,
    by_directory: FxHashMap<String, usize>,
    by_name: FxHashMap<String, usize>,
    bound: FxHashMap<usize, FxHashMap<Box<str>, Meaning>>,
    globs: FxHashMap<usize, Vec<usize>>,
    /// The crates that are not read and that a module takes over wholesale, as far as that is one.
    unread: FxHashMap<usize, FileId>,
}

/// A `use` that means nothing yet: its module, the name that it binds, and the parts of its path.
type OpenUse<'o> = (usize, Option<&'o str>, Vec<&'o str>);

impl Meanings {
    /// Follows every `use` of a module, in rounds: each sees what the rounds before it found.
    pub fn of(world: &World<'_>, packages: Vec<CargoPackage>, tree: RustModules) -> Self {
        let by = |key: fn(&CargoPackage) -> &String| {
            packages.iter().enumerate().rev().map(|(at, package)| (key(package).clone(), at)).collect()
        };
        let (by_directory, by_name) = (by(|package| &package.directory), by(|package| &package.name));
        let (bound, globs, unread) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let mut meanings = Self { by_directory, by_name, packages, tree, bound, globs, unread };
        let mut open: Vec<OpenUse<'_>> = Vec::new();
        for (file, _) in world.paths.iter().filter(|(file, _)| meanings.tree.of_file.contains_key(file)) {
            let Some(observation) = world.observations[file.0 as usize].as_ref() else { continue };
            let is_glob = |site: &ImportSite| site.name.is_some_and(|name| observation.name(name) == "*");
            let uses = observation.imports.iter().filter(|site| site.kind != ImportKind::Implicit);
            for site in uses.filter(|site| site.local.is_some() || is_glob(site)) {
                let module = meanings.tree.around(file, observation, site.within);
                let local = site.local.map(|local| observation.name(local));
                open.push((module, local, parts(observation, site)));
            }
        }
        for _ in 0..ROUNDS {
            let found = meanings.round(&mut open);
            if !found {
                break;
            }
        }
        meanings
    }

    /// One round over the sites that mean nothing yet. Whether any was found.
    fn round(&mut self, open: &mut Vec<OpenUse<'_>>) -> bool {
        let mut found = Vec::new();
        open.retain(|(module, local, parts)| {
            let Some(reached) = self.walk_use(*module, parts) else { return true };
            if reached.n_parts < parts.len() && matches!(reached.meaning, Meaning::Modules(_)) {
                return true;
            }
            found.push((*module, *local, reached.meaning));
            false
        });
        let any = !found.is_empty();
        for (module, local, meaning) in found {
            match (local, meaning) {
                (Some(local), meaning) => {
                    let bound = self.bound.entry(module).or_default();
                    if !bound.contains_key(local) {
                        bound.insert(local.into(), meaning);
                    }
                }
                (None, Meaning::Modules(modules)) => self.globs.entry(module).or_default().extend(modules),
                (None, Meaning::Unread(root)) => drop(self.unread.insert(module, root)),
                (None, _) => {}
            }
        }
        any
    }

    /// Follows a path from a module as far as it names modules.
    pub fn walk(&self, module: usize, parts: &[&str]) -> Option<Reached> {
        self.walk_from(module, parts, Self::head)
    }

    /// Follows the path of a `use` as far as it names modules. There a crate and a name that is taken over wholesale may not be the same:
    /// the crates are looked up first, as whole modules need not be known for them. Before 2018 such a path begins at the root of its
    /// crate.
    pub fn walk_use(&self, module: usize, parts: &[&str]) -> Option<Reached> {
        let crates_first = |it: &Self, module: usize, name: &str| {
            let is_path = matches!(name, "crate" | "self" | "super");
            let top = it.is_2015(module).then(|| it.root(module)).filter(|root| *root != module);
            let plain = || {
                let of_root = top.and_then(|root| it.name(root, name));
                of_root.or_else(|| it.own_name(module, name)).or_else(|| it.extern_crate(module, name))
            };
            (!is_path).then(plain).flatten().or_else(|| it.head(module, name))
        };
        self.walk_from(module, parts, crates_first)
    }

    fn walk_from(
        &self,
        module: usize,
        parts: &[&str],
        head_of: impl Fn(&Self, usize, &str) -> Option<Meaning>,
    ) -> Option<Reached> {
        let (mut n_parts, first) = match parts {
            ["", name, ..] => (2, self.extern_crate(module, name)?),
            [head, ..] => (1, head_of(self, module, head)?),
            [] => return None,
        };
        let Meaning::Modules(mut at) = first else { return Some(Reached { meaning: first, n_parts }) };
        while let Some(part) = parts.get(n_parts) {
            let found: Vec<Meaning> = at.iter().filter_map(|module| self.part(*module, part)).collect();
            let mut next = Vec::new();
            for meaning in found {
                match meaning {
                    Meaning::Modules(modules) => next.extend(modules),
                    meaning => return Some(Reached { meaning, n_parts: n_parts + 1 }),
                }
            }
            if next.is_empty() {
                break;
            }
            next.sort_unstable();
            next.dedup();
            at = next;
            n_parts += 1;
        }
        Some(Reached { meaning: Meaning::Modules(at), n_parts })
    }

    /// The first part of a path.
    fn head(&self, module: usize, name: &str) -> Option<Meaning> {
        match name {
            "crate" => Some(Meaning::Modules(vec![self.root(module)])),
            "self" | "super" => self.part(module, name),
            name => self
                .part(module, name)
                .or_else(|| self.extern_crate(module, name))
                .or_else(|| self.part(self.root(module), name).filter(|_| self.is_2015(module))),
        }
    }

    fn part(&self, module: usize, name: &str) -> Option<Meaning> {
        match name {
            "self" => Some(Meaning::Modules(vec![module])),
            "super" => Some(Meaning::Modules(vec![self.tree.modules[module].parent?])),
            name => self.name(module, name),
        }
    }

    /// A name of a module: its own, then those that it takes over wholesale.
    fn name(&self, module: usize, name: &str) -> Option<Meaning> {
        let mut seen = vec![module];
        let mut at = 0;
        while let Some(module) = seen.get(at).copied() {
            at += 1;
            if let Some(meaning) = self.own_name(module, name) {
                return Some(meaning);
            }
            for to in self.globs.get(&module).into_iter().flatten() {
                if seen.len() < MAX_GLOBS && !seen.contains(to) {
                    seen.push(*to);
                }
            }
        }
        // A crate that is not read may have it.
        seen.iter().find_map(|module| self.unread.get(module)).map(|root| Meaning::Unread(*root))
    }

    /// A name that a module declares, or binds by itself.
    fn own_name(&self, module: usize, name: &str) -> Option<Meaning> {
        let declared = self.tree.modules[module].children.get(name).cloned().map(Meaning::Modules);
        declared.or_else(|| self.bound.get(&module)?.get(name).cloned())
    }

    /// Whether a module belongs to the program that builds its package.
    fn is_of_build(&self, module: usize) -> bool {
        let root = self.tree.modules[module].root;
        let package = self.tree.modules[module].package.and_then(|package| self.packages[package].build_root);
        package == Some(self.tree.modules[root].file)
    }

    fn is_2015(&self, module: usize) -> bool {
        let package = self.tree.modules[module].package;
        package.is_some_and(|package| self.packages[package].is_2015)
    }

    /// The root module that `crate` means. A file that no crate holds counts as part of its package's library.
    pub fn root(&self, module: usize) -> usize {
        let root = self.tree.modules[module].root;
        if self.tree.modules[root].is_root {
            return root;
        }
        let package = self.tree.modules[root].package;
        package.and_then(|package| self.packages[package].root_module).unwrap_or(root)
    }

    fn library(package: &CargoPackage) -> Option<Meaning> {
        let root = package.root_module.map(|root| Meaning::Modules(vec![root]));
        root.or_else(|| package.unread_root.map(Meaning::Unread))
    }

    /// A crate by its name in the code of a module.
    pub fn extern_crate(&self, module: usize, name: &str) -> Option<Meaning> {
        let package = self.tree.modules[module].package.map(|package| &self.packages[package]);
        let own = package.filter(|package| package.library == name).and_then(Self::library);
        if own.is_some() {
            return own;
        }
        let is_seen = |dependency: &&CrateDependency| !dependency.is_of_build || self.is_of_build(module);
        let Some(dependency) = package.and_then(|package| package.dependencies.get(name)).filter(is_seen) else {
            return BUILTIN.iter().find(|known| **known == name).map(|known| Meaning::Builtin(known));
        };
        let by_directory = dependency.directory.as_ref().and_then(|directory| self.by_directory.get(directory));
        let inside = by_directory.or_else(|| self.by_name.get(&dependency.package));
        let inside = inside.and_then(|package| Self::library(self.packages.get(*package)?));
        inside.or_else(|| Some(Meaning::External(dependency.package.clone())))
    }
}

/// The parts of the path that a site names; the star is none.
pub fn parts<'o>(observation: &'o Observation, site: &ImportSite) -> Vec<&'o str> {
    let source = observation.name(site.source);
    let name = site.name.map(|name| observation.name(name)).filter(|name| *name != "*");
    // `::{a, b}` has the source `::`, which is one empty part.
    let source = source.strip_suffix("::").unwrap_or(source);
    source.split("::").chain(name).collect()
}
