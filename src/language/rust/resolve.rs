//! Resolves Rust's paths: the file is that of the longest prefix that is a module, and the rest is a member of it.

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::meaning::{Meaning, Meanings, Reached, parts};
use super::packages::{CargoPackage, packages};
use super::tree::RustModules;
use crate::language::{Decl, ImportKind, ImportSite, Literal, Observation, Resolution, Resolver, World};

/// The crates of a repository.
struct Crates<'w> {
    world: &'w World<'w>,
    meanings: Meanings,
    /// The names of all modules.
    module_names: FxHashSet<Box<str>>,
}

/// Reads the packages, the module trees, and what the modules import of each other.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let mut packages = packages(world);
    let mut tree = RustModules::of(world, &packages);
    tree.connect(world);
    for package in &mut packages {
        let file = package.library_root.as_ref().and_then(|root| world.paths.file(root));
        package.root_module = file.and_then(|file| tree.of_file.get(&file)).copied();
        package.unread_root = file.filter(|file| world.is_unread(*file));
    }
    want_libraries(world, &packages, &tree);
    let module_names = tree.modules.iter().flat_map(|module| module.children.keys().cloned()).collect();
    Box::new(Crates { world, meanings: Meanings::of(world, packages, tree), module_names })
}

/// Notes the libraries that are not read, though files of their packages are that no crate holds: they count as part of them.
fn want_libraries(world: &World<'_>, packages: &[CargoPackage], tree: &RustModules) {
    let roots = tree.modules.iter().filter(|module| module.parent.is_none() && !module.is_root);
    let libraries = roots.filter_map(|module| packages.get(module.package?)?.unread_root);
    libraries.for_each(|root| world.want(root));
}

impl Crates<'_> {
    fn module_item(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let file_of = |site| self.meanings.tree.file_of(self.world, from, observation, site).map(|(file, _)| file);
        if let Some(file) = file_of(site) {
            return Resolution::Module(vec![file]);
        }
        // One of several `#[path]`s is enough: the others are for builds that the repository does not hold.
        let is_other = |other: &&ImportSite| {
            other.kind == ImportKind::Implicit && other.local == site.local && other.within == site.within
        };
        let found = observation.imports.iter().filter(is_other).any(|other| file_of(other).is_some());
        if found { Resolution::Local } else { Resolution::Unresolved }
    }

    fn resolution(&self, reached: Reached, parts: &[&str], is_member: bool) -> Resolution {
        let rest = &parts[reached.n_parts.min(parts.len())..];
        let modules = match reached.meaning {
            Meaning::External(package) => return Resolution::External(package),
            Meaning::Builtin(name) => return Resolution::Builtin(name.to_owned()),
            Meaning::Unread(root) => {
                self.world.want(root);
                return Resolution::Unresolved;
            }
            Meaning::Modules(modules) => modules,
        };
        let modules: Vec<_> = modules.iter().map(|module| &self.meanings.tree.modules[*module]).collect();
        let files: Vec<FileId> = modules.iter().map(|module| module.file).collect();
        let Some(first) = modules.first() else { return Resolution::Unresolved };
        let is_inline = modules.iter().any(|module| !module.inline.is_empty());
        match rest {
            [] if !is_inline => Resolution::Module(files),
            [_] if !is_inline && is_member => Resolution::Member(files),
            rest => {
                let inline = Some(first.inline.as_str()).filter(|inline| !inline.is_empty());
                let path: Vec<&str> = inline.into_iter().chain(rest.iter().copied()).collect();
                Resolution::Inside(first.file, path.join("."))
            }
        }
    }

    /// A path that begins at a type which another `use` of the file binds: `use crate::error::ParseError;` and then, in a
    /// function, `use ParseError::EndOfStream;`.
    fn behind_import(
        &self,
        (from, observation): (FileId, &Observation),
        site: &ImportSite,
        path: &[&str],
        is_member: bool,
    ) -> Option<Resolution> {
        let (head, rest) = path.split_first()?;
        let tree = &self.meanings.tree;
        let module = tree.around(from, observation, site.within);
        let above = |scope: &Decl| observation.declarations.get(scope.0 as usize).and_then(|scope| scope.container);
        let holds = |other: &ImportSite| {
            let is_around = std::iter::successors(Some(site.within), above).any(|scope| scope == other.within);
            is_around && tree.around(from, observation, other.within) == module
        };
        let binds = |other: &&ImportSite| other.local.is_some_and(|local| observation.name(local) == *head);
        let mut bound = observation.imports.iter().filter(binds).filter(|other| other.at != site.at && holds(other));
        bound.find_map(|other| {
            let whole: Vec<&str> = parts(observation, other).into_iter().chain(rest.iter().copied()).collect();
            Some(self.resolution(self.meanings.walk_use(module, &whole)?, &whole, is_member))
        })
    }

    /// A path whose head no module has: a type or macro of the file itself, or nothing.
    fn unknown(&self, from: FileId, observation: &Observation, site: &ImportSite, parts: &[&str]) -> Resolution {
        let is_use = site.local.is_some() || site.name.is_some_and(|name| observation.name(name) == "*");
        let head = parts.first().copied().unwrap_or("");
        if !is_use || head.starts_with(char::is_uppercase) {
            let declared = observation.declarations.iter().any(|row| observation.name(row.name) == head);
            let is_own = is_use && declared;
            return if is_own { Resolution::Inside(from, parts.join(".")) } else { Resolution::Local };
        }
        let is_macro = observation.declarations.iter().any(|row| observation.name(row.name) == head);
        if is_macro { Resolution::Local } else { Resolution::Unresolved }
    }
}

impl Resolver for Crates<'_> {
    fn type_of_literal(&self, sort: Literal) -> Option<&'static str> {
        (sort == Literal::Text).then_some("str")
    }

    fn lends_members(&self, name: &str) -> Option<&'static str> {
        (name == "String").then_some("str")
    }

    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        if !self.meanings.tree.of_file.contains_key(&from) {
            return Resolution::Unresolved;
        }
        if site.kind == ImportKind::Implicit {
            return self.module_item(from, observation, site);
        }
        let module = self.meanings.tree.around(from, observation, site.within);
        let parts = parts(observation, site);
        let is_member = site.name.is_some_and(|name| observation.name(name) != "*");
        let is_use = site.local.is_some() || site.name.is_some() && !is_member;
        let reached = match is_use {
            true => self.meanings.walk_use(module, &parts),
            false => self.meanings.walk(module, &parts),
        };
        match reached {
            Some(reached) => self.resolution(reached, &parts, is_member),
            None => {
                let by_import = is_use.then(|| self.behind_import((from, observation), site, &parts, is_member));
                by_import.flatten().unwrap_or_else(|| self.unknown(from, observation, site, &parts))
            }
        }
    }

    fn head(&self, from: FileId, name: &str) -> Option<Resolution> {
        let module = *self.meanings.tree.of_file.get(&from)?;
        let modules = &self.meanings.tree.modules;
        let found = match name {
            "self" => Some(module),
            "crate" => Some(self.meanings.root(module)),
            // A module always has one around it, or is a root and above itself.
            "super" => Some(modules[module].parent.unwrap_or(module)),
            name => return self.crate_of(module, name),
        };
        let found = &modules[found?];
        Some(if found.inline.is_empty() {
            Resolution::Module(vec![found.file])
        } else {
            Resolution::Inside(found.file, found.inline.clone())
        })
    }

    fn macro_root(&self, file: FileId) -> Option<FileId> {
        let root = self.meanings.root(*self.meanings.tree.of_file.get(&file)?);
        Some(self.meanings.tree.modules[root].file)
    }

    fn is_module_name(&self, name: &str) -> bool {
        self.module_names.contains(name)
    }

    fn module_around(&self, module: FileId) -> Option<Resolution> {
        let modules = &self.meanings.tree.modules;
        let around = &modules[modules[*self.meanings.tree.of_file.get(&module)?].parent?];
        Some(match around.inline.is_empty() {
            true => Resolution::Module(vec![around.file]),
            false => Resolution::Inside(around.file, around.inline.clone()),
        })
    }

    fn child(&self, module: &[FileId], name: &str) -> Vec<FileId> {
        let modules = &self.meanings.tree.modules;
        let of_files = module.iter().filter_map(|file| self.meanings.tree.of_file.get(file));
        let named = of_files.filter_map(|module| modules[*module].children.get(name)).flatten();
        named.map(|child| &modules[*child]).filter(|child| child.inline.is_empty()).map(|child| child.file).collect()
    }

    fn is_conditional(&self, file: FileId) -> bool {
        let tree = &self.meanings.tree;
        tree.of_file.get(&file).is_some_and(|module| tree.modules[*module].is_conditional)
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        let parts: Vec<&str> = name.split("::").collect();
        let Some((head, rest)) = parts.split_first() else { return Vec::new() };
        let packages = self.meanings.packages.iter();
        let named = packages.filter(|package| *head == "crate" || package.library == *head || package.name == *head);
        let mut files: Vec<FileId> = Vec::new();
        for root in named.filter_map(|package| package.root_module) {
            let path: Vec<&str> = std::iter::once("crate").chain(rest.iter().copied()).collect();
            let reached = self.meanings.walk(root, &path).filter(|reached| reached.n_parts == path.len());
            if let Some(Reached { meaning: Meaning::Modules(modules), .. }) = reached {
                files.extend(modules.iter().map(|module| self.meanings.tree.modules[*module].file));
            }
        }
        files
    }
}

impl Crates<'_> {
    fn crate_of(&self, module: usize, name: &str) -> Option<Resolution> {
        Some(match self.meanings.extern_crate(module, name)? {
            Meaning::Modules(roots) => {
                Resolution::Module(roots.iter().map(|root| self.meanings.tree.modules[*root].file).collect())
            }
            Meaning::External(package) => Resolution::External(package),
            Meaning::Builtin(name) => Resolution::Builtin(name.to_owned()),
            Meaning::Unread(root) => {
                self.world.want(root);
                Resolution::Unresolved
            }
        })
    }
}
