//! Declaration files beside the code that they declare: `p.d.ts` of `p.js`, and the `types` of a package of its `main`.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::observation::{Decl, Observation};
use super::super::shape::World;
use super::entry;
use super::workspace::Packages;
use crate::base::path;

/// The endings of declarations, and of the code that each is for.
const ENDINGS: &[(&str, &[&str])] =
    &[(".d.ts", &[".js", ".jsx", ".cjs", ".mjs"]), (".d.mts", &[".mjs"]), (".d.cts", &[".cjs"])];
/// The endings of sources that are their own declarations.
const SOURCES: &[&str] = &[".ts", ".tsx", ".mts", ".cts"];

/// Files of code, each with the file that declares its types.
#[derive(Debug, Default)]
pub struct Twins {
    code: FxHashMap<FileId, FileId>,
    declaration: FxHashMap<FileId, FileId>,
}

impl Twins {
    /// Pairs the files by their names, then the entries of packages.
    pub fn of(world: &World<'_>, packages: &Packages) -> Self {
        let mut twins = Self::default();
        for (file, path) in world.paths.iter() {
            let Some((stem, endings)) = declared(path) else { continue };
            let beside = |ending: &&str| world.paths.file(&format!("{stem}{ending}"));
            if !SOURCES.iter().any(|ending| beside(ending).is_some())
                && let Some(code) = endings.iter().find_map(beside)
            {
                twins.enter(code, file);
            }
        }
        let mut directories: Vec<&String> = packages.by_directory.keys().collect();
        directories.sort_unstable();
        for directory in directories {
            twins.enter_package(world, directory, packages);
        }
        twins
    }

    fn enter_package(&mut self, world: &World<'_>, directory: &str, packages: &Packages) {
        let targets = packages.by_directory.get(directory).and_then(|package| entry::targets(package, "."));
        let targets: Vec<String> =
            targets.unwrap_or_default().iter().filter_map(|target| path::join(directory, target)).collect();
        let file = |target: &String| world.paths.file(target);
        let declaration = targets.iter().filter(|target| declared(target).is_some()).find_map(file);
        let is_code = |target: &&String| [".js", ".cjs", ".mjs", ".jsx"].iter().any(|ending| target.ends_with(ending));
        let code = targets.iter().filter(is_code).find_map(file);
        if let Some((code, declaration)) = code.zip(declaration) {
            self.enter(code, declaration);
        }
    }

    /// Enters a pair, unless one of the two has its twin.
    fn enter(&mut self, code: FileId, declaration: FileId) {
        if !self.code.contains_key(&declaration) && !self.declaration.contains_key(&code) {
            self.code.insert(declaration, code);
            self.declaration.insert(code, declaration);
        }
    }

    /// The code of a declaration file.
    pub fn code(&self, declaration: FileId) -> Option<FileId> {
        self.code.get(&declaration).copied()
    }

    /// The declaration file of code.
    pub fn declaration(&self, code: FileId) -> Option<FileId> {
        self.declaration.get(&code).copied()
    }

    /// The types that both files of a pair declare under one name.
    pub fn merged(&self, world: &World<'_>) -> Vec<Vec<(FileId, Decl)>> {
        let mut merged = Vec::new();
        for (code, declaration) in &self.declaration {
            let observation = |file: &FileId| world.observations[file.0 as usize].as_ref();
            let Some((own, other)) = observation(code).zip(observation(declaration)) else { continue };
            let declared: FxHashMap<&str, Decl> = types(other).collect();
            let both = types(own).filter_map(|(name, decl)| Some((decl, *declared.get(name)?)));
            merged.extend(both.map(|(own, other)| vec![(*code, own), (*declaration, other)]));
        }
        merged.sort_unstable();
        merged
    }
}

/// The types at the top of a file.
fn types(observation: &Observation) -> impl Iterator<Item = (&str, Decl)> {
    let numbered = observation.declarations.iter().zip(0..);
    let top = numbered.filter(|(row, _)| row.container == Some(Decl(0)) && row.kind.is_type());
    top.map(|(row, number)| (observation.name(row.name), Decl(number)))
}

/// A path without the ending of declarations, and the endings of the code that it may be for.
fn declared(path: &str) -> Option<(&str, &'static [&'static str])> {
    ENDINGS.iter().find_map(|(ending, code)| Some((path.strip_suffix(ending)?, *code)))
}

/// Whether a path is that of a declaration file.
pub fn is_declaration(path: &str) -> bool {
    declared(path).is_some()
}
