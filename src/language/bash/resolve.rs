//! Resolves the scripts that scripts bring in, and links calls: a script sees the functions of what it brings in.

use std::sync::OnceLock;

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::kind::DeclKind;
use super::super::observation::{Decl, ImportSite, Observation};
use super::super::resolver::{Declared, Resolution, Resolver};
use super::super::rule::Rule;
use super::super::shape::World;
use crate::base::path;

/// The scripts of a repository.
struct Scripts<'w> {
    world: &'w World<'w>,
    /// The files that a path could mean, by its last part.
    by_name: FxHashMap<&'w str, Vec<FileId>>,
    /// The functions by name.
    functions: FxHashMap<&'w str, Vec<(FileId, Decl)>>,
    /// The scripts that a script brings in itself.
    sources: FxHashMap<FileId, Vec<FileId>>,
    /// Those that it brings in at any depth, with itself.
    seen: Vec<OnceLock<FxHashSet<FileId>>>,
}

/// Enters every function, and finds what every script brings in.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let mut scripts = Scripts {
        world,
        by_name: FxHashMap::default(),
        functions: FxHashMap::default(),
        sources: FxHashMap::default(),
        seen: world.paths.iter().map(|_| OnceLock::new()).collect(),
    };
    for (file, path) in world.paths.iter() {
        scripts.by_name.entry(path::name(path)).or_default().push(file);
        let is_script = world.is_of(file, "bash");
        let Some(observation) = world.observations[file.0 as usize].as_ref().filter(|_| is_script) else { continue };
        for (number, row) in
            observation.declarations.iter().enumerate().filter(|(_, row)| row.kind == DeclKind::Function)
        {
            let decl = Decl(u32::try_from(number).unwrap_or(u32::MAX));
            scripts.functions.entry(observation.name(row.name)).or_default().push((file, decl));
        }
    }
    let mut sources = FxHashMap::default();
    for (file, _) in world.paths.iter() {
        let Some(observation) = world.observations[file.0 as usize].as_ref() else { continue };
        let is_script = world.is_of(file, "bash");
        let sites = observation.imports.iter().filter(|_| is_script);
        let found = sites.filter_map(|site| scripts.find(file, observation.name(site.source)));
        sources.insert(file, found.collect());
    }
    scripts.sources = sources;
    Box::new(scripts)
}

impl Scripts<'_> {
    fn find(&self, from: FileId, source: &str) -> Option<FileId> {
        let here = path::parent(self.world.paths.path(from));
        let at = |directory: &str, path: &str| {
            let base = path::join(directory, path)?;
            self.world.paths.file(&base).or_else(|| self.world.paths.file(&format!("{base}.bash")))
        };
        if let Some(path) = source.strip_prefix("./") {
            return at(here, path);
        }
        if let Some(path) = source.strip_prefix("$/") {
            return self.by_end(here, path);
        }
        at(here, source).or_else(|| at("", source)).or_else(|| self.by_end(here, source))
    }

    /// The one file whose path ends so, or the nearest.
    fn by_end(&self, here: &str, source: &str) -> Option<FileId> {
        let end = source.rsplit_once("../").map_or(source, |(_, end)| end);
        self.world.paths.nearest(self.by_name.get(path::name(end))?, end, here)
    }

    fn seen(&self, from: FileId) -> &FxHashSet<FileId> {
        self.seen[from.0 as usize].get_or_init(|| {
            let mut seen = FxHashSet::from_iter([from]);
            let mut open = vec![from];
            while let Some(file) = open.pop() {
                let next = self.sources.get(&file).into_iter().flatten();
                open.extend(next.filter(|to| seen.insert(**to)));
            }
            seen
        })
    }
}

/// Functions of one name in one file are one; those of several files are not.
fn one_file(found: Vec<(FileId, Decl)>, rule: Rule) -> Declared {
    match found.first() {
        None => Declared::Unknown,
        Some((file, _)) if found.iter().any(|(other, _)| other != file) => Declared::Ambiguous,
        Some(_) => Declared::At(found, rule),
    }
}

impl Resolver for Scripts<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        match self.find(from, observation.name(site.source)) {
            Some(file) => Resolution::Module(vec![file]),
            None => Resolution::Unresolved,
        }
    }

    /// Only what counts from the script itself is sure.
    fn import_rule(&self, observation: &Observation, site: &ImportSite) -> Rule {
        let is_own = observation.name(site.source).starts_with("./");
        if is_own { Rule::Sourced } else { Rule::SearchPath }
    }

    fn links_by_name(&self) -> bool {
        true
    }

    fn declared(&self, from: FileId, _within: Decl, path: &str) -> Declared {
        let Some(found) = self.functions.get(path) else { return Declared::Unknown };
        let own: Vec<(FileId, Decl)> = found.iter().filter(|(file, _)| *file == from).copied().collect();
        if !own.is_empty() {
            return one_file(own, Rule::File);
        }
        let seen: Vec<(FileId, Decl)> =
            found.iter().filter(|(file, _)| self.seen(from).contains(file)).copied().collect();
        if !seen.is_empty() {
            return one_file(seen, Rule::Sourced);
        }
        // Whoever runs the script may have brought the function in; a word alone may as well be a program.
        if path.contains(['_', ':']) { one_file(found.clone(), Rule::NameAlone) } else { Declared::Unknown }
    }
}
