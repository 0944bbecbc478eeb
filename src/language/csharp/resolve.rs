//! Resolves C#'s names: by namespaces, using directives and projects, never by paths.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::counted_name::without_count;
use super::super::marked::{GLOBAL_MARK, INNER_MARK, without_mark};
use super::super::observation::{Decl, Declaration, ImportSite, Observation};
use super::super::resolver::{Resolution, Resolver};
use super::super::shape::World;
use super::builtin::is_system;
use super::projects::Projects;
use crate::base::{TextPart, path};

/// The namespaces of a file of which nothing is known: the one without a name.
const NAMELESS: &[u32] = &[0];

/// The scopes of one file.
#[derive(Default)]
struct Source {
    /// Its namespaces, each once, the package first; 0 is the one without a name.
    namespaces: Vec<u32>,
    /// The namespaces that it brings in by itself.
    usings: Vec<u32>,
}

/// The namespaces of a repository.
struct Namespaces<'w> {
    world: &'w World<'w>,
    projects: Projects,
    ids: FxHashMap<&'w str, u32>,
    names: Vec<&'w str>,
    /// The namespaces around a namespace, the nearest first.
    around: Vec<Vec<u32>>,
    files: Vec<Vec<FileId>>,
    sources: FxHashMap<FileId, Source>,
    /// The files that declare a name at the top of a namespace.
    declared: FxHashMap<(u32, &'w str), Vec<FileId>>,
    /// The namespaces that a project, or what belongs to none, brings to all of its files.
    global: FxHashMap<Option<usize>, FxHashSet<u32>>,
}

/// Indexes the namespaces of all files.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let mut namespaces = Namespaces {
        world,
        projects: Projects::of(world),
        ids: FxHashMap::default(),
        names: Vec::new(),
        around: Vec::new(),
        files: Vec::new(),
        sources: FxHashMap::default(),
        declared: FxHashMap::default(),
        global: FxHashMap::default(),
    };
    namespaces.id("");
    let own = |path: &str| path::extension(path) == "cs";
    for (file, _) in world.paths.iter().filter(|(_, path)| own(path)) {
        if let Some(observation) = &world.observations[file.0 as usize] {
            namespaces.enter(file, observation);
        }
    }
    for (file, _) in world.paths.iter().filter(|(_, path)| own(path)) {
        if let Some(observation) = &world.observations[file.0 as usize] {
            namespaces.enter_usings(file, observation);
        }
    }
    for (at, project) in namespaces.projects.all.iter().enumerate() {
        let known = project.usings.iter().filter_map(|name| namespaces.ids.get(name.as_str()).copied());
        namespaces.global.entry(Some(at)).or_default().extend(known);
    }
    Box::new(namespaces)
}

impl<'w> Namespaces<'w> {
    /// The number of a namespace. Those around it are known by then.
    fn id(&mut self, name: &'w str) -> u32 {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let around = match name.rsplit_once('.') {
            _ if name.is_empty() => Vec::new(),
            outer => {
                let outer = self.id(outer.map_or("", |(outer, _)| outer));
                std::iter::once(outer).chain(self.around[outer as usize].iter().copied()).collect()
            }
        };
        let id = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
        self.ids.insert(name, id);
        self.names.push(name);
        self.around.push(around);
        self.files.push(Vec::new());
        id
    }

    fn enter(&mut self, file: FileId, observation: &'w Observation) {
        let package = self.id(observation.package.map_or("", |name| observation.name(name)));
        let others = observation.namespaces.iter();
        let others: FxHashMap<u32, u32> =
            others.map(|(decl, name)| (decl.0, self.id(observation.name(*name)))).collect();
        let mut namespaces: Vec<u32> = others.values().copied().filter(|it| *it != package).collect();
        namespaces.sort_unstable();
        namespaces.dedup();
        namespaces.insert(0, package);
        namespaces.iter().for_each(|namespace| self.files[*namespace as usize].push(file));
        self.sources.insert(file, Source { namespaces, usings: Vec::new() });
        let rows = (0..).zip(&observation.declarations);
        for (number, row) in rows.filter(|(_, row)| row.container == Some(Decl(0)) && row.exported) {
            let namespace = others.get(&number).copied().unwrap_or(package);
            let name = observation.counted_name(Decl(number)).unwrap_or(row.name);
            let files = self.declared.entry((namespace, observation.name(name))).or_default();
            if files.last() != Some(&file) {
                files.push(file);
            }
        }
    }

    fn enter_usings(&mut self, file: FileId, observation: &'w Observation) {
        let project = self.projects.project(file);
        for site in observation.imports.iter().filter(|site| site.local.is_none()) {
            let source = observation.name(site.source);
            let Some(namespace) = self.brought(file, source) else { continue };
            match source.starts_with(GLOBAL_MARK) {
                false => self.sources.entry(file).or_default().usings.push(namespace),
                true => drop(self.global.entry(project).or_default().insert(namespace)),
            }
        }
    }

    /// The namespace that a using directive brings. One inside of a namespace may leave out the names of those around it, the
    /// nearest first.
    fn brought(&self, from: FileId, source: &str) -> Option<u32> {
        let plain = without_mark(source);
        let outer = source.starts_with(INNER_MARK).then(|| self.names_around(from, plain));
        let outer = outer.into_iter().flatten().filter_map(|name| self.ids.get(name.as_str()).copied());
        let mut held = outer.filter(|namespace| self.whole(from, *namespace) != Resolution::Local);
        held.next().or_else(|| self.ids.get(plain).copied())
    }

    /// A name as it is called behind each of the namespaces around a file, the nearest first.
    fn names_around<'n>(&'n self, from: FileId, name: &'n str) -> impl Iterator<Item = String> + 'n {
        let here = self.namespaces(from).iter().map(|namespace| self.names[*namespace as usize]);
        here.flat_map(move |here| {
            let ends = [here.len()].into_iter().chain(here.rmatch_indices('.').map(|(at, _)| at));
            ends.filter(|end| *end > 0).map(move |end| format!("{}.{name}", here.part(..end)))
        })
    }

    fn namespaces(&self, file: FileId) -> &[u32] {
        self.sources.get(&file).map_or(NAMELESS, |source| source.namespaces.as_slice())
    }

    /// How near the names of another file are without a using directive: the own namespace, those around it, those that
    /// the project brings to every file. `None` where they are not seen. A file of several namespaces is as near as its
    /// nearest.
    fn distance(&self, from: FileId, to: FileId) -> Option<usize> {
        let distance = |(here, there): (u32, u32)| {
            if here == there {
                return Some(0);
            }
            let around = &self.around[here as usize];
            if let Some(at) = around.iter().position(|it| *it == there) {
                return Some(at + 1);
            }
            let global = self.global.get(&self.projects.project(from));
            global.is_some_and(|global| global.contains(&there)).then_some(around.len() + 1)
        };
        let (here, there) = (self.namespaces(from), self.namespaces(to));
        here.iter().flat_map(|here| there.iter().map(move |there| (*here, *there))).filter_map(distance).min()
    }

    /// Whether two files have a namespace in common.
    fn share(&self, one: FileId, other: FileId) -> bool {
        let others = self.namespaces(other);
        self.namespaces(one).iter().any(|it| others.contains(it))
    }

    /// Among the files that declare a name, those that a file sees; those of its own project where there are any.
    fn seen(&self, from: FileId, files: &[FileId]) -> Vec<FileId> {
        let seen: Vec<FileId> = files.iter().copied().filter(|file| self.projects.sees(from, *file)).collect();
        let project = self.projects.project(from);
        let own: Vec<FileId> = seen.iter().copied().filter(|file| self.projects.project(*file) == project).collect();
        if own.is_empty() { seen } else { own }
    }

    /// Resolves a dotted name whose beginning is a namespace.
    fn absolute(&self, from: FileId, name: &str) -> Option<Resolution> {
        let ends = name.rmatch_indices('.').map(|(at, _)| at);
        let mut split = ends.filter_map(|end| Some((*self.ids.get(name.part(..end))?, name.part(end + 1..))));
        let (namespace, rest) = split.next()?;
        let head = rest.split('.').next().unwrap_or(rest);
        let files = self.seen(from, self.declared.get(&(namespace, head))?);
        let file = *files.first()?;
        Some(if head == rest { Resolution::Member(files) } else { Resolution::Inside(file, rest.to_owned()) })
    }

    /// The same, where the name may also begin in a namespace around the file.
    fn relative(&self, from: FileId, name: &str) -> Option<Resolution> {
        self.names_around(from, name).chain([name.to_owned()]).find_map(|name| self.absolute(from, &name))
    }

    /// The package that brings a namespace: the longest reference of the project that it starts with.
    fn external(&self, from: FileId, namespace: &str) -> Resolution {
        if is_system(namespace) {
            return Resolution::Builtin(namespace.to_owned());
        }
        let starts = |package: &&String| {
            let head = namespace.get(..package.len()).is_some_and(|head| head.eq_ignore_ascii_case(package));
            head && matches!(namespace.as_bytes().get(package.len()), None | Some(b'.'))
        };
        let packages = self.projects.project(from).map_or(&[][..], |at| self.projects.all[at].packages.as_slice());
        let package = packages.iter().filter(starts).max_by_key(|package| package.len());
        Resolution::External(package.map_or(namespace, String::as_str).to_owned())
    }

    /// The package that a path begins with: one that the projects of a file reference, or .NET itself.
    fn package_of(&self, from: FileId, path: &str) -> Option<Resolution> {
        let project = self.projects.project(from).map(|at| &self.projects.all[at]);
        let projects = project.into_iter().flat_map(|project| &project.sees);
        let seen = projects.flat_map(|at| &self.projects.all[*at].packages);
        let begins = |package: &&String| {
            let head = path.get(..package.len()).is_some_and(|head| head.eq_ignore_ascii_case(package));
            head && path.as_bytes().get(package.len()) == Some(&b'.')
        };
        let package = seen.filter(begins).max_by_key(|package| (package.len(), package.as_str()));
        match package {
            Some(package) => Some(Resolution::External(package.clone())),
            None if is_system(path) => Some(Resolution::Builtin(path.split('.').next().unwrap_or(path).to_owned())),
            None => None,
        }
    }

    /// The files of a namespace that a file sees, those of namespaces that are only the beginning of others being none.
    fn whole(&self, from: FileId, namespace: u32) -> Resolution {
        let files = self.files[namespace as usize].iter().copied().filter(|file| self.projects.sees(from, *file));
        let files: Vec<FileId> = files.collect();
        if files.is_empty() { Resolution::Local } else { Resolution::Module(files) }
    }
}

impl Resolver for Namespaces<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let marked = observation.name(site.source);
        let source = without_mark(marked);
        if let Some(of) = source.strip_suffix(".*") {
            return match self.relative(from, of) {
                Some(Resolution::Member(files)) => {
                    let name = of.rsplit('.').next().unwrap_or(of);
                    files.first().map_or(Resolution::Unresolved, |file| Resolution::Inside(*file, name.to_owned()))
                }
                Some(inside) => inside,
                None => self.external(from, of),
            };
        }
        if site.local.is_some() {
            // The name says how many type arguments there are.
            let name = site.name.map_or("", |name| observation.name(name));
            let n_types = name.strip_prefix(without_count(name).0).unwrap_or("");
            let known = self.relative(from, &format!("{source}{n_types}"));
            return known.unwrap_or_else(|| match self.ids.get(source) {
                Some(namespace) => self.whole(from, *namespace),
                None => self.external(from, source.rsplit_once('.').map_or(source, |(namespace, _)| namespace)),
            });
        }
        match self.brought(from, marked) {
            Some(namespace) => self.whole(from, namespace),
            None => self.external(from, source),
        }
    }

    fn adds_to_platform(&self, observation: &Observation, site: &ImportSite) -> bool {
        site.local.is_none() && is_system(without_mark(observation.name(site.source)))
    }

    fn package(&self, file: FileId) -> Option<u32> {
        // The files of all namespaces are one package; `sees` and `near` tell which of its names are meant.
        self.sources.contains_key(&file).then_some(0)
    }

    fn sees(&self, from: FileId, to: FileId) -> bool {
        self.projects.sees(from, to) && self.distance(from, to).is_some()
    }

    fn shares(&self, _file: FileId, declaration: &Declaration) -> bool {
        declaration.exported
    }

    fn near(&self, from: FileId, _name: &str, files: &[FileId]) -> Vec<FileId> {
        let nearest = files.iter().filter_map(|file| self.distance(from, *file)).min();
        let near = files.iter().copied().filter(|file| self.distance(from, *file) == nearest);
        let near = self.seen(from, &near.collect::<Vec<_>>());
        // Two namespaces that the project brings in have the name: it is ambiguous.
        let is_one = near.windows(2).all(|pair| self.share(pair[0], pair[1]));
        if is_one { near } else { Vec::new() }
    }

    fn star(&self, from: FileId, module: &[FileId], name: &str, found: &mut dyn FnMut(FileId)) {
        let Some((first, rest)) = module.split_first() else { return };
        let of_all = |namespace: &&u32| rest.iter().all(|file| self.namespaces(*file).contains(namespace));
        let namespaces = self.namespaces(*first).iter();
        // All files of a module have one namespace in common, which mostly is the only one of the first.
        let namespaces = namespaces.filter(|it| self.namespaces(*first).len() == 1 || of_all(it));
        let files = namespaces.filter_map(|namespace| self.declared.get(&(*namespace, name)));
        files.flat_map(|files| self.seen(from, files)).for_each(found);
    }

    fn star_brings_all(&self, _module: &[FileId]) -> bool {
        false
    }

    fn qualified(&self, from: FileId, path: &str) -> Option<Resolution> {
        self.relative(from, path).or_else(|| self.package_of(from, path))
    }

    fn extends(&self, from: FileId, to: FileId) -> bool {
        let usings = self.sources.get(&from).map_or(&[][..], |source| source.usings.as_slice());
        let has_using = || self.namespaces(to).iter().any(|namespace| usings.contains(namespace));
        self.sees(from, to) || (self.projects.sees(from, to) && has_using())
    }

    fn joins(&self, file: FileId, decl: Decl) -> Option<(u32, Option<usize>)> {
        let observation = self.world.observations[file.0 as usize].as_ref()?;
        let stated = observation.namespaces.iter().find(|(other, _)| *other == decl);
        let stated = stated.and_then(|(_, name)| self.ids.get(observation.name(*name)).copied());
        let namespace = stated.or_else(|| self.namespaces(file).first().copied()).unwrap_or(0);
        Some((namespace, self.projects.project(file)))
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        if let Some(namespace) = self.ids.get(name) {
            return self.files[*namespace as usize].clone();
        }
        let Some((namespace, name)) = name.rsplit_once('.') else { return Vec::new() };
        let files = self.ids.get(namespace).and_then(|namespace| self.declared.get(&(*namespace, name)));
        files.cloned().unwrap_or_default()
    }
}
