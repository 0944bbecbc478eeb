//! The libraries of a repository: which files are one, what each declares, and what it re-exports.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::added::AddedMembers;
use super::super::kind::{DeclKind, ImportKind};
use super::super::observation::{Decl, ImportSite, Observation};
use super::super::shape::World;
use super::import::HIDDEN;
use super::pubspec::{DartPackage, packages};
use crate::base::path;

/// Where a URI leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UriTarget {
    /// To a file.
    File(FileId),
    /// To a package that is not of the repository.
    Package(String),
    /// To a library of the language: `dart:io`.
    System(String),
    /// Nowhere.
    Nowhere,
}

/// A library that another re-exports.
struct ReexportedLibrary<'w> {
    to: FileId,
    /// The only name that the re-export brings, if it lists any.
    shown: Option<&'w str>,
    hidden: Vec<&'w str>,
}

/// The libraries, by the first file of each.
pub struct Libraries<'w> {
    world: &'w World<'w>,
    packages: Vec<DartPackage>,
    /// The library that a file is a part of.
    part_of: FxHashMap<FileId, FileId>,
    /// The files of a library that declare a public name at their top.
    declared: FxHashMap<(FileId, &'w str), Vec<FileId>>,
    reexports: FxHashMap<FileId, Vec<ReexportedLibrary<'w>>>,
    /// The names that a file does not take from a library.
    hidden: FxHashSet<(FileId, FileId, &'w str)>,
    /// Members that extensions add to types from elsewhere.
    added: AddedMembers,
}

fn files<'w>(world: &'w World<'w>) -> impl Iterator<Item = (FileId, &'w Observation)> {
    let dart = world.paths.iter().filter(|(file, _)| world.is_of(*file, "dart"));
    dart.filter_map(|(file, _)| Some((file, world.observations[file.0 as usize].as_ref()?)))
}

/// Whether a site is that of a `part`: it has the name `*`, and its source is a part by what the other file says.
fn is_part_site(observation: &Observation, site: &ImportSite) -> bool {
    site.kind == ImportKind::Value
        && site.name.is_some_and(|name| observation.name(name) == "*")
        && site.local.is_none()
}

impl<'w> Libraries<'w> {
    /// Enters every file.
    pub fn new(world: &'w World<'w>) -> Self {
        let mut libraries = Self {
            world,
            packages: packages(world),
            part_of: FxHashMap::default(),
            declared: FxHashMap::default(),
            reexports: FxHashMap::default(),
            hidden: FxHashSet::default(),
            added: AddedMembers::default(),
        };
        files(world).for_each(|(file, observation)| libraries.enter_parts(file, observation));
        for (file, observation) in files(world) {
            libraries.enter_names(file, observation);
            libraries.enter_exports(file, observation);
        }
        let names: FxHashSet<&str> = libraries.declared.keys().map(|(_, name)| *name).collect();
        libraries.added = AddedMembers::of(world, "dart", |name| names.contains(name));
        libraries
    }

    /// Enters the library that a file says it is a part of, or the parts that it names.
    fn enter_parts(&mut self, file: FileId, observation: &'w Observation) {
        for site in &observation.imports {
            let source = observation.name(site.source);
            if site.kind == ImportKind::Implicit && !source.is_empty() {
                if let UriTarget::File(library) = self.place(file, source) {
                    self.part_of.entry(file).or_insert(library);
                }
            } else if is_part_site(observation, site)
                && let UriTarget::File(part) = self.place(file, source)
                && part != file
                && self.is_part(part)
            {
                self.part_of.insert(part, file);
            }
        }
    }

    /// Whether a file says that it is a part.
    fn is_part(&self, file: FileId) -> bool {
        let observation = self.world.observations[file.0 as usize].as_ref();
        observation.is_some_and(|it| it.imports.iter().any(|site| site.kind == ImportKind::Implicit))
    }

    fn enter_names(&mut self, file: FileId, observation: &'w Observation) {
        let library = self.library(file);
        for row in observation.declarations.iter().skip(1) {
            let is_seen = row.exported && row.container == Some(Decl(0)) && row.kind != DeclKind::Impl;
            if is_seen {
                let files = self.declared.entry((library, observation.name(row.name))).or_default();
                if files.last() != Some(&file) {
                    files.push(file);
                }
            }
        }
    }

    fn enter_exports(&mut self, file: FileId, observation: &'w Observation) {
        let mut hidden: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        for site in &observation.imports {
            let name = site.name.and_then(|name| observation.name(name).strip_prefix(HIDDEN));
            if let Some(name) = name {
                hidden.entry(observation.name(site.source)).or_default().push(name);
            }
        }
        for site in &observation.imports {
            let source = observation.name(site.source);
            let UriTarget::File(to) = self.place(file, source) else { continue };
            if site.kind == ImportKind::Reexport && site.name.is_some() {
                let shown = site.name.map(|name| observation.name(name)).filter(|name| *name != "*");
                let hidden = hidden.get(source).cloned().unwrap_or_default();
                self.reexports.entry(file).or_default().push(ReexportedLibrary { to, shown, hidden });
            } else {
                let names = hidden.get(source).into_iter().flatten();
                self.hidden.extend(names.map(|name| (file, to, *name)));
            }
        }
    }

    /// The first file of the library that a file is of.
    pub fn library(&self, file: FileId) -> FileId {
        self.part_of.get(&file).copied().unwrap_or(file)
    }

    /// The library that a file is a part of, or that has parts.
    pub fn with_parts(&self, file: FileId) -> Option<FileId> {
        let own = self.part_of.get(&file).copied();
        own.or_else(|| self.part_of.values().any(|library| *library == file).then_some(file))
    }

    /// Whether a file takes a name from a library that it imports as a whole.
    pub fn takes(&self, file: FileId, library: FileId, name: &str) -> bool {
        !self.hidden.contains(&(file, library, name))
    }

    /// The files that declare a name which a library offers, by itself or by those that it re-exports.
    pub fn offering(&self, library: FileId, name: &str) -> Vec<FileId> {
        if name.starts_with('_') {
            return Vec::new();
        }
        let (mut seen, mut open) = (FxHashSet::from_iter([library]), vec![library]);
        let mut found = Vec::new();
        while let Some(at) = open.pop() {
            if let Some(files) = self.declared.get(&(at, name)) {
                found.extend(files);
                continue;
            }
            for next in self.reexports.get(&at).into_iter().flatten() {
                let is_shown = next.shown.is_none_or(|shown| shown == name) && !next.hidden.contains(&name);
                if is_shown && seen.insert(next.to) {
                    open.push(next.to);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The members of a path that extensions add to a type from elsewhere, of those that a file sees.
    pub fn added(&self, from: FileId, path: &str) -> Vec<(FileId, Decl)> {
        self.added.at(from, path).filter(|(file, decl)| self.sees_extension(from, *file, *decl)).collect()
    }

    /// Whether a file sees the extension that holds a declaration: of its own library, or by the name that an import brings.
    fn sees_extension(&self, from: FileId, file: FileId, member: Decl) -> bool {
        let (own, library) = (self.library(from), self.library(file));
        if own == library {
            return true;
        }
        let extension = |observation: &'w Observation| {
            let block = observation.declaration(member).container.map(|around| observation.declaration(around))?;
            let name = observation.name(block.name);
            // One without a name of its own is its library's alone.
            (block.owner != Some(block.name) && !name.starts_with('_')).then_some(name)
        };
        let named = self.world.observations[file.0 as usize].as_ref().and_then(extension);
        let (Some(name), Some(importing)) = (named, self.world.observations[own.0 as usize].as_ref()) else {
            return false;
        };
        importing.imports.iter().filter(|site| site.kind == ImportKind::Value).any(|site| {
            let brought = site.name.map(|name| importing.name(name));
            let UriTarget::File(to) = self.place(own, importing.name(site.source)) else { return false };
            let is_taken = brought.is_none_or(|it| it == "*" || it == name) && self.takes(own, to, name);
            is_taken && self.offers(to, library, name)
        })
    }

    /// Whether a library offers a name of another, by itself or by those that it re-exports.
    fn offers(&self, library: FileId, of: FileId, name: &str) -> bool {
        let (mut seen, mut open) = (FxHashSet::from_iter([library]), vec![library]);
        while let Some(at) = open.pop() {
            if at == of {
                return true;
            }
            for next in self.reexports.get(&at).into_iter().flatten() {
                let is_shown = next.shown.is_none_or(|shown| shown == name) && !next.hidden.contains(&name);
                if is_shown && seen.insert(next.to) {
                    open.push(next.to);
                }
            }
        }
        false
    }

    /// The place of a URI in a file.
    pub fn place(&self, from: FileId, uri: &str) -> UriTarget {
        if uri.starts_with("dart:") {
            return UriTarget::System(uri.to_owned());
        }
        let found = match uri.strip_prefix("package:") {
            Some(named) => {
                let (package, rest) = named.split_once('/').unwrap_or((named, ""));
                let Some(own) = self.package(from, package) else { return UriTarget::Package(package.to_owned()) };
                path::join(&own.directory, &format!("lib/{rest}"))
            }
            None => path::join(path::parent(self.world.paths.path(from)), uri),
        };
        found.and_then(|path| self.world.paths.file(&path)).map_or(UriTarget::Nowhere, UriTarget::File)
    }

    /// The package of a name: of several, the one whose directory has most in common with that of the file.
    fn package(&self, from: FileId, name: &str) -> Option<&DartPackage> {
        let here = self.world.paths.path(from);
        let shared = |package: &&DartPackage| {
            let parts = package.directory.split('/').zip(here.split('/'));
            parts.take_while(|(one, other)| one == other).count()
        };
        self.packages.iter().filter(|package| package.name == name).max_by_key(shared)
    }

    /// The library of a URI as people name it: `package:name/file.dart`.
    pub fn named(&self, uri: &str) -> Option<FileId> {
        let named = uri.strip_prefix("package:").unwrap_or(uri);
        let (package, rest) = named.split_once('/').unwrap_or((named, ""));
        let own = self.packages.iter().find(|own| own.name == package)?;
        let rest = if rest.is_empty() { format!("{package}.dart") } else { rest.to_owned() };
        self.world.paths.file(&path::join(&own.directory, &format!("lib/{rest}"))?)
    }
}
