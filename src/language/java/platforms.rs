//! Which of the declarations of one name a file means, where there is one for each platform.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::observation::{Decl, Observation};
use super::super::platform::PlatformPart;
use super::super::shape::World;
use super::source_set::source_set;

/// What a file declares of a name at its top.
#[derive(Clone, Copy, Default)]
struct Declared {
    n_expected: usize,
    n_actual: usize,
    n_others: usize,
}

/// The files with such declarations.
#[derive(Default)]
pub struct Platforms<'w> {
    declared: FxHashMap<(FileId, &'w str), Declared>,
}

impl<'w> Platforms<'w> {
    /// Enters what a file declares.
    pub fn enter(&mut self, file: FileId, observation: &'w Observation) {
        let part = |it: &super::super::observation::Binding| {
            let (part, _) = PlatformPart::of_mark(observation.name(it.name))?;
            (observation.declaration(it.scope).container == Some(Decl(0))).then_some((it.scope, part))
        };
        let parts: FxHashMap<Decl, PlatformPart> = observation.bindings.iter().filter_map(part).collect();
        if parts.is_empty() {
            return;
        }
        for (row, decl) in observation.declarations.iter().zip((0..).map(Decl)) {
            if row.container != Some(Decl(0)) {
                continue;
            }
            let known = self.declared.entry((file, observation.name(row.name))).or_default();
            match parts.get(&decl) {
                Some(PlatformPart::Expected) => known.n_expected += 1,
                Some(PlatformPart::Actual) => known.n_actual += 1,
                None => known.n_others += 1,
            }
        }
    }

    /// Those of some files that one means by a name that they declare: what is for all platforms stands for the one of each, but for
    /// that of the own source set.
    pub fn meant(&self, world: &World<'_>, from: FileId, name: &str, files: Vec<FileId>) -> Vec<FileId> {
        if files.len() < 2 || self.declared.is_empty() {
            return files;
        }
        let declared = |file: &FileId| self.declared.get(&(*file, name)).copied().unwrap_or_default();
        let own = own_sets(world, from);
        let is_own =
            |file: &FileId| source_set(world.paths.path(*file)).is_some_and(|set| own.iter().any(|it| it == set));
        let n_expected: usize = files.iter().map(|file| declared(file).n_expected).sum();
        let n_actual: usize = files.iter().filter(|file| is_own(file)).map(|file| declared(file).n_actual).sum();
        let is_meant = |file: &FileId| match declared(file) {
            Declared { n_others: 1.., .. } => true,
            Declared { n_actual: 1.., .. } => is_own(file) || n_expected == 0,
            Declared { n_expected: 1.., .. } => n_actual < n_expected,
            _ => true,
        };
        files.into_iter().filter(is_meant).collect()
    }
}

/// The source sets whose declarations a file sees before those for all platforms. Java has no others.
fn own_sets(world: &World<'_>, from: FileId) -> Vec<String> {
    let mut sets = Vec::new();
    if let Some(set) = source_set(world.paths.path(from)) {
        sets.extend(set.strip_suffix("Test").map(|platform| format!("{platform}Main")));
        sets.push(set.to_owned());
    }
    if world.language(from).is_some_and(|it| it.name == "java") {
        sets.push("jvmMain".to_owned());
    }
    sets
}
