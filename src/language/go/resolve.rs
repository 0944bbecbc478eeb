//! Resolves Go's imports: a path is a directory, and a package is the files of a directory with one package clause.

use std::sync::{PoisonError, RwLock};

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::condition::{self, Condition};
use super::import::last_part;
use super::modules::GoModules;
use crate::base::path;
use crate::language::{ImportKind, ImportSite, Observation, Resolution, Resolver, World};

/// The package and imports of one Go file.
struct Source {
    /// A number for its directory and package clause.
    package: u32,
    is_test: bool,
    /// Its build condition, as an index; `None` where it is always built.
    condition: Option<u32>,
}

/// The packages of a directory.
#[derive(Default)]
struct Directory {
    /// The clause that importers see.
    clause: String,
    files: Vec<FileId>,
}

/// The Go side of a repository.
struct Packages<'w> {
    world: &'w World<'w>,
    modules: GoModules,
    sources: FxHashMap<FileId, Source>,
    directories: FxHashMap<String, Directory>,
    conditions: Vec<Condition>,
    /// Whether the default build holds what has a condition.
    by_default: Vec<bool>,
    met: RwLock<FxHashMap<(u32, u32), bool>>,
}

/// Groups the files by directory and package clause.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let mut packages = Packages {
        world,
        modules: GoModules::of(world),
        sources: FxHashMap::default(),
        directories: FxHashMap::default(),
        conditions: Vec::new(),
        by_default: Vec::new(),
        met: RwLock::default(),
    };
    let mut numbers: FxHashMap<(&str, &str), u32> = FxHashMap::default();
    for (file, path) in world.paths.iter().filter(|(_, path)| path::extension(path) == "go") {
        let Some(observation) = world.observations[file.0 as usize].as_ref() else { continue };
        let Some(clause) = observation.package.map(|name| observation.name(name)) else { continue };
        let directory = path::parent(path);
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let package = *numbers.entry((directory, clause)).or_insert(next);
        let line = observation.condition.map(|name| observation.name(name));
        let condition = condition::of_file(path::stem(path), line).map(|condition| packages.number(condition));
        let is_test = path.ends_with("_test.go");
        packages.sources.insert(file, Source { package, is_test, condition });
        packages.directories.entry(directory.to_owned()).or_default().files.push(file);
    }
    let clauses: Vec<(String, String)> =
        packages.directories.iter().map(|(name, directory)| (name.clone(), packages.clause(directory))).collect();
    for (name, clause) in clauses {
        packages.directories.entry(name).or_default().clause = clause;
    }
    Box::new(packages)
}

impl Packages<'_> {
    fn number(&mut self, condition: Condition) -> u32 {
        let known = self.conditions.iter().position(|known| *known == condition);
        let at = known.unwrap_or_else(|| {
            self.by_default.push(condition::holds_by_default(&condition));
            self.conditions.push(condition);
            self.conditions.len() - 1
        });
        u32::try_from(at).unwrap_or(u32::MAX)
    }

    fn clause_of(&self, file: FileId) -> &str {
        let observation = self.world.observations[file.0 as usize].as_ref();
        observation.and_then(|it| Some(it.name(it.package?))).unwrap_or("")
    }

    /// The clause of most files; `main`, which cannot be imported, and `ignore`d files only where nothing else is.
    fn clause(&self, directory: &Directory) -> String {
        let mut counts: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        for file in directory.files.iter().filter(|file| self.sources.get(file).is_some_and(|it| !it.is_test)) {
            let clause = self.clause_of(*file);
            *counts.entry(clause).or_default() += if clause == "main" { 1 } else { 1000 };
        }
        let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        most.map_or_else(String::new, |(clause, _)| clause.to_owned())
    }

    fn can_meet(&self, a: FileId, b: FileId) -> bool {
        let condition = |file| self.sources.get(&file).and_then(|source| source.condition);
        let (Some(a), Some(b)) = (condition(a), condition(b)) else { return true };
        if a == b {
            return true;
        }
        let key = (a.min(b), a.max(b));
        if let Some(met) = self.met.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return *met;
        }
        let met = condition::can_meet(self.conditions.get(a as usize), self.conditions.get(b as usize));
        self.met.write().unwrap_or_else(PoisonError::into_inner).insert(key, met);
        met
    }

    /// The files of a directory that an importing file sees: those of the package, and from the directory's own
    /// external tests (`package x_test`) its tests too.
    fn files(&self, from: FileId, name: &str) -> Option<Vec<FileId>> {
        let directory = self.directories.get(name)?;
        let with_tests = path::parent(self.world.paths.path(from)) == name
            && self.clause_of(from).strip_suffix("_test") == Some(&directory.clause);
        let files = directory.files.iter().copied().filter(|file| {
            let is_test = self.sources.get(file).is_some_and(|source| source.is_test);
            self.clause_of(*file) == directory.clause && (with_tests || !is_test) && self.can_meet(from, *file)
        });
        let files: Vec<FileId> = files.collect();
        (!files.is_empty()).then_some(files)
    }

    /// The directory of the repository that an import means.
    fn directory(&self, from: FileId, source: &str) -> Option<String> {
        let here = path::parent(self.world.paths.path(from));
        if source.starts_with("./") || source.starts_with("../") {
            return path::join(here, source).filter(|directory| self.directories.contains_key(directory));
        }
        let directories = self.modules.directories(here, source).into_iter();
        directories.into_iter().find(|directory| self.directories.contains_key(directory))
    }
}

impl Resolver for Packages<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let source = observation.name(site.source);
        if let Some(directory) = self.directory(from, source) {
            return self.files(from, &directory).map_or(Resolution::Unresolved, Resolution::Module);
        }
        let here = path::parent(self.world.paths.path(from));
        if let Some(module) = self.modules.required(here, source) {
            return Resolution::External(module.to_owned());
        }
        let first = source.split('/').next().unwrap_or(source);
        match first {
            "." | ".." => Resolution::Unresolved,
            _ if self.modules.of_directory(here).is_some_and(|own| source.starts_with(&format!("{}/", own.path))) => {
                Resolution::Unresolved
            }
            first if !first.contains('.') => Resolution::Builtin(source.to_owned()),
            _ => Resolution::External(source.to_owned()),
        }
    }

    fn package(&self, file: FileId) -> Option<u32> {
        self.sources.get(&file).map(|source| source.package)
    }

    fn sees(&self, from: FileId, to: FileId) -> bool {
        let is_test = |file| self.sources.get(&file).is_some_and(|source| source.is_test);
        (is_test(from) || !is_test(to)) && self.can_meet(from, to)
    }

    fn is_conditional(&self, file: FileId) -> bool {
        let condition = self.sources.get(&file).and_then(|source| source.condition);
        condition.is_some_and(|condition| !self.by_default.get(condition as usize).is_none_or(|holds| *holds))
    }

    fn local_name(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Option<String> {
        if site.kind != ImportKind::Value || site.local.is_some() || site.name.is_some() {
            return None;
        }
        let source = observation.name(site.source);
        let directory = self.directory(from, source).and_then(|name| self.directories.get(&name));
        let clause = directory.map(|directory| directory.clause.as_str()).filter(|clause| !clause.is_empty());
        Some(clause.unwrap_or_else(|| last_part(source)).to_owned())
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        let directories = self.modules.directories("", name).into_iter().chain([name.to_owned()]);
        let mut found = directories.filter_map(|name| self.directories.get(&name));
        let clause = |file: &FileId| self.clause_of(*file);
        let files = found.next().map(|directory| {
            let own = directory.files.iter().filter(|file| clause(file) == directory.clause);
            own.copied().filter(|file| self.sources.get(file).is_some_and(|source| !source.is_test)).collect()
        });
        files.unwrap_or_default()
    }
}
