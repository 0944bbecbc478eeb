//! Resolves what Ruby files load.

use cg_rules::FileId;

use super::super::kind::ImportKind;
use super::super::names::Names;
use super::super::observation::{Decl, ImportSite, Observation};
use super::super::resolver::{Resolution, Resolver};
use super::super::shape::World;
use super::stdlib;
use super::table::{ConstantTable, LIBRARY};
use crate::base::path;

/// Gathers the constants, and the folders from which files are loaded.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    Box::new(ConstantTable::new(world))
}

impl ConstantTable<'_> {
    /// The file at a path, with or without its ending.
    fn file(&self, directory: &str, feature: &str) -> Option<FileId> {
        let path = path::join(directory, feature)?;
        self.world
            .paths
            .file(&format!("{path}.rb"))
            .or_else(|| self.world.paths.file(&path).filter(|_| feature.contains('.')))
    }

    /// The file of a feature: from the nearest folder of the load path, and from the folders of the tests around.
    fn feature(&self, from: &str, feature: &str) -> Option<FileId> {
        let shared = |root: &str| root.split('/').zip(from.split('/')).take_while(|(one, other)| one == other).count();
        let mut roots: Vec<&str> = self.gems.roots.iter().map(String::as_str).collect();
        roots.sort_by_key(|root| std::cmp::Reverse(shared(root)));
        let tests = path::ancestors(from).filter(|above| matches!(path::name(above), "test" | "spec"));
        // The `lib` of a gem that says nothing of itself.
        let implied = path::ancestors(from).filter(|above| path::name(above) == "lib");
        roots.into_iter().chain(tests).chain(implied).find_map(|root| self.file(root, feature))
    }

    fn is_own(&self, feature: &str) -> bool {
        let head = feature.split('/').next().unwrap_or(feature);
        let mut roots = self.gems.roots.iter().filter_map(|root| path::join(root, head));
        roots.any(|inside| self.world.paths.is_directory(&inside))
    }
}

impl Resolver for ConstantTable<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let source = observation.name(site.source);
        let here = self.world.paths.path(from);
        // `require "English"` names a file, whatever its first letter.
        if source.starts_with(char::is_uppercase) && site.kind == ImportKind::Dynamic {
            // The name of a constant, by which it is loaded when it is first used.
            let named = self.constant((from, Decl(0)), &source.replace("::", "."));
            return named
                .filter(|named| named.is_sure)
                .map_or(Resolution::Local, |named| Resolution::Module(vec![named.at.0]));
        }
        if source.starts_with('.') {
            let file = self.file(path::parent(here), source);
            return file.map_or(Resolution::Unresolved, |file| Resolution::Module(vec![file]));
        }
        if let Some(file) = self.feature(here, source) {
            return Resolution::Module(vec![file]);
        }
        let head = source.split('/').next().unwrap_or(source);
        if let Some(gem) = self.gems.of_feature(source) {
            return Resolution::External(gem.to_owned());
        }
        if stdlib::is_feature(head) {
            return Resolution::Builtin(head.to_owned());
        }
        if self.is_own(source) { Resolution::Unresolved } else { Resolution::External(head.to_owned()) }
    }

    fn sees(&self, from: FileId, to: FileId) -> bool {
        matches!(self.layer(to), LIBRARY) || self.layer(from) == self.layer(to)
    }

    fn names(&self) -> Option<&dyn Names> {
        Some(self)
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        if name.starts_with(char::is_uppercase) {
            let path = name.replace("::", ".");
            let id = self.by_path.get(&(LIBRARY, path));
            return id.and_then(|id| self.entries[*id].primary).map(|at| at.0).into_iter().collect();
        }
        self.feature("", name).into_iter().collect()
    }
}
