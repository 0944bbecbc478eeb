//! Names that every file sees: what scripts of declarations and `declare global` blocks declare.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::kind::DeclKind;
use super::super::observation::{Decl, Observation};
use super::super::resolver::Resolution;
use super::super::shape::World;
use super::files::FAMILY;

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
        let is_declaration = [".d.ts", ".d.mts", ".d.cts"].iter().any(|ending| path.ends_with(ending));
        // A file that imports or exports is a module, and keeps its names to itself.
        let is_script = is_declaration
            && observation.imports.is_empty()
            && observation.exports.is_empty()
            && !observation.declarations.iter().skip(1).any(|row| row.exported && row.container == Some(Decl(0)));
        for (number, row) in observation.declarations.iter().enumerate().skip(1) {
            let Some(container) = row.container else { continue };
            let around = observation.declaration(container);
            let is_global = around.kind == DeclKind::Module
                && around.container == Some(Decl(0))
                && observation.name(around.name) == GLOBAL;
            if is_global || (is_script && container == Decl(0) && row.kind != DeclKind::Module) {
                let decl = Decl(u32::try_from(number).unwrap_or(u32::MAX));
                self.declared.entry(observation.name(row.name).into()).or_default().push((file, decl));
            }
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
