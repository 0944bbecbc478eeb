//! Resolves the imports of Java and Kotlin: by package clauses and declarations, never by paths.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::expression::LIFTING;
use super::super::kind::DeclKind;
use super::super::observation::{Decl, Declaration, ImportSite, Observation};
use super::super::resolver::{Resolution, Resolver};
use super::super::shape::World;
use super::builds::{dependencies, is_build};
use super::companions::{facade, has_companion};
use super::outer::{external, outside};
use super::platforms::Platforms;
use super::source_set::in_tests;
use crate::base::{TextPart, path};

/// How the names of packages begin, as is known without any import. Other chains of members in lower case with a type behind are common:
/// `binding.root.View` of a value that a library declares.
const PACKAGE_HEADS: &[&str] = &[
    "akka", "android", "androidx", "cats", "ch", "com", "de", "dev", "edu", "eu", "fr", "gov", "io", "jakarta", "java",
    "javax", "jdk", "kotlin", "kotlinx", "net", "nl", "org", "scala", "sun", "tech", "uk", "us", "zio",
];

/// How a path begins that names its package from the outermost on, whatever is in sight.
const ROOT: &str = "_root_.";

/// The declarations of each package.
struct Packages<'w> {
    world: &'w World<'w>,
    ids: FxHashMap<String, u32>,
    /// The package of a file.
    of: FxHashMap<FileId, u32>,
    files: Vec<Vec<FileId>>,
    /// The files that declare a name at the top level of a package.
    declared: FxHashMap<(u32, &'w str), Vec<FileId>>,
    /// The classes that Java sees in place of a Kotlin file: `UtilKt`, or what `@file:JvmName` says.
    facades: FxHashMap<(u32, String), Vec<FileId>>,
    /// The files that declare a module, by its name.
    modules: FxHashMap<&'w str, Vec<FileId>>,
    tests: FxHashSet<FileId>,
    platforms: Platforms<'w>,
    /// The files that give a package the members of types.
    lifting: FxHashMap<u32, Vec<FileId>>,
    /// The names of libraries that builds depend on, where those are named in code without any import.
    dependencies: FxHashSet<&'w str>,
}

/// Indexes the packages of all files.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let mut packages = Packages {
        world,
        ids: FxHashMap::default(),
        of: FxHashMap::default(),
        files: Vec::new(),
        declared: FxHashMap::default(),
        facades: FxHashMap::default(),
        modules: FxHashMap::default(),
        tests: FxHashSet::default(),
        platforms: Platforms::default(),
        lifting: FxHashMap::default(),
        dependencies: FxHashSet::default(),
    };
    for (file, path) in world.paths.iter() {
        let build = world.config(path).filter(|_| is_build(path::name(path)));
        packages.dependencies.extend(build.into_iter().flat_map(dependencies));
        if let (Some(observation), true) = (&world.observations[file.0 as usize], world.is_of(file, "jvm")) {
            packages.enter(file, path, observation);
        }
    }
    Box::new(packages)
}

/// Whether a file declares a module, and its name is that of the module.
fn declares_module(path: &str) -> bool {
    path::name(path) == "module-info.java"
}

/// The folder of the build's module that a file belongs to.
fn module(file: &str) -> &str {
    if file.starts_with("src/") {
        ""
    } else {
        file.split_once("/src/").map_or(path::parent(file), |(module, _)| module)
    }
}

impl<'w> Packages<'w> {
    fn enter(&mut self, file: FileId, path: &'w str, observation: &'w Observation) {
        let stated = observation.package.map(|name| observation.name(name));
        // The name of a module is none of a package.
        let package = stated.filter(|_| !declares_module(path));
        if let (Some(name), None) = (stated, package) {
            self.modules.entry(name).or_default().push(file);
        }
        // Files without a package see each other inside their module alone; a script is seen by none.
        let nameless = || if path.ends_with(".kts") { format!("/{path}") } else { format!("/{}", module(path)) };
        let name = package.map_or_else(nameless, str::to_owned);
        let next = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        let package = *self.ids.entry(name).or_insert(next);
        if package == next {
            self.files.push(Vec::new());
        }
        self.files[package as usize].push(file);
        self.of.insert(file, package);
        if observation.bindings.iter().any(|it| it.scope == Decl(0) && observation.name(it.name) == LIFTING) {
            self.lifting.entry(package).or_default().push(file);
        }
        if in_tests(path) {
            self.tests.insert(file);
        }
        self.platforms.enter(file, (path, package), observation);
        let mut has_functions = false;
        for row in observation.declarations.iter().filter(|row| row.container == Some(Decl(0)) && row.exported) {
            has_functions |= matches!(row.kind, DeclKind::Function | DeclKind::Variable);
            let files = self.declared.entry((package, observation.name(row.name))).or_default();
            if files.last() != Some(&file) {
                files.push(file);
            }
        }
        let stated = observation.exports.first().map(|export| observation.name(export.name).to_owned());
        if has_functions {
            let facade = stated.unwrap_or_else(|| facade(path::stem(path)));
            self.facades.entry((package, facade)).or_default().push(file);
        }
    }

    /// The module that another requires: one of the repository, or one outside.
    fn required(&self, name: &str) -> Resolution {
        match self.modules.get(name) {
            Some(files) => Resolution::Module(files.clone()),
            None => outside(name.to_owned()),
        }
    }

    /// The files that a file may use for a name that they declare: those it sees, of these those of its own module where there are any, and
    /// of these those that it means by the name.
    fn meant(&self, from: FileId, name: &str, files: &[FileId]) -> Vec<FileId> {
        self.platforms.meant(self.world, from, name, self.nearest(from, files))
    }

    /// Those it sees, and of these those of its own module where there are any.
    fn nearest(&self, from: FileId, files: &[FileId]) -> Vec<FileId> {
        let narrow = |files: &[FileId], keep: &dyn Fn(&FileId) -> bool| {
            let kept: Vec<FileId> = files.iter().copied().filter(|file| keep(file)).collect();
            if kept.is_empty() { files.to_vec() } else { kept }
        };
        let here = module(self.world.paths.path(from));
        let seen = narrow(files, &|file| self.sees(from, *file));
        narrow(&seen, &|file| module(self.world.paths.path(*file)) == here)
    }

    /// The package that the longest beginning of a dotted name is, and the rest.
    fn split<'n>(&self, name: &'n str) -> Option<(u32, &'n str)> {
        let ends = [name.len()].into_iter().chain(name.rmatch_indices('.').map(|(at, _)| at));
        let mut known =
            ends.filter_map(|end| Some((*self.ids.get(name.part(..end))?, name.part(end..).trim_start_matches('.'))));
        known.next()
    }

    /// The parts of a name that starts with one of a package, but for those that name a companion.
    fn without_companions<'n>(&self, package: u32, rest: &'n str) -> Vec<&'n str> {
        let mut path: Vec<&str> = Vec::new();
        for part in rest.split('.') {
            let is_companion = |around: &&str| {
                let files = path.first().and_then(|head| self.declared.get(&(package, *head)));
                let observations =
                    files.into_iter().flatten().filter_map(|file| self.world.observations[file.0 as usize].as_ref());
                part == "Companion" || observations.into_iter().any(|it| has_companion(it, around, part))
            };
            if !path.last().is_some_and(is_companion) {
                path.push(part);
            }
        }
        path
    }

    /// Resolves a name that starts with one of a package.
    fn inside(&self, from: FileId, package: u32, rest: &str) -> Option<Resolution> {
        // Members of a companion are members of its class.
        let path = self.without_companions(package, rest);
        let (head, members) = path.split_first()?;
        if self.is_private(from, package, head) {
            return Some(match members.is_empty() {
                true => Resolution::Member(vec![from]),
                false => Resolution::Inside(from, path.join(".")),
            });
        }
        if let Some(files) = self.declared.get(&(package, *head)) {
            let meant = self.meant(from, head, files);
            return match members.last() {
                None => (!meant.is_empty()).then_some(Resolution::Member(meant)),
                // What one platform adds is declared there alone.
                Some(last) => {
                    let has = |file: &&FileId| self.has_inside(**file, last);
                    let file = meant.iter().chain(files).find(has).or(meant.first())?;
                    Some(Resolution::Inside(*file, path.join(".")))
                }
            };
        }
        let Some(files) = self.facades.get(&(package, (*head).to_owned())) else {
            let files = self.lifting.get(&package).filter(|_| members.is_empty())?;
            return Some(Resolution::Member(self.nearest(from, files)));
        };
        let files = self.nearest(from, files);
        let file = *files.first()?;
        Some(if members.is_empty() { Resolution::Module(files) } else { Resolution::Inside(file, members.join(".")) })
    }
}

impl Packages<'_> {
    /// Whether a file declares a name inside of something.
    fn has_inside(&self, file: FileId, name: &str) -> bool {
        let rows = self.world.observations[file.0 as usize].as_ref().map(|it| (it, it.declarations.iter()));
        rows.is_some_and(|(it, mut rows)| {
            rows.any(|row| row.container.is_some_and(|around| around != Decl(0)) && it.name(row.name) == name)
        })
    }

    /// Whether a file of a package declares a name for itself alone.
    fn is_private(&self, from: FileId, package: u32, name: &str) -> bool {
        let own = self.world.observations[from.0 as usize].as_ref().filter(|_| self.of.get(&from) == Some(&package));
        own.is_some_and(|own| {
            let mut rows = own.declarations.iter().filter(|row| row.container == Some(Decl(0)) && !row.exported);
            rows.any(|row| own.name(row.name) == name)
        })
    }
}

/// Whether the rest of a name shows that its package is not the known one that it begins with: it goes on in lower case.
fn goes_on(rest: &str) -> bool {
    rest.starts_with(|letter: char| letter.is_lowercase()) && rest.contains('.')
}

/// Whether a path names a package by two parts in lower case or more, and then a type. A chain of members seldom does.
pub fn begins_with_package(parts: &[&str], _around: &str) -> bool {
    let is_lower = |part: &&&str| part.starts_with(|letter: char| letter.is_lowercase());
    let n_lower = parts.iter().take_while(is_lower).count();
    let is_type = |part: &&str| {
        part.starts_with(|letter: char| letter.is_uppercase()) && part.contains(|letter: char| letter.is_lowercase())
    };
    n_lower > 1 && parts.get(n_lower).is_some_and(is_type)
}

impl Packages<'_> {
    /// Resolves an import that begins with a package.
    fn found(&self, from: FileId, (package, rest): (u32, &str), is_star: bool) -> Option<Resolution> {
        if rest.is_empty() {
            return Some(Resolution::Module(self.nearest(from, &self.files[package as usize])));
        }
        match self.inside(from, package, rest)? {
            // All of a type: its members.
            Resolution::Member(files) if is_star => {
                Some(Resolution::Inside(files[0], self.without_companions(package, rest).join(".")))
            }
            resolution => Some(resolution),
        }
    }

    /// Whether the package of a file, or anything that it imports, begins with a name.
    fn knows_head(&self, file: FileId, head: &str) -> bool {
        let Some(observation) = &self.world.observations[file.0 as usize] else { return false };
        let mut sources = observation.imports.iter().map(|site| site.source).chain(observation.package);
        sources.any(|source| observation.name(source).split('.').next() == Some(head))
    }

    fn is_scala(&self, file: FileId) -> bool {
        self.world.language(file).is_some_and(|language| language.name == "scala")
    }

    /// Scala's imports, and its paths in the code, may begin with a name of the own package, or of one whose clause encloses it.
    fn relative(&self, from: FileId, observation: &Observation, source: &str, is_star: bool) -> Option<Resolution> {
        let own = observation.name(observation.package?);
        if !self.is_scala(from) || source == own || own.starts_with(&format!("{source}.")) {
            return None;
        }
        let sources = observation.imports.iter().map(|site| observation.name(site.source));
        let outer = sources.filter(|outer| own.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.')));
        let mut around = std::iter::once(own).chain(outer);
        around.find_map(|outer| self.found(from, self.split(&format!("{outer}.{source}"))?, is_star))
    }
}

impl Resolver for Packages<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let source = observation.name(site.source);
        if site.name.is_none() && declares_module(self.world.paths.path(from)) {
            return self.required(source);
        }
        let is_star = site.name.is_some_and(|name| observation.name(name) == "*");
        if let Some(found) = self.relative(from, observation, source, is_star) {
            return found;
        }
        let Some((package, rest)) = self.split(source) else { return external(source, is_star) };
        match self.found(from, (package, rest), is_star) {
            Some(resolution) => resolution,
            None if goes_on(rest) => external(source, is_star),
            None => Resolution::Unresolved,
        }
    }

    fn qualified(&self, from: FileId, path: &str) -> Option<Resolution> {
        let (path, is_whole) = path.strip_prefix(ROOT).map_or((path, false), |path| (path, true));
        let observation = self.world.observations[from.0 as usize].as_ref().filter(|_| !is_whole);
        if let Some(found) = observation.and_then(|it| self.relative(from, it, path, false)) {
            return Some(found);
        }
        let parts: Vec<&str> = path.split('.').collect();
        let begins = self.world.language(from).and_then(|it| it.conventions.begins_with_package);
        let of_package = || begins.filter(|begins| begins(&parts, "")).map(|_| external(path, false));
        // Java's values have no types as members.
        let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '$');
        let is_java = || path::extension(self.world.paths.path(from)) == "java" && path.chars().all(is_plain);
        let is_head = || is_java() || PACKAGE_HEADS.contains(&parts[0]) || self.knows_head(from, parts[0]);
        let Some((package, rest)) = self.split(path) else {
            let is_library = self.dependencies.contains(parts[0]) && self.is_scala(from) && parts.len() > 1;
            return if is_library { Some(external(path, false)) } else { of_package().filter(|_| is_head()) };
        };
        self.inside(from, package, rest).or_else(|| of_package().filter(|_| goes_on(rest)))
    }

    fn package(&self, file: FileId) -> Option<u32> {
        self.of.get(&file).copied()
    }

    fn sees(&self, from: FileId, to: FileId) -> bool {
        if !self.tests.contains(&to) {
            return true;
        }
        // What lies in the tests of one module is seen by no other.
        let (from_path, to_path) = (self.world.paths.path(from), self.world.paths.path(to));
        self.tests.contains(&from) && module(from_path) == module(to_path)
    }

    fn names_nearest_last(&self, file: FileId) -> bool {
        self.is_scala(file)
    }

    fn shares(&self, _file: FileId, declaration: &Declaration) -> bool {
        declaration.exported
    }

    fn near(&self, from: FileId, name: &str, files: &[FileId]) -> Vec<FileId> {
        self.meant(from, name, files)
    }

    fn joins(&self, file: FileId, decl: Decl) -> Option<(u32, Option<usize>)> {
        self.platforms.group((file, decl)).map(|group| (u32::MAX, Some(group)))
    }

    fn is_of_platform(&self, of: (FileId, Decl)) -> bool {
        self.platforms.group(of).is_some()
    }

    fn expected(&self, of: (FileId, Decl)) -> Option<(FileId, Decl)> {
        self.platforms.expected(of)
    }

    fn on_platform(&self, from: FileId, of: (FileId, Decl)) -> Option<(FileId, Decl)> {
        self.platforms.seen(self.world, from, of)
    }

    fn star(&self, from: FileId, module: &[FileId], name: &str, found: &mut dyn FnMut(FileId)) {
        let package = module.first().and_then(|file| self.of.get(file));
        let files = package.and_then(|package| self.declared.get(&(*package, name)));
        files.into_iter().flat_map(|files| self.meant(from, name, files)).for_each(found);
    }

    fn star_brings_all(&self, _module: &[FileId]) -> bool {
        false
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        let Some((package, rest)) = self.split(name) else { return Vec::new() };
        if rest.is_empty() {
            return self.files[package as usize].clone();
        }
        let head = rest.split('.').next().unwrap_or(rest);
        self.declared.get(&(package, head)).cloned().unwrap_or_default()
    }
}
