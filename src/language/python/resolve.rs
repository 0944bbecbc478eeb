//! Resolves Python's imports: the module map of the repository, then the standard library, then a distribution.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::observation::{ImportSite, Observation};
use super::super::resolver::{Resolution, Resolver, World};
use crate::base::path;

/// The modules of the repository by their dotted names.
struct Modules<'w> {
    world: &'w World<'w>,
    by_name: FxHashMap<String, FileId>,
    name_of: FxHashMap<FileId, String>,
}

/// Makes the module map: a file's name counts from the highest directory above it that is no package.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let mut modules = Modules { world, by_name: FxHashMap::default(), name_of: FxHashMap::default() };
    for (file, path) in world.paths.iter() {
        if matches!(path::extension(path), "py" | "pyi") {
            let name = module_name(world, path);
            modules.by_name.entry(name.clone()).or_insert(file);
            modules.name_of.insert(file, name);
        }
    }
    Box::new(modules)
}

fn module_name(world: &World<'_>, file: &str) -> String {
    let mut root = path::parent(file);
    while !root.is_empty() && world.paths.file(&format!("{root}/__init__.py")).is_some() {
        root = path::parent(root);
    }
    let inside = file[root.len()..].trim_start_matches('/');
    let inside = inside.rsplit_once('.').map_or(inside, |(inside, _)| inside);
    inside.strip_suffix("/__init__").unwrap_or(inside).replace('/', ".")
}

impl Modules<'_> {
    fn absolute(&self, from: FileId, source: &str) -> Option<String> {
        let level = source.bytes().take_while(|byte| *byte == b'.').count();
        if level == 0 {
            return Some(source.to_owned());
        }
        let name = self.name_of.get(&from)?;
        let is_package = path::stem(self.world.paths.path(from)) == "__init__";
        let mut parts: Vec<&str> = name.split('.').collect();
        for _ in 0..level - usize::from(is_package) {
            parts.pop()?;
        }
        let rest = &source[level..];
        parts.extend(rest.split('.').filter(|part| !part.is_empty()));
        Some(parts.join("."))
    }
}

impl Resolver for Modules<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let source = observation.name(site.source);
        let Some(base) = self.absolute(from, source) else { return Resolution::Unresolved };
        let name = site.name.map(|name| observation.name(name)).filter(|name| *name != "*");
        if let Some(name) = name
            && let Some(module) = self.by_name.get(&format!("{base}.{name}"))
        {
            return Resolution::Module(vec![*module]);
        }
        if let Some(module) = self.by_name.get(&base) {
            return if site.name.is_some() {
                Resolution::Member(vec![*module])
            } else {
                Resolution::Module(vec![*module])
            };
        }
        let top = base.split('.').next().unwrap_or(&base).to_owned();
        if source.starts_with('.') { Resolution::Unresolved } else { Resolution::External(top) }
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        self.by_name.get(name).copied().into_iter().collect()
    }
}
