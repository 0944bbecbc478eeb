//! Resolves what an import names: relative paths, `paths` of a `tsconfig.json`, the repository's own packages, Node's
//! modules, then packages from outside. The tree of the walk is all that is looked at, never the disk.

use std::path::PathBuf;
use std::sync::OnceLock;

use cg_rules::FileId;
use oxc_resolver::{ResolveContext, ResolveOptions, ResolverGeneric, TsconfigDiscovery};

use super::super::kind::{DeclKind, ImportKind};
use super::super::observation::{Decl, ImportSite, Observation};
use super::super::resolver::{Resolution, Resolver};
use super::super::shape::{Language, World};
use super::ambient::Ambient;
use super::files::{FAMILY, Files, inside};
use super::tsconfig::ROOT;
use super::twins::{Twins, is_declaration};
use super::workspace::{Packages, split};
use super::{builtin, entry};
use crate::base::{TextPart, path};

/// The modules of a repository.
struct Modules<'w> {
    world: &'w World<'w>,
    packages: Packages,
    ambient: Ambient,
    twins: Twins,
    /// Made when the first import is resolved.
    resolvers: OnceLock<Resolvers>,
}

/// The two ways to follow a specifier through the tree.
struct Resolvers {
    /// With the `tsconfig.json` that owns the importing file.
    configured: ResolverGeneric<Files>,
    /// Without any.
    plain: ResolverGeneric<Files>,
}

/// Reads all packages and configurations.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let packages = Packages::of(world);
    let (ambient, twins) = (Ambient::of(world), Twins::of(world, &packages));
    Box::new(Modules { world, packages, ambient, twins, resolvers: OnceLock::new() })
}

fn options(tsconfig: Option<TsconfigDiscovery>) -> ResolveOptions {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let alias = |from: &str, to: &[&str]| (from.to_owned(), owned(to));
    ResolveOptions {
        cwd: Some(PathBuf::from(ROOT)),
        tsconfig,
        extensions: owned(&[
            ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".json", ".mts", ".cts", ".d.mts", ".d.cts", ".mjs", ".cjs",
        ]),
        extension_alias: vec![
            alias(".js", &[".ts", ".tsx", ".d.ts", ".js", ".jsx"]),
            alias(".jsx", &[".tsx", ".d.ts", ".jsx"]),
            alias(".mjs", &[".mts", ".d.mts", ".mjs"]),
            alias(".cjs", &[".cts", ".d.cts", ".cjs"]),
        ],
        condition_names: owned(&["import", "types", "node", "default"]),
        main_fields: owned(&["types", "module", "main"]),
        symlinks: false,
        node_path: false,
        ..ResolveOptions::default()
    }
}

impl Modules<'_> {
    fn resolvers(&self) -> &Resolvers {
        self.resolvers.get_or_init(|| {
            let files = Files::of(self.world, &self.packages.members);
            let configured = ResolverGeneric::new_with_file_system(files, options(Some(TsconfigDiscovery::Auto)));
            let plain = configured.clone_with_options(options(None));
            Resolvers { configured, plain }
        })
    }

    /// The file that a specifier leads to by the rules of the language.
    fn found(&self, from: &str, source: &str) -> Option<FileId> {
        let file = format!("{ROOT}/{from}");
        let resolved = match self.resolvers().configured.resolve_file(&file, source) {
            Ok(resolved) => Some(resolved),
            // What is wrong with a `tsconfig.json` must not hide what needs none.
            Err(_) => self.resolvers().plain.resolve(format!("{ROOT}/{}", path::parent(from)), source).ok(),
        };
        self.file(resolved?.path())
    }

    fn file(&self, path: &std::path::Path) -> Option<FileId> {
        self.world.paths.file(inside(path)?)
    }

    /// The `paths` of the nearest `tsconfig.json`, even if it does not list the file: bundlers and test runners read
    /// them for every file below it.
    fn aliased(&self, from: &str, source: &str) -> Option<FileId> {
        let mut directories = path::ancestors(from);
        let config = directories.find_map(|directory| {
            let config =
                if directory.is_empty() { "tsconfig.json".to_owned() } else { format!("{directory}/tsconfig.json") };
            self.resolvers().configured.resolve_tsconfig(format!("{ROOT}/{config}")).ok()
        })?;
        let directory = format!("{ROOT}/{}", path::parent(from));
        let mut context = ResolveContext::default();
        let resolved =
            self.resolvers().configured.resolve_with_context(directory, source, Some(&config), &mut context).ok()?;
        self.file(resolved.path())
    }

    /// A file of a directory, by its path with or without an ending.
    fn in_directory(&self, directory: &str, inside: &str) -> Option<FileId> {
        let inside = inside.trim_start_matches("./");
        let specifier = if inside.is_empty() { ".".to_owned() } else { format!("./{inside}") };
        let resolved =
            self.resolvers().plain.resolve(format!("{ROOT}/{directory}").trim_end_matches('/'), &specifier).ok()?;
        self.file(resolved.path())
    }

    /// The file that a package names as an entry, or the source that it is built from.
    fn at_target(&self, directory: &str, target: &str) -> Option<FileId> {
        let exact = path::join(directory, target).and_then(|target| self.world.paths.file(&target));
        exact.or_else(|| self.in_directory(directory, target)).or_else(|| {
            let built = self.packages.compiled(directory, target);
            let mut sources = built.into_iter().chain(entry::sources(target, path::name(directory)));
            sources.find_map(|source| self.in_directory(directory, &source))
        })
    }

    /// The file that a package of the repository offers under a subpath.
    fn of_package(&self, directory: &str, rest: &str) -> Option<FileId> {
        let package = self.packages.by_directory.get(directory)?;
        let subpath = if rest.is_empty() { ".".to_owned() } else { format!("./{rest}") };
        let targets = entry::targets(package, &subpath);
        if let Some(targets) = &targets
            && let Some(file) = targets.iter().find_map(|target| self.at_target(directory, target))
        {
            return Some(file);
        }
        if entry::is_closed(package) {
            return None;
        }
        let rest = if rest.is_empty() { "index" } else { rest };
        self.in_directory(directory, rest).or_else(|| self.in_directory(directory, &format!("src/{rest}")))
    }

    /// The file that a package imports by a name of its own, `#a`: one that is there, before the source of one that is built.
    fn internal(&self, from: &str, source: &str) -> Option<FileId> {
        let directory = self.packages.around(from)?;
        let targets = entry::internal(self.packages.by_directory.get(directory)?, source);
        let is_there = |target: &String| self.world.paths.file(&path::join(directory, target)?);
        let found = targets.iter().find_map(is_there);
        found.or_else(|| targets.iter().find_map(|target| self.at_target(directory, target)))
    }

    /// Where a specifier that is no relative path leads.
    fn bare(&self, from: &str, source: &str) -> Result<FileId, Resolution> {
        if let Some(name) = source.strip_prefix("node:") {
            return Err(Resolution::Builtin(name.to_owned()));
        }
        if let Some(file) = self.found(from, source) {
            return Ok(file);
        }
        if source.starts_with('#')
            && let Some(file) = self.internal(from, source)
        {
            return Ok(file);
        }
        let (name, rest) = split(source);
        if let Some(directory) = self.packages.directory(from, name) {
            let file = self.of_package(&directory, rest).or_else(|| self.aliased(from, source));
            return file.ok_or(Resolution::Unresolved);
        }
        if let Some(name) = builtin::module(source) {
            return Err(Resolution::Builtin(name.to_owned()));
        }
        self.aliased(from, source).ok_or_else(|| match self.packages.renamed(from, name) {
            Some(real) => Resolution::External(real.to_owned()),
            None => outside(source),
        })
    }

    /// Where a specifier leads.
    fn lead(&self, from: &str, source: &str) -> Result<FileId, Resolution> {
        // `raw-loader!./a?b` names `./a`.
        let source = source.rsplit('!').next().unwrap_or(source);
        let source = source.split('?').next().unwrap_or(source);
        if source.is_empty() {
            return Err(Resolution::Unresolved);
        }
        if source.starts_with('.') {
            return self.found(from, source).ok_or(Resolution::Unresolved);
        }
        if let Some(rooted) = source.strip_prefix('/') {
            let directory = self.packages.around(from).unwrap_or("");
            let file = self.in_directory(directory, rooted);
            let file = file.or_else(|| self.in_directory(directory, &format!("public/{rooted}")));
            return file.ok_or(Resolution::Unresolved);
        }
        self.bare(from, source)
    }

    fn is_code(&self, file: FileId) -> bool {
        self.world.is_of(file, FAMILY)
    }
}

/// The external target: the package, or an address as it is.
fn outside(source: &str) -> Resolution {
    if source.starts_with('#') {
        return Resolution::Unresolved;
    }
    match source.split_once(':') {
        Some(("npm" | "jsr", rest)) => {
            let (name, _) = split(rest);
            let end = name.get(1..).and_then(|rest| rest.find('@')).map_or(name.len(), |at| at + 1);
            Resolution::External(name.part(..end).to_owned())
        }
        Some(_) => Resolution::External(source.to_owned()),
        None => Resolution::External(split(source).0.to_owned()),
    }
}

impl Resolver for Modules<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let from = self.world.paths.path(from);
        let lead = self.lead(from, observation.name(site.source));
        // What runs is the code; declarations import declarations.
        let takes_types = site.kind == ImportKind::Type || is_declaration(from);
        let lead = lead.map(|file| self.twins.code(file).filter(|_| !takes_types).unwrap_or(file));
        match lead {
            Ok(file) if !self.is_code(file) => Resolution::Asset(file),
            Ok(file) if site.name.is_none_or(|name| observation.name(name) == "*") => Resolution::Module(vec![file]),
            Ok(file) => Resolution::Member(vec![file]),
            Err(resolution) => resolution,
        }
    }

    fn head(&self, file: FileId, name: &str) -> Option<Resolution> {
        // What a module exports is a member of that name in it.
        if name == "exports" && matches!(path::extension(self.world.paths.path(file)), "cjs" | "js") {
            return Some(Resolution::Module(vec![file]));
        }
        self.ambient.head(self.world, name)
    }

    fn merged(&self) -> Vec<Vec<(FileId, Decl)>> {
        let mut merged = self.ambient.merged(self.world);
        merged.extend(self.twins.merged(self.world));
        merged
    }

    fn declaration(&self, code: FileId) -> Option<FileId> {
        self.twins.declaration(code)
    }

    fn star(&self, _from: FileId, module: &[FileId], _name: &str, found: &mut dyn FnMut(FileId)) {
        let declarations = module.iter().filter_map(|file| self.twins.declaration(*file));
        module.iter().copied().chain(declarations).for_each(found);
    }

    fn functions_are_values(&self) -> bool {
        true
    }

    fn binds_all_names(&self, file: FileId) -> bool {
        // A script sees what other scripts of its page declare.
        let is_typed = |language: &Language| language.name != "javascript";
        let is_module = || {
            let observation = self.world.observations[file.0 as usize].as_ref();
            observation.is_some_and(|it| !it.imports.is_empty() || !it.exports.is_empty())
        };
        self.world.language(file).is_some_and(is_typed) || is_module()
    }

    fn inherits(&self, sub: DeclKind, sup: DeclKind) -> bool {
        // A class must itself have what its interfaces ask for.
        sub != DeclKind::Class || sup == DeclKind::Class
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        let (package, rest) = split(name);
        let member = self.packages.members.get(package).and_then(|directory| self.of_package(directory, rest));
        // A name without a place: what the configuration at the root makes of it.
        member.or_else(|| self.found("index.ts", name).filter(|_| !name.starts_with('.'))).into_iter().collect()
    }
}
