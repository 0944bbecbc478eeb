//! The way to a symbol as a list of names, what of it people leave out, and how well a text fits it.

use scip::types::descriptor::Suffix;

use super::order::{QUOTES, is_os_path, without_ending};
use crate::scip::symbol::{Descriptor, Symbol, plain_name};

/// How rust-analyzer begins the way to a member of an implementation.
const IMPL: &str = "impl";

/// How much a step that a text omits weakens the match. A later variant weakens it more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Left {
    /// Nothing: nobody writes it.
    Nothing,
    /// The text omits the defining module of a re-export, as most do.
    Module,
    /// The text omits the type of a member: one guess among several.
    Member,
}

/// One name on the way to a symbol.
#[derive(Clone, Copy, Debug)]
struct Step<'s> {
    name: &'s str,
    /// Another name for the same.
    other: Option<&'s str>,
    /// The trait that is implemented here, of a step that is a Rust type.
    of_trait: Option<&'s str>,
    left: Left,
    is_package: bool,
    /// Whether it distinguishes one symbol from another.
    is_telling: bool,
}

/// How well the names of a text fit the way to a symbol, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// They are the whole way.
    Exact,
    /// They are the end of it.
    End,
    /// Modules between them are left out.
    Modules,
    /// Types or functions between them are left out.
    Members,
}

/// The way to a symbol, without its own name.
#[derive(Debug, Default)]
pub(super) struct Qualified<'s> {
    steps: Vec<Step<'s>>,
}

impl<'s> Qualified<'s> {
    /// The way to a symbol.
    pub fn of(symbol: &'s Symbol<'_>) -> Self {
        let mut way = Self::default();
        let package = &symbol.package;
        let is_python = package.manager == "python";
        way.package(&package.name);
        let Some((last, outer)) = symbol.descriptors.split_last() else { return way };
        for descriptor in outer {
            way.outer(descriptor, &package.name, is_python);
        }
        let is_module = matches!(last.suffix, Suffix::Namespace | Suffix::Package);
        if is_module {
            way.outer(last, &package.name, is_python);
        }
        if is_python {
            way.without_source_folder();
        }
        // scip-python writes a name that a module hands on twice.
        if let [.., Descriptor { suffix: Suffix::Term, name, .. }] = outer
            && is_python
            && last.suffix == Suffix::Term
            && *name == last.name
        {
            way.steps.pop();
        }
        // A module's own name is the last telling part of its path.
        if is_module || (is_python && last.name == "__init__" && last.suffix == Suffix::Meta) {
            let own = way.steps.iter().rposition(|step| step.is_telling).unwrap_or(0);
            way.steps.truncate(own);
        }
        way
    }

    fn push(&mut self, name: &'s str, left: Left) {
        self.steps.push(Step { name, other: None, of_trait: None, left, is_package: false, is_telling: true });
    }

    /// A name that nobody writes.
    fn silent(&mut self, name: &'s str, is_telling: bool) {
        self.push(name, Left::Nothing);
        self.mark_last(|step| step.is_telling = is_telling);
    }

    fn mark_last(&mut self, mark: impl FnOnce(&mut Step<'s>)) {
        if let Some(step) = self.steps.last_mut() {
            mark(step);
        }
    }

    fn package(&mut self, name: &'s str) {
        if name == "." {
            return;
        }
        for part in parts_of_package(name) {
            self.push(part, Left::Module);
        }
        self.steps.iter_mut().for_each(|step| step.is_package = true);
    }

    fn outer(&mut self, descriptor: &'s Descriptor<'_>, package: &str, is_python: bool) {
        let name = descriptor.name.as_ref();
        match descriptor.suffix {
            Suffix::Namespace | Suffix::Package if is_python => self.python_module(name),
            Suffix::Namespace | Suffix::Package => self.module(name, package),
            Suffix::TypeParameter => self.rust_type(name),
            Suffix::Type if name == IMPL => self.silent(name, false),
            // What scip-typescript calls a type without a name, and the keys of an object.
            Suffix::Meta if name.starts_with("typeLiteral") => self.silent(name, true),
            Suffix::Meta => {
                self.push(plain_name(name, true), Left::Member);
                self.mark_last(|step| step.other = Some(name));
            }
            _ => self.push(plain_name(name, false), Left::Member),
        }
    }

    fn python_module(&mut self, name: &'s str) {
        for part in name.split(['.', '/']).filter(|part| !part.is_empty()) {
            if is_os_path(part) && self.steps.iter().all(|step| step.is_package) {
                self.push("os", Left::Module);
                self.push("path", Left::Module);
                self.mark_last(|step| step.other = Some(part));
            } else {
                self.push(part, Left::Module);
            }
        }
        self.silent("py", false);
    }

    fn module(&mut self, name: &'s str, package: &str) {
        let module = name.trim_matches(QUOTES);
        let is_library = package == "typescript" && (name == "lib" || name.ends_with(".d.ts"));
        let is_global = name == "global" || is_library;
        // An ambient module, or the global scope, is the same whichever file adds to it.
        if module.len() < name.len() || is_global {
            self.steps.iter_mut().filter(|step| !step.is_package).for_each(Step::says_nothing);
        }
        let (stem, ending) = without_ending(module.strip_prefix("node:").unwrap_or(module));
        for part in stem.split(['/', '.']).filter(|part| !part.is_empty()) {
            if is_global || part == "index" { self.silent(part, !is_global) } else { self.push(part, Left::Module) }
        }
        for part in ending.split('.').filter(|part| !part.is_empty()) {
            self.silent(part, false);
        }
    }

    /// `impl#[Type][Trait]`
    fn rust_type(&mut self, name: &'s str) {
        let name = bare_type(name);
        match self.steps.last_mut() {
            Some(step) if step.name == IMPL => self.push(name, Left::Member),
            Some(step) if step.of_trait.is_none() => step.of_trait = Some(name),
            _ => self.push(name, Left::Member),
        }
    }

    /// Sources in a folder of their own are imported without it.
    fn without_source_folder(&mut self) {
        let modules = || |step: &&mut Step<'s>| !step.is_package && step.is_telling && step.left == Left::Module;
        let mut names = self.steps.iter_mut().filter(modules()).map(|step| step.name);
        let n_unsaid = match (names.next(), names.next(), names.next()) {
            (Some("build"), Some("lib"), Some(_)) => 2,
            (Some("src" | "lib"), Some(_), _) => 1,
            _ => 0,
        };
        drop(names);
        self.steps.iter_mut().filter(modules()).take(n_unsaid).for_each(Step::says_nothing);
    }

    /// How well names lead this way; `None` if they do not. The last of a text's names is not among them.
    /// `by_trait` reads the trait that a Rust method implements in place of its type.
    pub fn fit(&self, names: &[&str], by_trait: bool) -> Option<Fit> {
        if names.is_empty() {
            return Some(Fit::End); // a lone name says nothing of where it stands
        }
        let (between, before) = self.left_out(names, self.steps.len(), Left::Nothing, by_trait)?;
        Some(match (between, before) {
            (Left::Nothing, Left::Nothing) => Fit::Exact,
            (Left::Nothing, _) => Fit::End,
            (Left::Module, _) => Fit::Modules,
            (Left::Member, _) => Fit::Members,
        })
    }

    /// The least that must be left out: from the first of the names to `end`, then before the first. `between` is what
    /// was left out behind `end`.
    fn left_out(&self, names: &[&str], end: usize, between: Left, by_trait: bool) -> Option<(Left, Left)> {
        let most = |steps: &[Step<'_>]| steps.iter().map(|step| step.left).max().unwrap_or(Left::Nothing);
        let Some((last, outer)) = names.split_last() else {
            let first = self.steps[..end].iter().take_while(|step| step.is_package).count();
            return Some((between, most(&self.steps[first..end])));
        };
        let places = (outer.len()..end).filter(|at| self.steps[*at].is_called(last, by_trait));
        let ways = places.filter_map(|at| {
            let between = between.max(most(&self.steps[at + 1..end]));
            self.left_out(outer, at, between, by_trait)
        });
        ways.min()
    }

    /// Whether it is a member of what implements a trait for a type.
    pub fn implements(&self) -> bool {
        self.steps.last().is_some_and(|step| step.of_trait.is_some())
    }

    /// A text that is the same for symbols that are one thing to who reads the code. `own` is the symbol's own name.
    pub fn identity(&self, manager: &str, own: &str) -> String {
        let mut text = String::with_capacity(80);
        text.push_str(manager);
        for step in self.steps.iter().filter(|step| step.is_telling) {
            text.push('\n');
            if step.is_package {
                text.extend(step.name.chars().map(loose));
                continue;
            }
            // The name of a key with its counter tells more; the second name of `os.path` does not.
            let counted = step.other.filter(|_| step.left == Left::Member);
            text.push_str(counted.unwrap_or(step.name));
            text.extend(step.of_trait.iter().flat_map(|name| [" ", name]));
        }
        text.push('\n');
        text.push_str(own);
        text
    }

    /// The names that distinguish it, packages left out.
    pub fn telling(&self) -> impl Iterator<Item = &'s str> + '_ {
        self.steps.iter().filter(|step| step.is_telling && !step.is_package).map(|step| step.name)
    }
}

impl Step<'_> {
    fn says_nothing(&mut self) {
        self.left = Left::Nothing;
        self.is_telling = false;
    }

    fn is_called(&self, name: &str, by_trait: bool) -> bool {
        if self.is_package {
            return same_loosely(self.name, name);
        }
        if let (true, Some(of_trait)) = (by_trait, self.of_trait) {
            return of_trait == name;
        }
        self.name == name || self.other == Some(name)
    }
}

/// The parts of a package's name; those of its types are the same. `@types/babel__core` → `babel`, `core`.
pub(super) fn parts_of_package(name: &str) -> impl Iterator<Item = &str> {
    let types = name.strip_prefix("@types/");
    let scoped = types.and_then(|name| name.split_once("__"));
    let (scope, rest) = scoped.map_or((None, types.unwrap_or(name)), |(scope, rest)| (Some(scope), rest));
    let parts = rest.split(['/', '.']).filter(|part| !part.is_empty());
    scope.into_iter().chain(parts).map(|part| part.trim_start_matches('@'))
}

/// Whether two names are one package: types stand for what they type, and case and `_` for `-` do not count.
pub(super) fn is_same_package(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (parts_of_package(one), parts_of_package(other));
    loop {
        match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if same_loosely(one, other) => {}
            _ => return false,
        }
    }
}

/// Whether a name is a part of a package's.
pub(super) fn is_part_of_package(name: &str, package: &str) -> bool {
    parts_of_package(package).any(|part| same_loosely(part, name))
}

fn same_loosely(one: &str, other: &str) -> bool {
    let other = other.trim_start_matches('@');
    one.len() == other.len() && one.chars().map(loose).eq(other.chars().map(loose))
}

fn loose(letter: char) -> char {
    if letter == '_' { '-' } else { letter.to_ascii_lowercase() }
}

/// The name of a Rust type: `&mut Vec<T>` → `Vec`.
fn bare_type(name: &str) -> &str {
    let mut name = name;
    while let Some(rest) = ["&", "mut ", "dyn ", "*const ", "*mut "].iter().find_map(|mark| name.strip_prefix(mark)) {
        name = rest;
    }
    let plain = name.split('<').next().filter(|plain| !plain.is_empty()).unwrap_or(name);
    plain.rsplit("::").next().unwrap_or(plain)
}
