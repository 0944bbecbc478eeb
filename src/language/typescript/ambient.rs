//! Names that every file sees: what scripts of declarations and `declare global` blocks declare.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::kind::DeclKind;
use super::super::observation::{Decl, Observation};
use super::super::resolver::Resolution;
use super::super::shape::World;
use super::files::FAMILY;
use super::twins::is_declaration;

/// The name under which the block of `declare global` is declared.
pub const GLOBAL: &str = "global";

/// The names that every file sees, each with the declarations of it.
#[derive(Debug, Default)]
pub struct Ambient {
    declared: FxHashMap<Box<str>, Vec<(FileId, Decl)>>,
}

impl Ambient {
    /// Reads all files.
    pub fn of(world: &World<'_>) -> Self {
        let mut ambient = Self::default();
        for (file, path) in world.paths.iter() {
            let Some(observation) = &world.observations[file.0 as usize] else { continue };
            if world.is_of(file, FAMILY) {
                ambient.enter(file, path, observation);
            }
        }
        ambient
    }

    fn enter(&mut self, file: FileId, path: &str, observation: &Observation) {
        for decl in seen(path, observation) {
            let name = observation.name(observation.declaration(decl).name);
            self.declared.entry(name.into()).or_default().push((file, decl));
        }
    }

    /// Resolves a name that a file neither binds nor imports. Among several declarations that are no interfaces, none.
    pub fn head(&self, world: &World<'_>, name: &str) -> Option<Resolution> {
        let name = if matches!(name, "window" | "globalThis") { "Window" } else { name };
        let found = self.declared.get(name)?;
        let (file, decl) = *found.first()?;
        let observation = world.observations[file.0 as usize].as_ref()?;
        let row = observation.declaration(decl);
        if found.len() > 1 && row.kind != DeclKind::Interface {
            return None;
        }
        let path = if row.container == Some(Decl(0)) { name.to_owned() } else { format!("{GLOBAL}.{name}") };
        Some(Resolution::Inside(file, path))
    }

    /// Interfaces that several files declare together.
    pub fn merged(&self, world: &World<'_>) -> Vec<Vec<(FileId, Decl)>> {
        let is_interface = |(file, decl): &(FileId, Decl)| {
            let observation = world.observations[file.0 as usize].as_ref();
            observation.is_some_and(|it| it.declaration(*decl).kind == DeclKind::Interface)
        };
        let mut merged: Vec<_> =
            self.declared.values().filter(|of| of.len() > 1 && of.iter().all(is_interface)).cloned().collect();
        merged.sort_unstable_by_key(|of| of.first().copied());
        merged
    }
}

/// Whether every file sees something that a file declares.
pub fn is_seen(path: &str, observation: &Observation) -> bool {
    seen(path, observation).next().is_some()
}

/// The declarations of a file that every file sees.
fn seen<'o>(path: &str, observation: &'o Observation) -> impl Iterator<Item = Decl> + 'o {
    // A file that imports or exports is a module, and keeps its names to itself.
    let is_script = is_declaration(path)
        && observation.imports.is_empty()
        && observation.exports.is_empty()
        && !observation.declarations.iter().skip(1).any(|row| row.exported && row.container == Some(Decl(0)));
    let is_global = |container: Decl| {
        let around = observation.declaration(container);
        around.kind == DeclKind::Module && around.container == Some(Decl(0)) && observation.name(around.name) == GLOBAL
    };
    (0..).map(Decl).zip(&observation.declarations).skip(1).filter_map(move |(decl, row)| {
        let container = row.container?;
        let is_own = is_script && container == Decl(0) && row.kind != DeclKind::Module;
        (is_own || is_global(container)).then_some(decl)
    })
}
