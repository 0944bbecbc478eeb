//! Resolves Python's imports: the modules of the repository, then the standard library, then a distribution.

use std::cmp::Reverse;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::observation::{Declaration, ImportSite, Observation};
use super::super::resolver::{Collector, Resolution, Resolver};
use super::super::shape::World;
use super::collect::Pytest;
use super::import::MORE;
use super::pytest;
use super::roots;
use super::stdlib::is_standard;
use crate::base::{TextPart, path};

/// The folders at the root whose files are programs.
const PROGRAMS: &[&str] = &["benchmarks", "bin", "examples", "scripts", "tools"];

/// A file that a dotted name may mean.
struct Candidate<'w> {
    file: FileId,
    /// The directory that the name counts from.
    root: &'w str,
    /// The root is one by the repository's own statement, or by convention.
    is_declared: bool,
    /// The name's first part is a package with an `__init__`.
    in_package: bool,
    /// The name has but one part.
    is_top: bool,
}

/// The modules of the repository by their dotted names.
struct Modules<'w> {
    world: &'w World<'w>,
    by_name: FxHashMap<String, Vec<Candidate<'w>>>,
    /// The directories with an `__init__`.
    packages: FxHashSet<&'w str>,
    /// The names in `__all__` of a file, for the files that have one.
    listed: FxHashMap<FileId, FxHashSet<&'w str>>,
    /// The files that take over all names of a module that is not to be found.
    open: FxHashSet<FileId>,
    pytest: Pytest<'w>,
}

/// Makes the module map: a file has a name from each root above it, and from the highest package that it is part of.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let declared = roots::declared(world);
    let is_python = |path: &str| matches!(path::extension(path), "py" | "pyi");
    let inits = world.paths.iter().filter(|(_, path)| matches!(path::name(path), "__init__.py" | "__init__.pyi"));
    let mut modules = Modules {
        world,
        by_name: FxHashMap::default(),
        packages: inits.map(|(_, path)| path::parent(path)).collect(),
        listed: FxHashMap::default(),
        open: FxHashSet::default(),
        pytest: Pytest::of(world),
    };
    for (file, path) in world.paths.iter().filter(|(_, path)| is_python(path)) {
        let implied = modules.implied_root(path);
        if declared.binary_search_by(|root| root.as_str().cmp(implied)).is_err() {
            modules.enter(file, path, implied, false);
        }
        for root in path::ancestors(path) {
            if declared.binary_search_by(|declared| declared.as_str().cmp(root)).is_ok() {
                modules.enter(file, path, root, true);
            }
        }
        if let Some(observation) = &world.observations[file.0 as usize]
            && !observation.exports.is_empty()
        {
            let names = observation.exports.iter().map(|export| observation.name(export.name));
            modules.listed.insert(file, names.collect());
        }
    }
    let files = world.paths.iter().filter(|(_, path)| is_python(path));
    modules.open = files.map(|(file, _)| file).filter(|file| modules.is_open(*file)).collect();
    Box::new(modules)
}

impl<'w> Modules<'w> {
    /// The directory above the highest package around a file, or the file's own directory.
    fn implied_root<'p>(&self, file: &'p str) -> &'p str {
        let is_package = |directory: &str| self.packages.contains(directory);
        let Some(mut package) = path::ancestors(file).find(|directory| is_package(directory)) else {
            return path::parent(file);
        };
        while !package.is_empty() && is_package(package) {
            package = path::parent(package);
        }
        package
    }

    /// Enters a file under its name from a root.
    fn enter(&mut self, file: FileId, path: &'w str, root: &'w str, is_declared: bool) {
        let inside = path.part(root.len()..).trim_start_matches('/');
        let inside = inside.rsplit_once('.').map_or(inside, |(inside, _)| inside);
        let inside = inside.strip_suffix("/__init__").unwrap_or(inside);
        let (top, rest) = inside.split_once('/').map_or((inside, None), |(top, rest)| (top, Some(rest)));
        let before = if root.is_empty() { 0 } else { root.len() + 1 };
        let in_package = self.packages.contains(path.part(..before + top.len()));
        // Stubs of a distribution lie in a folder of its name and an ending.
        let top = top.strip_suffix("-stubs").unwrap_or(top);
        let mut name = String::with_capacity(inside.len());
        name.push_str(top);
        for part in rest.into_iter().flat_map(|rest| rest.split('/')) {
            name.push('.');
            name.push_str(part);
        }
        let candidate = Candidate { file, root, is_declared, in_package, is_top: rest.is_none() };
        self.by_name.entry(name).or_default().push(candidate);
    }

    /// Whether a wholesale import of a file leads nowhere.
    fn is_open(&self, file: FileId) -> bool {
        let Some(observation) = &self.world.observations[file.0 as usize] else { return false };
        let mut stars = observation
            .imports
            .iter()
            .filter(|site| site.local.is_none() && site.name.is_some_and(|name| observation.name(name) == "*"));
        stars.any(|site| self.resolve(file, observation, site) == Resolution::Unresolved)
    }

    /// The module of a dotted name, as code in the directory `from` would find it: from the nearest root first.
    fn find(&self, from: &str, name: &str) -> Option<FileId> {
        let is_standard = is_standard(name.split('.').next().unwrap_or(name));
        let seen = self.by_name.get(name)?.iter().filter(|candidate| {
            // A folder that nobody states as a root is one for what lies in it; a package is found by everybody, if it
            // is no test's. What the language brings along is hidden by a stated root alone.
            let is_near = within(from, candidate.root);
            match is_standard {
                true => candidate.is_declared && (candidate.in_package || candidate.is_top),
                false => candidate.is_declared || is_near || (candidate.in_package && !in_tests(candidate.root)),
            }
        });
        let seen = seen.filter(|candidate| !self.is_shadowed(from, candidate, name));
        let best = seen.min_by_key(|candidate| {
            let path = self.world.paths.path(candidate.file);
            let is_stub = path::extension(path) == "pyi";
            let is_package = path::stem(path) == "__init__";
            (Reverse(shared(from, candidate.root)), !candidate.is_declared, is_stub, !is_package, candidate.file)
        });
        best.map(|candidate| candidate.file)
    }

    /// A folder without an `__init__` is a package only where no regular package or module, at least as near, has its
    /// name.
    fn is_shadowed(&self, from: &str, candidate: &Candidate, name: &str) -> bool {
        if candidate.in_package || candidate.is_top {
            return false;
        }
        let top = name.split('.').next().unwrap_or(name);
        let regular = self.by_name.get(top).into_iter().flatten().filter(|regular| regular.is_declared);
        regular.into_iter().any(|regular| shared(from, regular.root) >= shared(from, candidate.root))
    }

    /// The nearest other `conftest.py` in the folders above a file: pytest loads it, be it part of a package or not.
    fn conftest_above(&self, from: FileId) -> Option<FileId> {
        let paths = self.world.paths;
        let at = |folder| paths.file(&path::join(folder, "conftest.py")?).filter(|file| *file != from);
        path::ancestors(paths.path(from)).find_map(at)
    }

    /// The module at a path without its ending.
    fn at(&self, base: &str) -> Option<FileId> {
        let is_folder = self.world.paths.is_directory(base);
        let init = |ending: &str| path::join(base, &format!("__init__.{ending}")).filter(|_| is_folder);
        let of_ending = |ending: &str| {
            let file = |path: &str| self.world.paths.file(path);
            init(ending).and_then(|path| file(&path)).or_else(|| file(&format!("{base}.{ending}")))
        };
        of_ending("py").or_else(|| of_ending("pyi"))
    }

    /// `from ..a import b` counts from the file's own place.
    fn relative(&self, from: FileId, source: &str, name: Option<&str>) -> Resolution {
        let level = source.bytes().take_while(|byte| *byte == b'.').count();
        let mut directory = path::parent(self.world.paths.path(from));
        for _ in 1..level {
            if directory.is_empty() {
                return Resolution::Unresolved;
            }
            directory = path::parent(directory);
        }
        let rest = source.part(level..).replace('.', "/");
        let Some(base) = path::join(directory, &rest) else { return Resolution::Unresolved };
        let module = name.and_then(|name| self.at(path::join(&base, name)?.as_str()));
        self.answer(module, self.at(&base), name)
    }

    /// The module beside a program or a test: each has its own folder among the roots when it is run, though an empty `__init__`
    /// makes a package of that. Elsewhere the name is that of a distribution.
    fn beside(&self, from: FileId, source: &str, name: Option<&str>) -> Resolution {
        let paths = self.world.paths;
        let directory = path::parent(paths.path(from));
        let is_run = PROGRAMS.contains(&directory) || in_tests(directory);
        let init = path::join(directory, "__init__.py").and_then(|path| paths.file(&path)).filter(|_| is_run);
        let is_bare = |file: FileId| {
            let observation = self.world.observations[file.0 as usize].as_ref();
            observation.is_none_or(|it| it.imports.is_empty() && it.declarations.len() <= 1)
        };
        let module = path::join(directory, &format!("{source}.py")).and_then(|path| paths.file(&path));
        let module = module.filter(|module| *module != from && init.is_some_and(is_bare));
        self.answer(None, module, name)
    }

    /// The meaning of an import, be there a stub beside what it leads to or not.
    fn meant(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let source = observation.name(site.source);
        let name = site.name.map(|name| observation.name(name));
        let submodule = name.filter(|name| *name != "*");
        if source.starts_with('.') {
            return match self.relative(from, source, submodule) {
                Resolution::Module(files) if name == Some("*") => Resolution::Member(files),
                resolution => resolution,
            };
        }
        let directory = path::parent(self.world.paths.path(from));
        let module = submodule.and_then(|name| self.find(directory, &format!("{source}.{name}")));
        let base = self.find(directory, source);
        if module.is_some() || base.is_some() {
            return self.answer(module, base, name);
        }
        if let Some(setup) = self.conftest_above(from).filter(|_| source == pytest::CONFTEST) {
            return self.answer(None, Some(setup), name);
        }
        let top = source.split('.').next().unwrap_or(source);
        if is_standard(top) {
            return Resolution::Builtin(top.to_owned());
        }
        // A package of the repository that lacks the module: it is made by a build, or gone.
        let is_own = self.find(directory, top).is_some();
        if is_own {
            return Resolution::Unresolved;
        }
        match self.beside(from, source, name) {
            Resolution::Unresolved => Resolution::External(top.to_owned()),
            resolution => resolution,
        }
    }

    /// The modules that an import leads to: a stub sees the stubs beside them.
    fn as_seen_by(&self, from: FileId, files: Vec<FileId>) -> Vec<FileId> {
        let paths = self.world.paths;
        if path::extension(paths.path(from)) != "pyi" {
            return files;
        }
        files.into_iter().map(|file| paths.file(&format!("{}i", paths.path(file))).unwrap_or(file)).collect()
    }

    fn answer(&self, module: Option<FileId>, base: Option<FileId>, name: Option<&str>) -> Resolution {
        match (module, base) {
            (Some(module), _) => Resolution::Module(vec![module]),
            (None, Some(base)) if name.is_some() => Resolution::Member(vec![base]),
            (None, Some(base)) => Resolution::Module(vec![base]),
            (None, None) => Resolution::Unresolved,
        }
    }
}

/// Whether one of two files is the stub of the other: it states the types of a module beside it.
pub fn is_stub_of(one: &str, other: &str) -> bool {
    one.strip_suffix('i') == Some(other) || other.strip_suffix('i') == Some(one)
}

fn in_tests(root: &str) -> bool {
    root.split('/').any(|part| matches!(part, "tests" | "test" | "testing"))
}

/// Whether a directory is, or lies in, another.
fn within(directory: &str, root: &str) -> bool {
    root.is_empty() || directory.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// How many parts two directories share from the top.
fn shared(one: &str, other: &str) -> usize {
    one.split('/').zip(other.split('/')).take_while(|(one, other)| one == other && !one.is_empty()).count()
}

impl Resolver for Modules<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        match self.meant(from, observation, site) {
            Resolution::Module(files) => Resolution::Module(self.as_seen_by(from, files)),
            Resolution::Member(files) => Resolution::Member(self.as_seen_by(from, files)),
            resolution => resolution,
        }
    }

    fn states_containers(&self) -> bool {
        true
    }

    fn binds_all_names(&self, file: FileId) -> bool {
        !self.open.contains(&file)
    }

    fn collector(&self) -> Option<&dyn Collector> {
        Some(&self.pytest)
    }

    /// Tests take the fixtures of the `conftest.py` files above them by name, without an import.
    fn package(&self, file: FileId) -> Option<u32> {
        pytest::is_test(self.world.paths.path(file)).then_some(0)
    }

    fn shares(&self, file: FileId, declaration: &Declaration) -> bool {
        pytest::is_conftest(self.world.paths.path(file)) && self.pytest.is_fixture(file, declaration)
    }

    fn shares_methods(&self) -> bool {
        false
    }

    fn sees(&self, from: FileId, to: FileId) -> bool {
        let to = self.world.paths.path(to);
        !pytest::is_conftest(to) || path::ancestors(self.world.paths.path(from)).any(|above| above == path::parent(to))
    }

    fn near(&self, _from: FileId, _name: &str, files: &[FileId]) -> Vec<FileId> {
        let depth = |file: &FileId| path::parent(self.world.paths.path(*file)).len();
        let deepest = files.iter().map(depth).max();
        files.iter().copied().filter(|file| Some(depth(file)) == deepest).collect()
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        self.find("", name).into_iter().collect()
    }

    fn child(&self, module: &[FileId], name: &str) -> Vec<FileId> {
        let [file] = module else { return Vec::new() };
        let path = self.world.paths.path(*file);
        let is_package = path::stem(path) == "__init__";
        let child = path::join(path::parent(path), name).filter(|_| is_package).and_then(|base| self.at(&base));
        child.into_iter().collect()
    }

    fn parent(&self, module: FileId) -> Option<FileId> {
        let path = self.world.paths.path(module);
        let directory = path::parent(path);
        let package = if path::stem(path) == "__init__" { path::parent(directory) } else { directory };
        self.at(package).filter(|parent| *parent != module && path::stem(self.world.paths.path(*parent)) == "__init__")
    }

    fn star(&self, _from: FileId, module: &[FileId], name: &str, found: &mut dyn FnMut(FileId)) {
        let brings = |file: &&FileId| match self.listed.get(file) {
            Some(listed) => listed.contains(name) || (listed.contains(MORE) && !name.starts_with('_')),
            None => !name.starts_with('_'),
        };
        module.iter().filter(brings).copied().for_each(found);
    }

    fn star_brings_all(&self, module: &[FileId]) -> bool {
        !module.iter().any(|file| self.listed.contains_key(file))
    }
}
