//! Resolves the names that imports request to their declarations; and the names by which modules are imported.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use crate::base::TextPart;
use crate::language::{DeclKind, Observation, Resolution, Resolver};
use crate::resolve::edge::Refers;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// `uses(File, Def, At)`: the import there names what `Def` declares, be it behind re-exports.
pub fn uses(index: &SymbolTable<'_>) -> Vec<Refers> {
    let mut all = Vec::new();
    index.each_file(|file, observation: &Observation| uses_of(index, file, observation), |_, rows| all.extend(rows));
    all
}

fn uses_of(index: &SymbolTable<'_>, file: FileId, observation: &Observation) -> Vec<Refers> {
    let mut rows = Vec::new();
    for (site, resolution) in observation.imports.iter().zip(&index.resolutions[file.0 as usize]) {
        let target = match (resolution, site.name) {
            (Resolution::Member(files), Some(name)) => {
                let sym = index.sym_of(observation.name(name));
                sym.filter(|sym| !index.is_sealed(file, files, *sym)).map(|sym| index.in_module(files, sym, 0))
            }
            // A member of a type: a constant of an enum, a static field, a nested object.
            (Resolution::Inside(to, path), Some(_)) => Some(index.inside(*to, path, 0)),
            // `using a::b;`
            (Resolution::Local, _) if site.local.is_some() && index.links_by_name(file) => {
                index.declared(index.def(file, site.within), observation.name(site.source))
            }
            (Resolution::Module(files), None) if site.local.is_some() => files.first().and_then(|to| value(index, *to)),
            _ => None,
        };
        let mut targets: Vec<Target> = target.into_iter().collect();
        if let (Resolution::Inside(to, path), Some(_)) = (resolution, site.name) {
            targets.extend(holders(index, *to, path));
        }
        if let Some(names) = index.resolver(file.0 as usize).and_then(Resolver::names) {
            let requested = names.requested(file, observation, site).into_iter();
            rows.extend(requested.map(|(to, decl)| Refers { from: file, to, def: index.def(to, decl), at: site.at }));
        }
        for target in targets {
            let Target::Defs(defs, _) = target else { continue };
            let found = defs.into_iter().map(|def| Refers { from: file, to: index.file(def), def, at: site.at });
            rows.extend(found);
        }
    }
    rows
}

/// The types and modules that lead to the last name of a path inside of a file: `Outer`, `Outer.Inner` of `Outer.Inner.MAX`.
fn holders(index: &SymbolTable<'_>, file: FileId, path: &str) -> Vec<Target> {
    let kind = |def: &DefId| index.declaration(*def).map(|row| row.kind);
    let holds = |def: &DefId| kind(def).is_some_and(|kind| kind.is_type() || kind == DeclKind::Module);
    let heads = path.match_indices('.').map(|(at, _)| index.inside(file, path.part(..at), 0));
    heads.filter(|target| matches!(target, Target::Defs(defs, _) if defs.iter().all(holds))).collect()
}

/// The definition with a name of its own that is the value of a CommonJS module; `None` where that is but an object of its members.
fn value(index: &SymbolTable<'_>, file: FileId) -> Option<Target> {
    let target = index.whole(file, 0)?;
    let name = |def: DefId| Some(index.observation(index.file(def))?.name(index.declaration(def)?.name));
    let is_named = |def: &DefId| name(*def).is_some_and(|name| name != "export=");
    match &target {
        Target::Defs(defs, _) if defs.iter().all(is_named) => Some(target),
        _ => None,
    }
}

/// The names by which the repository's own modules are imported, where they are no relative paths: `@scope/pkg`,
/// `a.b.c`, `example.com/x/y`; with the files that they lead to.
pub fn modules<'w>(index: &SymbolTable<'w>) -> Vec<(&'w str, FileId)> {
    modules_of(index, index.world.paths.iter().map(|(file, _)| file))
}

/// The same of the imports of some files.
pub fn modules_of<'w>(index: &SymbolTable<'w>, files: impl Iterator<Item = FileId>) -> Vec<(&'w str, FileId)> {
    let mut found: FxHashSet<(&str, FileId)> = FxHashSet::default();
    for file in files {
        let (Some(observation), Some(resolutions)) = (index.observation(file), index.resolutions.get(file.0 as usize))
        else {
            continue;
        };
        for (site, resolution) in observation.imports.iter().zip(resolutions) {
            let source = observation.name(site.source);
            let files = match resolution {
                Resolution::Module(files) | Resolution::Member(files) => files.as_slice(),
                Resolution::Inside(file, _) => std::slice::from_ref(file),
                _ => &[],
            };
            if !source.starts_with('.') {
                found.extend(files.iter().map(|file| (source, *file)));
            }
        }
    }
    let mut found: Vec<(&str, FileId)> = found.into_iter().collect();
    found.sort_unstable();
    found
}
