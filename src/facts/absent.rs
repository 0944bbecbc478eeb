//! Imports of paths that no file has: those that would lead there if one had.
//!
//! The resolvers of the languages find them, over the files of the repository and a stand-in for each absent path. Nothing
//! is known of an absent file but its path: a stand-in declares a type of its name, in the package that its folder implies.

use cg_rules::FileId;
use rayon::prelude::*;

use super::snapshot::Snapshot;
use crate::base::{Position, path};
use crate::language::{
    Decl, DeclKind, Declaration, Export, ImportKind, ImportSite, Name, Observation, Resolution, Resolver, World,
};
use crate::resolve;

/// An import site that leads to a path which no file has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AbsentImport {
    /// The importing file.
    pub file: FileId,
    /// The place of the import.
    pub at: Position,
    /// The place of the path among those that were requested.
    pub gone: usize,
    /// Another file is found in its place.
    pub is_taken: bool,
}

/// The source of imports of absent paths.
pub trait Absences {
    /// The imports that would lead to the paths, which are sorted, distinct and of no file; or why they cannot be read.
    fn imports_of(&self, gone: &[String]) -> Result<Vec<AbsentImport>, String>;
}

/// The imports of a world that lead to absent paths. `gone` has the ids of their stand-ins, in order; `real` has the facts
/// of the same repository without them.
pub fn absent(world: &World<'_>, gone: &[FileId], real: &Snapshot) -> Vec<AbsentImport> {
    let resolvers = resolve::resolvers(world);
    let of_file = |(at, observation): (usize, &Option<Observation>)| {
        let (Some(observation), Some(language)) = (observation, world.languages[at]) else { return Vec::new() };
        let Some(resolver) = resolvers[language].as_deref() else { return Vec::new() };
        let from = FileId(u32::try_from(at).unwrap_or(u32::MAX));
        let Some(file) = real.file(world.paths.path(from)) else { return Vec::new() };
        let search = Search { world, resolver, gone, real, from, file, observation };
        observation.imports.iter().flat_map(|site| search.site(site)).collect::<Vec<_>>()
    };
    let mut found: Vec<AbsentImport> = world.observations.par_iter().enumerate().flat_map_iter(of_file).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// One importing file.
struct Search<'a> {
    world: &'a World<'a>,
    resolver: &'a (dyn Resolver + 'a),
    gone: &'a [FileId],
    real: &'a Snapshot,
    from: FileId,
    file: FileId,
    observation: &'a Observation,
}

impl Search<'_> {
    fn site(&self, site: &ImportSite) -> Option<AbsentImport> {
        let resolution = self.resolver.resolve(self.from, self.observation, site);
        // Of a package that is gone as a whole the first file stands for all.
        let (to, gone) = files(&resolution).iter().find_map(|to| Some((*to, self.gone.binary_search(to).ok()?)))?;
        let is_taken = self.is_package_left(&resolution) || self.is_taken(site, &resolution, to);
        Some(AbsentImport { file: self.file, at: site.at, gone, is_taken })
    }

    /// Whether the import is of a package of which a file is left.
    fn is_package_left(&self, resolution: &Resolution) -> bool {
        files(resolution).iter().any(|file| self.gone.binary_search(file).is_err())
    }

    /// Whether the facts have another file for the import.
    fn is_taken(&self, site: &ImportSite, resolution: &Resolution, to: FileId) -> bool {
        let rows = self.real.imports.headed([self.file.0]).filter(|row| row.at == site.at);
        // `import a.{B, C}` is two sites at one place.
        let is_one_of_several = self.observation.imports.iter().filter(|other| other.at == site.at).count() > 1;
        let mut found = rows.filter_map(|row| self.world.paths.file(self.real.path(row.to)));
        found.any(|other| {
            // A declaration file has no code to stand in for that of its module.
            let is_declaration = site.kind != ImportKind::Type && self.resolver.declaration(to) == Some(other);
            let is_module = matches!(resolution, Resolution::Module(_));
            let name = site.name.filter(|_| is_module || is_one_of_several);
            let name = name.map(|name| self.observation.name(name));
            !is_declaration && !self.holds(other, to) && name.is_none_or(|name| name == "*" || self.offers(other, name))
        })
    }

    /// Whether a file says that an absent one is a module of its own, so that a path into that begins in it: `mod cart;`.
    fn holds(&self, file: FileId, gone: FileId) -> bool {
        let Some(observation) = &self.world.observations[file.0 as usize] else { return false };
        let mut modules = observation.imports.iter().filter(|site| site.kind == ImportKind::Implicit);
        modules.any(|site| files(&self.resolver.resolve(file, observation, site)).contains(&gone))
    }

    /// Whether a file has a name of its own, or from anywhere but an absent path.
    fn offers(&self, file: FileId, name: &str) -> bool {
        let Some(observation) = &self.world.observations[file.0 as usize] else { return true };
        let is_it = |other: Name| observation.name(other) == name;
        let declared = observation.declarations.iter().any(|row| row.container == Some(Decl(0)) && is_it(row.name));
        let resolver = self.resolver;
        let brings = |site: &ImportSite| {
            let is_star = site.local.is_none() && site.name.is_some_and(|name| observation.name(name) == "*");
            let leads_here = || {
                let resolution = resolver.resolve(file, observation, site);
                files(&resolution).iter().all(|to| self.gone.binary_search(to).is_err())
            };
            (is_star || site.local.is_some_and(is_it)) && leads_here()
        };
        declared || observation.exports.iter().any(|row| is_it(row.name)) || observation.imports.iter().any(brings)
    }
}

fn files(resolution: &Resolution) -> &[FileId] {
    match resolution {
        Resolution::Module(files) | Resolution::Member(files) => files,
        Resolution::Inside(file, _) | Resolution::Asset(file) => std::slice::from_ref(file),
        Resolution::External(_) | Resolution::Builtin(_) | Resolution::Local | Resolution::Unresolved => &[],
    }
}

/// The stand-in of a file of which the path alone is known, by the files of its family.
pub fn stand_in<'o>(gone: &str, others: impl Iterator<Item = (&'o str, &'o Observation)>) -> Observation {
    let mut observation = Observation { n_lines: 1, ..Observation::default() };
    observation.package = package(gone, others).map(|package| Name(observation.names.push(&package)));
    let at = Position { line: 1, column: 1 };
    let row = |name: Name, kind: DeclKind, container: Option<Decl>| Declaration {
        name,
        kind,
        container,
        owner: None,
        at,
        start_line: 1,
        end_line: 1,
        body_line: 1,
        exported: true,
        parameters: None,
    };
    let name = Name(observation.names.push(path::stem(gone)));
    observation.declarations = vec![row(name, DeclKind::File, None), row(name, DeclKind::Class, Some(Decl(0)))];
    // Other modules see it, where a language hides what is not marked.
    observation.exports = vec![Export { name, local: name }];
    observation
}

/// The package that a path implies by those of other files: below the folder in which their packages begin, each folder
/// is a part. The file that shares most folders with the path decides.
fn package<'o>(gone: &str, others: impl Iterator<Item = (&'o str, &'o Observation)>) -> Option<String> {
    let mut best: Option<(usize, String)> = None;
    for (file, observation) in others {
        let Some(package) = observation.package.map(|name| observation.name(name)) else { continue };
        let (folder, parts) = (path::parent(file), package.split('.').count());
        let same = folder.rsplit('/').zip(package.rsplit('.')).take_while(|(one, other)| one == other).count();
        let n_kept = folder.split('/').count().saturating_sub(same);
        let root: Vec<&str> = folder.split('/').take(n_kept).collect();
        let inside: Vec<&str> = path::parent(gone).split('/').collect();
        let Some(rest) = inside.strip_prefix(root.as_slice()) else { continue };
        let shared = folder.split('/').zip(&inside).take_while(|(one, other)| one == *other).count();
        if best.as_ref().is_none_or(|(most, _)| shared > *most) {
            let head = package.split('.').take(parts - same);
            let name: Vec<&str> = head.chain(rest.iter().copied()).filter(|part| !part.is_empty()).collect();
            best = Some((shared, name.join(".")));
        }
    }
    best.map(|(_, package)| package)
}
