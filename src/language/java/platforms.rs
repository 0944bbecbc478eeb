//! Which of the declarations of one name a file means, where there is one for each platform.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::observation::{Binding, Decl, Observation};
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

/// A declaration at the top of a file.
type Place = (FileId, Decl);

/// The files with such declarations, and those that are one thing.
#[derive(Default)]
pub struct Platforms<'w> {
    declared: FxHashMap<(FileId, &'w str), Declared>,
    /// The number of the group that a declaration is of.
    groups_of: FxHashMap<Place, usize>,
    groups: Vec<Vec<(Place, PlatformPart)>>,
    /// The numbers of groups, by module, package, name and what is taken.
    known: FxHashMap<(&'w str, u32, &'w str, &'w str), usize>,
}

impl<'w> Platforms<'w> {
    /// Enters what a file of a package declares, in a module of the build.
    pub fn enter(&mut self, file: FileId, (module, package): (&'w str, u32), observation: &'w Observation) {
        let part = |it: &Binding| {
            let (part, signature) = PlatformPart::of_mark(observation.name(it.name))?;
            (observation.declaration(it.scope).container == Some(Decl(0))).then_some((it.scope, (part, signature)))
        };
        let parts: FxHashMap<Decl, (PlatformPart, &str)> = observation.bindings.iter().filter_map(part).collect();
        if parts.is_empty() {
            return;
        }
        for (row, decl) in observation.declarations.iter().zip((0..).map(Decl)) {
            if row.container != Some(Decl(0)) {
                continue;
            }
            let name = observation.name(row.name);
            let known = self.declared.entry((file, name)).or_default();
            let Some((part, signature)) = parts.get(&decl) else {
                known.n_others += 1;
                continue;
            };
            match part {
                PlatformPart::Expected => known.n_expected += 1,
                PlatformPart::Actual => known.n_actual += 1,
            }
            let next = self.groups.len();
            let group = *self.known.entry((module, package, name, signature)).or_insert(next);
            if group == next {
                self.groups.push(Vec::new());
            }
            self.groups[group].push(((file, decl), *part));
            self.groups_of.insert((file, decl), group);
        }
    }

    /// The number of the group of declarations that are one thing with one, where there is one for each platform.
    pub fn group(&self, of: Place) -> Option<usize> {
        self.groups_of.get(&of).copied()
    }

    /// The declaration for all platforms of what is declared once for each.
    pub fn expected(&self, of: Place) -> Option<Place> {
        let group = self.groups.get(self.group(of)?)?;
        group.iter().find(|(_, part)| *part == PlatformPart::Expected).map(|(place, _)| *place)
    }

    /// The declaration that a file sees: that of its own source set, or the one for all platforms.
    pub fn seen(&self, world: &World<'_>, from: FileId, of: Place) -> Option<Place> {
        let group = self.groups.get(self.group(of)?)?;
        let own = own_sets(world, from);
        let is_own = |((file, _), _): &&(Place, PlatformPart)| {
            source_set(world.paths.path(*file)).is_some_and(|set| own.iter().any(|it| it == set))
        };
        let actual = group.iter().filter(|(_, part)| *part == PlatformPart::Actual).find(is_own);
        actual.map(|(place, _)| *place).or_else(|| self.expected(of))
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
