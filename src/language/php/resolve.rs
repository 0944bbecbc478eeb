//! Resolves what PHP files import: by the names that are declared, and by paths.

use cg_rules::FileId;

use super::super::names::Names;
use super::super::observation::{ImportSite, Observation};
use super::super::resolver::{Resolution, Resolver};
use super::super::shape::World;
use super::outside_name::constant_key;
use super::table::ClassTable;
use super::test::is_test as is_test_path;
use crate::base::path;

/// Gathers the classes, and Composer's rules.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    Box::new(ClassTable::new(world))
}

impl ClassTable<'_> {
    /// `require`: beside the file, or, for a plain path, at the root.
    fn required(&self, from: FileId, source: &str) -> Resolution {
        let beside = path::join(path::parent(self.world.paths.path(from)), source);
        let is_relative = source.starts_with('.');
        let at_root = path::join("", source).filter(|_| !is_relative);
        let found = beside.iter().chain(&at_root).find_map(|path| self.world.paths.file(path));
        match found {
            Some(file) => Resolution::Module(vec![file]),
            // What Composer puts there is no part of the repository.
            None if source.contains("vendor/") || source.starts_with('/') => Resolution::Local,
            None => Resolution::Unresolved,
        }
    }

    fn external(&self, source: &str) -> Resolution {
        // What is imported may be a namespace itself.
        let inside = format!("{source}\\_");
        if let Some(package) = self.autoload.package(source).or_else(|| self.autoload.package(&inside)) {
            return Resolution::External(package.to_owned());
        }
        match source.split_once('\\') {
            Some((vendor, _)) => Resolution::External(vendor.to_owned()),
            None => Resolution::Builtin("php".to_owned()),
        }
    }
}

impl Resolver for ClassTable<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let source = observation.name(site.source);
        let Some(local) = site.local.map(|local| observation.name(local)) else { return self.required(from, source) };
        let full = format!("\\{source}");
        if local.ends_with("()") {
            let found = self.functions.get(&full.to_ascii_lowercase()).map_or(&[][..], Vec::as_slice);
            return match found {
                [(file, _)] => Resolution::Member(vec![*file]),
                [] if !self.autoload.is_own(source) => self.external(source),
                [] => Resolution::Unresolved,
                _ => Resolution::Local,
            };
        }
        if local.starts_with("const ") {
            return match self.constants.get(&constant_key(&full)).map_or(&[][..], Vec::as_slice) {
                [(file, _)] => Resolution::Member(vec![*file]),
                [] if !self.autoload.is_own(source) => self.external(source),
                _ => Resolution::Local,
            };
        }
        if let Some(class) = self.class(from, &full) {
            return Resolution::Member(vec![self.classes[class].at.0]);
        }
        let lower = source.to_ascii_lowercase();
        // A namespace brings nothing by itself; of several classes none goes before the others.
        if self.namespaces.contains(&lower) || self.by_path.contains_key(&full.to_ascii_lowercase()) {
            return Resolution::Local;
        }
        let is_own = self.autoload.is_own(source) && self.autoload.is_own(&format!("{source}\\_"));
        if is_own { Resolution::Unresolved } else { self.external(source) }
    }

    fn sees(&self, from: FileId, to: FileId) -> bool {
        let is_test = |file| is_test_path(self.world.paths.path(file));
        !is_test(to) || is_test(from)
    }

    fn names(&self) -> Option<&dyn Names> {
        Some(self)
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        let path = format!("\\{}", name.trim_start_matches('\\')).to_ascii_lowercase();
        let classes = self.by_path.get(&path).map_or(&[][..], Vec::as_slice);
        classes.iter().map(|class| self.classes[*class].at.0).collect()
    }
}
