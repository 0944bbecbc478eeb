//! Finds classes, functions and methods as PHP does.

use cg_rules::FileId;

use super::super::names::{DeclPlace, Named, Names};
use super::super::observation::Decl;
use super::name::CONSTRUCT;
use super::outside_name::without_sign;
use super::platform::is_platform_value;
use super::table::ClassTable;
use super::test::is_test;

impl ClassTable<'_> {
    /// Whether a function calls the one of its name outside of all namespaces: the language's, which it is put before in tests.
    fn calls_global(&self, at: DeclPlace, name: &str) -> bool {
        let Some(observation) = self.world.observations[at.0.0 as usize].as_ref() else { return false };
        let short = name.rsplit('\\').next().unwrap_or(name);
        let is_global =
            |callee: &str| callee.strip_prefix('\\').is_some_and(|callee| callee.eq_ignore_ascii_case(short));
        observation.calls.iter().any(|call| call.caller == at.1 && is_global(observation.name(call.callee)))
    }
}

impl Names for ClassTable<'_> {
    fn constant(&self, from: DeclPlace, path: &str) -> Option<Named> {
        let class = self.class(from.0, path).filter(|_| path.starts_with('\\'))?;
        Some(Named { at: self.classes[class].at, is_sure: true })
    }

    fn this(&self, at: DeclPlace) -> Option<(DeclPlace, bool)> {
        let observation = self.world.observations[at.0.0 as usize].as_ref()?;
        let around = std::iter::successors(Some(at.1), |decl: &Decl| observation.declaration(*decl).container);
        let class = around.into_iter().find(|decl| observation.declaration(*decl).kind.is_type())?;
        Some(((at.0, class), false))
    }

    fn member(&self, _from: FileId, of: DeclPlace, name: &str, _of_type: bool, inherited: bool) -> Vec<DeclPlace> {
        let Some(class) = self.of.get(&of).copied() else { return Vec::new() };
        let row = &self.classes[class];
        let inherits = |class: &usize| [*class].into_iter().chain(self.classes[*class].lineage.iter().copied());
        let asked: Vec<usize> = match inherited {
            true => row.bases.iter().flat_map(inherits).collect(),
            false => inherits(&class).collect(),
        };
        let mut found = asked.into_iter().filter_map(|class| self.members.get(&(class, name)));
        found.next().cloned().unwrap_or_default()
    }

    fn function(&self, from: DeclPlace, name: &str) -> Option<Vec<DeclPlace>> {
        let name = name.to_ascii_lowercase();
        let of = |path: &str| self.functions.get(path).cloned();
        // Code runs without the functions that its tests put before those of the language.
        let is_of_tests = |file: FileId| is_test(self.world.paths.path(file));
        let is_seen = |found: &Vec<DeclPlace>| {
            let is_put_before = |at: &DeclPlace| {
                !is_of_tests(from.0) && is_of_tests(at.0) || from.0 != at.0 && self.calls_global(*at, &name)
            };
            !found.iter().all(is_put_before)
        };
        if name.starts_with('\\') {
            return Some(of(&name).unwrap_or_default());
        }
        // Where the namespace has none, the global one is meant.
        let global = name.rsplit('\\').next().unwrap_or(&name);
        Some(of(&format!("\\{name}")).filter(is_seen).or_else(|| of(&format!("\\{global}"))).unwrap_or_default())
    }

    fn constructor(&self) -> &str {
        CONSTRUCT
    }

    fn package(&self, constant: &str) -> Option<&str> {
        if self.declares_unit(constant) {
            return None;
        }
        let path = without_sign(constant).trim_start_matches('\\');
        if self.autoload.is_own(path) { None } else { self.autoload.package(path) }
    }

    fn extends_outside(&self, of: DeclPlace) -> bool {
        let Some(class) = self.of.get(&of).map(|class| &self.classes[*class]) else { return false };
        class.extends_outside || class.lineage.iter().any(|class| self.classes[*class].extends_outside)
    }

    fn is_of_platform(&self, constant: &str) -> bool {
        constant.strip_prefix('\\').is_some_and(is_platform_value)
    }

    /// A class by its whole path is the one that an import of that path brings; its static members are those of a module.
    fn module_and_member<'p>(&self, path: &'p str) -> Option<(&'p str, Option<&'p str>)> {
        let whole = without_sign(path).strip_prefix('\\')?;
        match whole.split_once('.') {
            Some((class, member)) => Some((class, Some(member))),
            None => Some((whole, whole.rsplit('\\').next())),
        }
    }
}
