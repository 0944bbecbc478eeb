//! Resolves Elixir's directives: a module is where it is defined, whatever its file is called.

use cg_rules::FileId;

use super::super::names::Names;
use super::super::observation::{ImportSite, Observation};
use super::super::resolver::{Resolution, Resolver};
use super::super::shape::World;
use super::hex;
use super::import::{HIDDEN, TAKEN};
use super::modules::ElixirModules;
use super::word::is_standard;

/// The modules of a repository.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    Box::new(ElixirModules::new(world))
}

impl Resolver for ElixirModules<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let source = observation.name(site.source);
        if site.name.is_some_and(|name| observation.name(name).starts_with([':', HIDDEN, TAKEN])) {
            return Resolution::Local;
        }
        if let Some((place, is_sure)) = self.constant((from, site.within), source).map(|it| (it.at, it.is_sure)) {
            return match is_sure {
                true if place.0 == from => Resolution::Local,
                true => Resolution::Module(vec![place.0]),
                false => Resolution::Unresolved,
            };
        }
        let head = source.split('.').next().unwrap_or(source);
        if let Some(name) = head.strip_prefix(':') {
            return match Names::package(self, source) {
                Some(package) => Resolution::External(package.to_owned()),
                None => Resolution::Builtin(name.to_owned()),
            };
        }
        if let Some(package) = hex::of_module(&self.packages, source) {
            return Resolution::External(package.to_owned());
        }
        // A name that others begin with as well stands for all of them: `alias App.Web`.
        let prefix = format!("{source}.");
        if self.by_name.keys().any(|name| name.starts_with(&prefix)) {
            return Resolution::Local;
        }
        match head {
            _ if is_standard(head) => Resolution::Builtin(head.to_owned()),
            _ if self.heads.contains_key(head) => Resolution::Unresolved,
            _ => Resolution::External(head.to_lowercase()),
        }
    }

    fn names(&self) -> Option<&dyn Names> {
        Some(self)
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        let mut files: Vec<FileId> = self.by_name.get(name).into_iter().flatten().map(|place| place.0).collect();
        files.dedup();
        files
    }

    fn calls_macros(&self) -> bool {
        true
    }
}
