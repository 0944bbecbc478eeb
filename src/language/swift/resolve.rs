//! Resolves Swift's imports: a module is a target, and the files of a target see each other.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::added::AddedMembers;
use super::super::kind::ImportKind;
use super::super::observation::{Decl, Declaration, ImportSite, Observation};
use super::super::resolver::{Resolution, Resolver};
use super::super::shape::World;
use super::conversions::CONVERSIONS;
use super::system::is_system;
use super::targets::SwiftModules;
use crate::syntax::Literal;

/// The modules of a repository and what they offer.
struct Targets<'w> {
    world: &'w World<'w>,
    modules: SwiftModules,
    /// The files of a module that declare a name at their top, and whether other modules see it.
    declared: FxHashMap<(usize, &'w str), Vec<(FileId, bool)>>,
    /// The modules that a module re-exports: `@_exported import`.
    handed_on: FxHashMap<usize, Vec<usize>>,
    /// Members that extensions add to types from elsewhere.
    added: AddedMembers,
}

/// Indexes what the files of each module declare.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let mut targets = Targets {
        world,
        modules: SwiftModules::of(world),
        declared: FxHashMap::default(),
        handed_on: FxHashMap::default(),
        added: AddedMembers::default(),
    };
    for at in 0..targets.modules.all.len() {
        for file in targets.modules.all[at].files.clone() {
            if let Some(observation) = &world.observations[file.0 as usize] {
                targets.enter(at, file, observation);
            }
        }
    }
    let names: FxHashSet<&str> = targets.declared.keys().map(|(_, name)| *name).collect();
    targets.added = AddedMembers::of(world, "swift", |name| names.contains(name));
    Box::new(targets)
}

impl<'w> Targets<'w> {
    fn enter(&mut self, module: usize, file: FileId, observation: &'w Observation) {
        let public: FxHashSet<_> = observation.exports.iter().map(|export| export.local).collect();
        let shared = |row: &&Declaration| row.container == Some(Decl(0)) && row.exported && row.owner.is_none();
        for row in observation.declarations.iter().filter(shared) {
            let files = self.declared.entry((module, observation.name(row.name))).or_default();
            if files.last().is_none_or(|(last, _)| *last != file) {
                files.push((file, public.contains(&row.name)));
            }
        }
        let exported = observation.imports.iter().filter(|site| site.kind == ImportKind::Reexport);
        let names = exported.map(|site| head(observation.name(site.source)));
        let modules: Vec<usize> = names.filter_map(|name| self.modules.named(file, name)).collect();
        self.handed_on.entry(module).or_default().extend(modules);
    }

    /// The files of a module that offer a name to a file, and those of the modules that it re-exports.
    fn offering(&self, from: FileId, module: usize, name: &str) -> Vec<FileId> {
        let own = self.modules.of.get(&from);
        // Tests see what a module keeps to itself: they import it as `@testable`.
        let sees_all = own.is_some_and(|own| *own == module || self.modules.all[*own].is_test);
        let mut open = vec![module];
        let mut at = 0;
        while let Some(module) = open.get(at).copied() {
            at += 1;
            let files = self.declared.get(&(module, name)).map_or(&[][..], Vec::as_slice);
            let seen: Vec<FileId> =
                files.iter().filter(|(_, is_public)| *is_public || sees_all).map(|(file, _)| *file).collect();
            if !seen.is_empty() {
                return seen;
            }
            for next in self.handed_on.get(&module).into_iter().flatten() {
                if !open.contains(next) {
                    open.push(*next);
                }
            }
        }
        Vec::new()
    }
}

impl Targets<'_> {
    /// Whether a file imports a module, by itself or by one that hands it on.
    fn imports(&self, from: FileId, module: usize) -> bool {
        let Some(observation) = &self.world.observations[from.0 as usize] else { return false };
        let names = observation.imports.iter().map(|site| head(observation.name(site.source)));
        let mut imported = names.filter_map(|name| self.modules.named(from, name));
        imported.any(|it| it == module || self.handed_on.get(&it).is_some_and(|it| it.contains(&module)))
    }
}

/// The module of `Foundation.URL`.
fn head(source: &str) -> &str {
    source.split('.').next().unwrap_or(source)
}

impl Resolver for Targets<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let source = observation.name(site.source);
        let name = head(source);
        if let Some(module) = self.modules.named(from, name) {
            return match site.local {
                // `import struct M.T`
                Some(local) => match self.offering(from, module, observation.name(local)) {
                    files if files.is_empty() => Resolution::Unresolved,
                    files => Resolution::Member(files),
                },
                None => Resolution::Module(self.modules.all[module].files.clone()),
            };
        }
        if is_system(name) {
            return Resolution::Builtin(name.to_owned());
        }
        let own = self.modules.of.get(&from).map(|at| &self.modules.all[*at]);
        let product = own.and_then(|own| own.products.iter().find(|(product, _)| product == name));
        Resolution::External(product.map_or(name, |(_, package)| package).to_owned())
    }

    fn package(&self, file: FileId) -> Option<u32> {
        self.modules.of.get(&file).and_then(|at| u32::try_from(*at).ok())
    }

    fn sees(&self, from: FileId, to: FileId) -> bool {
        let (Some(own), Some(other)) = (self.modules.of.get(&from), self.modules.of.get(&to)) else { return true };
        own == other || self.imports(from, *other)
    }

    /// Files of the folder before those of others that are built with it.
    fn near(&self, from: FileId, _name: &str, files: &[FileId]) -> Vec<FileId> {
        let folder = |file: FileId| {
            let path = self.world.paths.path(file);
            let (tests, inner) = path.split_once("Tests/")?;
            (tests.is_empty() || tests.ends_with('/')).then(|| inner.split('/').next()).flatten()
        };
        let own = folder(from);
        let beside: Vec<FileId> = files.iter().copied().filter(|file| own.is_some() && folder(*file) == own).collect();
        if beside.is_empty() { files.to_vec() } else { beside }
    }

    fn added(&self, from: FileId, path: &str) -> Vec<(FileId, Decl)> {
        self.added.at(from, path).filter(|(file, _)| self.sees(from, *file)).collect()
    }

    fn adds_members(&self) -> bool {
        true
    }

    fn type_of_literal(&self, sort: Literal) -> Option<&'static str> {
        CONVERSIONS.of_literal(sort)
    }

    fn shares(&self, _file: FileId, declaration: &Declaration) -> bool {
        declaration.exported
    }

    fn head(&self, from: FileId, name: &str) -> Option<Resolution> {
        let module = self.modules.named(from, name)?;
        let is_own = self.modules.of.get(&from) == Some(&module);
        (is_own || self.imports(from, module)).then(|| Resolution::Module(self.modules.all[module].files.clone()))
    }

    fn star(&self, from: FileId, files: &[FileId], name: &str, found: &mut dyn FnMut(FileId)) {
        let module = files.first().and_then(|file| self.modules.of.get(file));
        module.into_iter().flat_map(|module| self.offering(from, *module, name)).for_each(found);
    }

    fn star_brings_all(&self, _module: &[FileId]) -> bool {
        false
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        let mut named = self.modules.all.iter().filter(|module| module.name == name);
        named.next().map_or(Vec::new(), |module| module.files.clone())
    }
}
