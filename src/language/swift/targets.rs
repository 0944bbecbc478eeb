//! The targets of a repository: which files are one module.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::manifest::{self, TargetKind};
use crate::base::{TextPart, path};
use crate::language::World;

/// One module: files that see each other's names.
#[derive(Debug, Default)]
pub struct SwiftModule {
    /// Its name in code.
    pub name: String,
    /// The folder of its package.
    pub package: String,
    /// Whether it holds tests: these see what another module keeps to itself (`@testable`).
    pub is_test: bool,
    /// Its files, in path order.
    pub files: Vec<FileId>,
    /// The products of other packages that it uses, each with its package.
    pub products: Vec<(String, String)>,
}

/// Every module, and the module of each file.
#[derive(Debug, Default)]
pub struct SwiftModules {
    /// The modules.
    pub all: Vec<SwiftModule>,
    /// The module of a file.
    pub of: FxHashMap<FileId, usize>,
}

impl SwiftModules {
    /// By `Package.swift`; without one by the folders that the package manager and Xcode lay out, and where
    /// these lay out nothing, all files are one module.
    pub fn of<'w>(world: &'w World<'_>) -> Self {
        let mut modules = Self::default();
        let mut packages: Vec<&str> = Vec::new();
        for (file, path) in world.paths.iter().filter(|(_, path)| path::name(path) == "Package.swift") {
            let directory = path::parent(path);
            packages.push(directory);
            for target in manifest::targets(world.configs.get(&file).map_or("", String::as_str)) {
                modules.enter_target(world, directory, target);
            }
        }
        // Beside a project of Xcode a folder of which the manifest holds nothing is a target of the project.
        let by_manifest = modules.of.clone();
        let mut folders: FxHashMap<&str, bool> = FxHashMap::default();
        let mut is_of_project = |package: &str, folder: &'w str| {
            let is_free = || !world.paths.below(folder).any(|(file, _)| by_manifest.contains_key(&file));
            *folders.entry(folder).or_insert_with(|| has_project(world, package) && is_free())
        };
        let mut free: Vec<(FileId, &str, &str)> = Vec::new();
        let mut loose: Vec<FileId> = Vec::new();
        for (file, path) in world.paths.iter().filter(|(_, path)| path::extension(path) == "swift") {
            // A package holds what its manifest says, and no more.
            if modules.of.contains_key(&file) || packages.contains(&path::parent(path)) {
                continue;
            }
            let within = packages.iter().any(|package| is_below(path, package) && has_layout(path, package));
            match laid_out(world, path) {
                Some((package, folder)) if !within || is_of_project(package, folder) => {
                    free.push((file, package, folder));
                }
                // What builds it is not known: a part of a tree, or a build that no manifest here describes.
                None if !packages.iter().any(|package| is_below(path, package)) => loose.push(file),
                _ => {}
            }
        }
        // A folder of helpers beside those of tests is no module that could be imported: the tests are built with its files.
        let imported = imported(world);
        let is_apart = |folder: &str| is_tests_folder(folder) || imported.contains(path::name(folder));
        let helped = free.iter().filter(|(.., folder)| !is_apart(folder) && is_in_tests(folder));
        let helped: FxHashSet<&str> = helped.map(|(.., folder)| path::parent(folder)).collect();
        for (file, package, folder) in free {
            let is_helped = helped.contains(path::parent(folder)) && !imported.contains(path::name(folder));
            let folder = if is_helped { path::parent(folder) } else { folder };
            modules.enter(file, package, path::name(folder), is_helped || is_tests_folder(folder));
        }
        // Where no target owns a file, they are built with one another; beside targets they are scripts.
        if modules.all.is_empty() {
            loose.into_iter().for_each(|file| modules.enter(file, "", "", false));
        }
        modules
    }

    fn enter_target(&mut self, world: &World<'_>, package: &str, target: manifest::SwiftTarget) {
        let Some(folder) = folder(world, package, &target) else { return };
        let below = |parts: &[String], path: &str| {
            parts.iter().filter_map(|part| path::join(&folder, part)).any(|part| path == part || is_below(path, &part))
        };
        let own: Vec<FileId> = world
            .paths
            .below(&folder)
            .filter(|(file, path)| path::extension(path) == "swift" && !self.of.contains_key(file))
            .filter(|(_, path)| target.sources.is_empty() || below(&target.sources, path))
            .filter(|(_, path)| !below(&target.exclude, path))
            .map(|(file, _)| file)
            .collect();
        for file in own {
            self.enter(file, package, &target.name, target.kind == TargetKind::Test);
        }
        let name = in_code(&target.name);
        if let Some(module) = self.all.iter_mut().find(|it| it.package == package && it.name == name) {
            module.products.extend(target.products);
        }
    }

    fn enter(&mut self, file: FileId, package: &str, name: &str, is_test: bool) {
        let name = in_code(name);
        let known = self.all.iter().position(|module| module.package == package && module.name == name);
        let at = known.unwrap_or_else(|| {
            self.all.push(SwiftModule { name, package: package.to_owned(), is_test, ..SwiftModule::default() });
            self.all.len() - 1
        });
        self.all[at].files.push(file);
        self.of.insert(file, at);
    }

    /// The module that a file means by a name: of its own package, else the only one of that name.
    pub fn named(&self, from: FileId, name: &str) -> Option<usize> {
        let own = self.of.get(&from).map(|at| self.all[*at].package.as_str());
        let numbered = self.all.iter().enumerate().filter(|(_, module)| module.name == name);
        let mut found: Vec<usize> = numbered.map(|(at, _)| at).collect();
        if found.len() > 1 {
            found.retain(|at| own == Some(self.all[*at].package.as_str()));
        }
        if found.len() == 1 { found.pop() } else { None }
    }
}

/// A name as `import` has it.
fn in_code(name: &str) -> String {
    name.replace(|letter: char| !letter.is_alphanumeric(), "_")
}

fn is_below(file: &str, directory: &str) -> bool {
    directory.is_empty() || file.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
}

/// Whether a file lies where the manifest of the package decides on modules.
fn has_layout(file: &str, package: &str) -> bool {
    let rest = file.strip_prefix(package).unwrap_or(file).trim_start_matches('/');
    ["Sources/", "Source/", "Tests/", "Plugins/"].iter().any(|folder| rest.starts_with(folder))
}

/// The folder of a target: as stated, else the first of those that the package manager looks for.
fn folder(world: &World<'_>, package: &str, target: &manifest::SwiftTarget) -> Option<String> {
    if let Some(stated) = &target.path {
        return path::join(package, stated.trim_end_matches('/'));
    }
    let usual: &[&str] = match target.kind {
        TargetKind::Regular => &["Sources", "Source", "src", "srcs"],
        TargetKind::Test => &["Tests", "Sources", "Source", "src", "srcs"],
        TargetKind::Plugin => &["Plugins"],
    };
    let mut folders = usual.iter().filter_map(|usual| path::join(package, &format!("{usual}/{}", target.name)));
    let own = folders.find(|folder| world.paths.is_directory(folder));
    // A package of one target may have no folder for it.
    own.or_else(|| {
        let all = path::join(package, usual.first()?)?;
        (target.kind == TargetKind::Regular && world.paths.in_directory(&all).iter().any(|file| is_swift(world, *file)))
            .then_some(all)
    })
}

fn is_swift(world: &World<'_>, file: FileId) -> bool {
    path::extension(world.paths.path(file)) == "swift"
}

/// The package and the folder of a file's module without a manifest: `Sources/A`, `Tests/ATests`, and beside a project
/// of Xcode the folder of a target.
fn laid_out<'p>(world: &World<'_>, file: &'p str) -> Option<(&'p str, &'p str)> {
    let parts: Vec<(usize, &str)> = file.match_indices('/').map(|(at, _)| (at, file.part(..at))).collect();
    for pair in parts.windows(2) {
        let [(_, outer), (_, inner)] = pair else { continue };
        if matches!(path::name(outer), "Sources" | "Tests") {
            return Some((path::parent(outer), inner));
        }
    }
    let mut folders = parts.iter().map(|(_, folder)| *folder);
    folders.find(|folder| has_project(world, path::parent(folder))).map(|folder| (path::parent(folder), folder))
}

/// Whether a folder holds a project of Xcode, which is a folder itself.
fn has_project(world: &World<'_>, directory: &str) -> bool {
    let name = path::name(directory);
    let beside = |name: &str| path::join(directory, &format!("{name}.xcodeproj"));
    let named = !name.is_empty() && beside(name).is_some_and(|project| world.paths.is_directory(&project));
    named || {
        let mut below = world.paths.below(directory);
        let depth = if directory.is_empty() { 0 } else { directory.len() + 1 };
        below.any(|(_, path)| path.part(depth..).split('/').next().is_some_and(|head| head.ends_with(".xcodeproj")))
    }
}

/// Whether a folder is one of those in `Tests`.
fn is_in_tests(folder: &str) -> bool {
    path::name(path::parent(folder)) == "Tests"
}

/// The names of the modules that files import.
fn imported<'w>(world: &'w World<'_>) -> FxHashSet<&'w str> {
    let files = world.paths.iter().filter(|(file, _)| world.is_of(*file, "swift"));
    let observations = files.filter_map(|(file, _)| world.observations[file.0 as usize].as_ref());
    let sources = observations.flat_map(|it| it.imports.iter().map(|site| it.name(site.source)));
    sources.filter_map(|source| source.split('.').next()).collect()
}

fn is_tests_folder(folder: &str) -> bool {
    path::name(folder).ends_with("Tests")
}
