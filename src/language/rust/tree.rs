//! The module tree: from the crate roots along `mod` items, through inline modules and `#[path]`.

use std::collections::VecDeque;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::packages::CargoPackage;
use crate::base::path;
use crate::language::{CallKind, Decl, DeclKind, ImportKind, ImportSite, Observation, World};

/// One module: a file, or an inline module of one.
#[derive(Debug, Default)]
pub struct RustModule {
    /// The file.
    pub file: FileId,
    /// The names of the inline modules down to this one, joined by dots; empty for the file itself.
    pub inline: String,
    /// The module around it.
    pub parent: Option<usize>,
    /// The root module of its crate.
    pub root: usize,
    /// The package, as an index.
    pub package: Option<usize>,
    /// Whether it is the root of a crate that a package states.
    pub is_root: bool,
    /// Whether the default build leaves it out.
    pub is_conditional: bool,
    /// Its modules by name; several where builds differ.
    pub children: FxHashMap<Box<str>, Vec<usize>>,
}

/// All modules of a repository.
#[derive(Default)]
pub struct RustModules {
    /// The modules.
    pub modules: Vec<RustModule>,
    /// The module that a file is.
    pub of_file: FxHashMap<FileId, usize>,
    /// The inline modules of a file.
    inline: FxHashMap<(FileId, Decl), usize>,
    /// The directory in which a file's `mod` items are looked for.
    directories: FxHashMap<FileId, String>,
}

/// A file that is to be entered.
struct Open {
    file: FileId,
    parent: Option<usize>,
    package: Option<usize>,
    /// Whether its modules lie beside it: a root, a `mod.rs`, or what `#[path]` names.
    owns_directory: bool,
    /// Whether the default build leaves it out.
    is_conditional: bool,
}

impl RustModules {
    /// Reads the trees of all packages; then every file that no tree holds starts one of its own.
    pub fn of(world: &World<'_>, packages: &[CargoPackage]) -> Self {
        let mut tree = Self::default();
        let libraries =
            packages.iter().enumerate().filter_map(|(at, package)| Some((at, package.library_root.as_ref()?)));
        let others =
            packages.iter().enumerate().flat_map(|(at, package)| package.roots.iter().map(move |root| (at, root)));
        for (package, root) in libraries.chain(others) {
            if let Some(file) = world.paths.file(root) {
                tree.enter(
                    world,
                    Open { file, parent: None, package: Some(package), owns_directory: true, is_conditional: false },
                );
            }
        }
        for module in &mut tree.modules {
            module.is_root = module.parent.is_none();
        }
        tree.enter_expanded(world, packages);
        let directories = packages.iter().enumerate().map(|(at, package)| (package.directory.as_str(), at));
        let directories: FxHashMap<&str, usize> = directories.collect();
        for (file, path) in world.paths.iter().filter(|(_, path)| path::extension(path) == "rs") {
            let package = path::ancestors(path).find_map(|above| directories.get(above).copied());
            let owns_directory = matches!(path::name(path), "main.rs" | "lib.rs" | "mod.rs");
            tree.enter(world, Open { file, parent: None, package, owns_directory, is_conditional: false });
        }
        tree
    }

    fn enter(&mut self, world: &World<'_>, first: Open) {
        let mut queue = VecDeque::from([first]);
        while let Some(open) = queue.pop_front() {
            if self.of_file.contains_key(&open.file) {
                continue;
            }
            let Some(observation) = world.observations[open.file.0 as usize].as_ref() else { continue };
            let path = world.paths.path(open.file);
            let beside = path::parent(path);
            let below =
                [beside, path::stem(path)].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
            let directory = if open.owns_directory { beside.to_owned() } else { below };
            self.directories.insert(open.file, directory);
            let module = self.add(open.file, String::new(), open.parent, open.package);
            self.modules[module].is_conditional = open.is_conditional;
            self.of_file.insert(open.file, module);
            self.enter_inline(open.file, module, observation);
            for site in observation.imports.iter().filter(|site| site.kind == ImportKind::Implicit) {
                let Some((child, owns_directory)) = self.file_of(world, open.file, observation, site) else { continue };
                world.want(child);
                let parent = self.around(open.file, observation, site.within);
                let is_conditional = open.is_conditional || site.is_conditional;
                let (parent, package) = (Some(parent), open.package);
                queue.push_back(Open { file: child, parent, package, owns_directory, is_conditional });
            }
        }
    }

    /// Enters the files that lie where a module of a crate lies and that no item declares, where the file of the module
    /// around has an item that is a macro: `crate_root!();` declares them.
    fn enter_expanded(&mut self, world: &World<'_>, packages: &[CargoPackage]) {
        // A root that is alone of its name in its folder has no modules beside other crates.
        let owns_folder = |root: &&String| matches!(path::name(root), "lib.rs" | "main.rs");
        let roots_of = |package: &'_ CargoPackage| -> Vec<String> {
            package.library_root.iter().chain(package.roots.iter().filter(owns_folder)).cloned().collect()
        };
        let roots =
            packages.iter().enumerate().flat_map(|(at, it)| roots_of(it).into_iter().map(move |root| (at, root)));
        for (at, root) in roots {
            let root = root.as_str();
            let source = path::parent(root);
            if source.is_empty() || world.paths.file(root).is_none_or(|root| world.is_unread(root)) {
                continue;
            }
            let mut files: Vec<(FileId, &str)> = world.paths.below(source).collect();
            files.sort_by_key(|(_, file)| module_path(file).split('/').count());
            for (file, module_file) in files {
                let module = module_path(module_file);
                let is_known = self.of_file.contains_key(&file) || path::extension(module_file) != "rs";
                if is_known || matches!(path::name(module_file), "lib.rs" | "main.rs") {
                    continue;
                }
                let around = path::parent(module);
                let places = match around == source {
                    true => vec![root.to_owned()],
                    false => vec![format!("{around}.rs"), format!("{around}/mod.rs")],
                };
                let holder =
                    places.iter().filter_map(|place| world.paths.file(place)).find(|file| expands(world, *file));
                let Some(parent) = holder.and_then(|holder| self.of_file.get(&holder).copied()) else { continue };
                let owns_directory = path::name(module_file) == "mod.rs";
                let parent_module = Some(parent);
                self.enter(
                    world,
                    Open { file, parent: parent_module, package: Some(at), owns_directory, is_conditional: false },
                );
                if let Some(entered) = self.of_file.get(&file).copied() {
                    let children = &mut self.modules[parent].children;
                    children.entry(path::name(module).into()).or_default().push(entered);
                }
            }
        }
    }

    fn add(&mut self, file: FileId, inline: String, parent: Option<usize>, package: Option<usize>) -> usize {
        let at = self.modules.len();
        let root = parent.and_then(|parent| self.modules.get(parent)).map_or(at, |parent| parent.root);
        self.modules.push(RustModule {
            file,
            inline,
            parent,
            root,
            is_conditional: false,
            package,
            is_root: false,
            children: FxHashMap::default(),
        });
        at
    }

    fn enter_inline(&mut self, file: FileId, of_file: usize, observation: &Observation) {
        for (number, declaration) in observation.declarations.iter().enumerate() {
            if declaration.kind != DeclKind::Module {
                continue;
            }
            let parent = self.around(file, observation, declaration.container.unwrap_or(Decl(0)));
            let name = observation.name(declaration.name);
            let above = &self.modules[parent].inline;
            let inline = if above.is_empty() { name.to_owned() } else { format!("{above}.{name}") };
            let package = self.modules[of_file].package;
            let module = self.add(file, inline, Some(parent), package);
            self.inline.insert((file, Decl(u32::try_from(number).unwrap_or(u32::MAX))), module);
            self.modules[parent].children.entry(name.into()).or_default().push(module);
        }
    }

    /// The module around a declaration of a file.
    pub fn around(&self, file: FileId, observation: &Observation, within: Decl) -> usize {
        let mut at = Some(within);
        while let Some(decl) = at {
            if let Some(module) = self.inline.get(&(file, decl)) {
                return *module;
            }
            at = observation.declarations.get(decl.0 as usize).and_then(|declaration| declaration.container);
        }
        self.of_file.get(&file).copied().unwrap_or(0)
    }

    /// The file that a `mod` item means, and whether the modules of that file lie beside it.
    pub fn file_of(
        &self,
        world: &World<'_>,
        from: FileId,
        observation: &Observation,
        site: &ImportSite,
    ) -> Option<(FileId, bool)> {
        let name = observation.name(site.local?);
        let source = observation.name(site.source);
        let path = world.paths.path(from);
        let around = self.modules.get(self.around(from, observation, site.within))?;
        let inline = around.inline.replace('.', "/");
        let directory = self.directories.get(&from)?;
        if source != name {
            let base = if inline.is_empty() { path::parent(path).to_owned() } else { format!("{directory}/{inline}") };
            return Some((world.paths.file(&path::join(&base, source)?)?, true));
        }
        // What no tree holds may be a root, whose modules lie beside it, or not.
        let beside = self.of_file.get(&from).is_some_and(|module| self.modules[*module].parent.is_none());
        let bases = [Some(directory.as_str()), beside.then(|| path::parent(path))];
        bases.into_iter().flatten().find_map(|base| {
            let base = path::join(base, &inline)?;
            let flat = path::join(&base, &format!("{name}.rs")).and_then(|path| world.paths.file(&path));
            let nested = || path::join(&base, &format!("{name}/mod.rs")).and_then(|path| world.paths.file(&path));
            flat.map(|file| (file, false)).or_else(|| nested().map(|file| (file, true)))
        })
    }

    /// Enters every file below the modules that declare it.
    pub fn connect(&mut self, world: &World<'_>) {
        let mut seen: FxHashSet<(usize, usize)> = FxHashSet::default();
        for (file, _) in world.paths.iter() {
            let Some(observation) = world.observations[file.0 as usize].as_ref() else { continue };
            if !self.of_file.contains_key(&file) {
                continue;
            }
            for site in observation.imports.iter().filter(|site| site.kind == ImportKind::Implicit) {
                let child =
                    self.file_of(world, file, observation, site).and_then(|(child, _)| self.of_file.get(&child));
                let (Some(child), Some(name)) = (child.copied(), site.local) else { continue };
                let parent = self.around(file, observation, site.within);
                if parent != child && seen.insert((parent, child)) {
                    let children = &mut self.modules[parent].children;
                    children.entry(observation.name(name).into()).or_default().push(child);
                }
            }
        }
    }
}

/// The path of a module, as folders: `src/de` of `src/de.rs` and of `src/de/mod.rs`.
fn module_path(file: &str) -> &str {
    file.strip_suffix("/mod.rs").or_else(|| file.strip_suffix(".rs")).unwrap_or(file)
}

/// Whether a file has an item that is a macro.
fn expands(world: &World<'_>, file: FileId) -> bool {
    let observation = world.observations[file.0 as usize].as_ref();
    observation.is_some_and(|it| it.calls.iter().any(|call| call.kind == CallKind::Macro && call.caller == Decl(0)))
}
