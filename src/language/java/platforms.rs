//! Which of the declarations of one name a file means, where there is one for each platform.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::observation::{Binding, Decl, Observation};
use super::super::platform::PlatformPart;
use super::super::shape::World;
use crate::base::path;

/// How many declarations of a name a file has at its top, by the part that they play.
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
    /// Enters what a file of a package declares.
    pub fn enter(&mut self, file: FileId, (path, package): (&'w str, u32), observation: &'w Observation) {
        let part = |it: &Binding| {
            let (part, signature) = PlatformPart::of_mark(observation.name(it.name))?;
            (observation.declaration(it.scope).container == Some(Decl(0))).then_some((it.scope, (part, signature)))
        };
        let parts: FxHashMap<Decl, (PlatformPart, &str)> = observation.bindings.iter().filter_map(part).collect();
        if parts.is_empty() {
            return;
        }
        let module = source_set(path).map_or(path::parent(path), |(module, _)| module);
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
        let own = platform_of(world, from);
        let is_own = |((file, _), _): &&(Place, PlatformPart)| own.is_some() && platform_of(world, *file) == own;
        let actual = group.iter().filter(|(_, part)| *part == PlatformPart::Actual).find(is_own);
        actual.map(|(place, _)| *place).or_else(|| self.expected(of))
    }

    /// Those of some files that one means by a name that they declare: what is for all platforms comes before the one of each, but for
    /// that of the own platform.
    pub fn meant(&self, world: &World<'_>, from: FileId, name: &str, files: Vec<FileId>) -> Vec<FileId> {
        if files.len() < 2 || self.declared.is_empty() {
            return files;
        }
        let declared = |file: &FileId| self.declared.get(&(*file, name)).copied().unwrap_or_default();
        let own = platform_of(world, from);
        let is_own = |file: &FileId| own.is_some() && platform_of(world, *file) == own;
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

/// The platform of a file, by its source set; of Java, which has but one.
fn platform_of<'w>(world: &'w World<'_>, file: FileId) -> Option<&'w str> {
    let path = world.paths.path(file);
    if path::extension(path) == "java" {
        return Some("jvm");
    }
    source_set(path).map(|(_, platform)| platform)
}

/// The module of a file and the platform of its source set: `core` and `jvm` of `core/src/jvmTest/kotlin`, and of `core/jvm/src`.
fn source_set(file: &str) -> Option<(&str, &str)> {
    let folder = path::parent(file);
    let is_source = |before: &&str| path::name(before) == "src";
    let is_of_language = |name: &str| matches!(name, "kotlin" | "java");
    let mut above = std::iter::successors(Some(folder), |at| Some(path::parent(at)).filter(|at| !at.is_empty()));
    let outermost = std::iter::successors(Some(folder), |at| Some(path::parent(at)).filter(|at| !at.is_empty()))
        .filter(|at| is_of_language(path::name(at)) && is_source(&path::parent(path::parent(at))))
        .last();
    let (module, set) = match outermost {
        Some(at) => (path::parent(path::parent(path::parent(at))), path::parent(at)),
        None => {
            let set = path::parent(above.find(|at| matches!(path::name(at), "src" | "test"))?);
            (path::parent(set), set)
        }
    };
    let set = Some(path::name(set)).filter(|set| !set.is_empty())?;
    // Tests on devices and on the machine are of one platform.
    let kinds = ["InstrumentedTest", "DeviceTest", "HostTest", "UnitTest", "Test", "Main"];
    Some((module, kinds.iter().find_map(|kind| set.strip_suffix(kind)).unwrap_or(set)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_set_is_of_a_module_and_a_platform() {
        let all = [
            ("src/jvmTest/kotlin/p/A.kt", Some(("", "jvm"))),
            ("okio/src/commonMain/kotlin/okio/A.kt", Some(("okio", "common"))),
            ("app/src/androidUnitTest/kotlin/src/test/A.kt", Some(("app", "android"))),
            ("core/jvm/src/io/A.kt", Some(("core", "jvm"))),
            ("core/common/test/format/A.kt", Some(("core", "common"))),
            ("A.kt", None),
        ];
        for (file, wanted) in all {
            assert_eq!(source_set(file), wanted, "{file}");
        }
    }
}
