//! Members that a package has because an object of the package extends their type: Scala's `package object p extends Syntax`.

use std::cell::Cell;
use std::collections::BTreeSet;

use cg_rules::{DefId, FileId};

use super::keyed::{Entry, Sym};
use super::table::SymbolTable;
use super::target::Target;
use crate::language::{Decl, LIFTING, Rule};
use crate::resolve::cut::is_cut;

thread_local! {
    /// Whether the types of such a file are looked up at the moment: their names are none of what they bring.
    static IS_LIFTING: Cell<bool> = const { Cell::new(false) };
}

impl SymbolTable<'_> {
    /// Enters a file among those of its package, where it gives the package the members of types.
    pub(super) fn enter_lifting(&mut self, file: FileId, package: Option<(usize, u32)>, bound: &[Entry<DefId, u32>]) {
        let Some((lifting, package)) = self.sym_of(LIFTING).zip(package) else { return };
        if bound.iter().any(|(_, name, _)| *name == lifting) {
            self.lifting.entry(package).or_default().push(file);
        }
    }

    /// The types whose members a file gives its package.
    pub(super) fn lifted_types(&self, file: FileId, depth: u32) -> Vec<DefId> {
        let top = self.def(file, Decl(0));
        let bound = self.sym_of(LIFTING).filter(|_| !self.lifting.is_empty());
        let bound = bound.and_then(|sym| self.locals(&(top, sym))).unwrap_or_default();
        if bound.is_empty() || is_cut(depth) || IS_LIFTING.replace(true) {
            return Vec::new();
        }
        let bindings = self.observation(file).map_or(&[][..], |it| &it.bindings[..]);
        let paths = bound.iter().filter_map(|at| bindings.get(*at as usize)?.of);
        let found = paths.filter_map(|path| self.path_of_type(top, path, depth + 1).single()).collect();
        IS_LIFTING.set(false);
        found
    }

    /// Whether one of some names is that of a type whose members a package has, or of one above it by name.
    pub fn any_lifts(&self, names: &BTreeSet<String>) -> bool {
        let last = |path: &str| path.rsplit('.').next().unwrap_or(path).to_owned();
        let lifting = self.lifting.values().flatten().filter_map(|file| self.observation(*file));
        let bound = lifting.flat_map(|it| it.bindings.iter().map(move |bound| (it, bound)));
        let bound = bound.filter(|(it, bound)| bound.scope == Decl(0) && it.name(bound.name) == LIFTING);
        let mut types: BTreeSet<String> = bound.filter_map(|(it, bound)| Some(last(&it.spelled(bound.of?)))).collect();
        let mut n_known = 0;
        while n_known < types.len() {
            n_known = types.len();
            for it in self.world.observations.iter().flatten() {
                let above = it.supertypes.iter().filter(|site| types.contains(it.name(it.declaration(site.sub).name)));
                let above: Vec<String> = above.map(|site| last(&it.spelled(site.of))).collect();
                types.extend(above);
            }
        }
        !types.is_disjoint(names)
    }

    /// The member of a name that a file gives its package by such a type.
    pub(super) fn lifted_by(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        let mut types = self.lifted_types(file, depth).into_iter();
        let found = types.find_map(|of| self.brought_by_type(of, self.member(of, sym, depth + 1)?))?;
        Some(found.by(Rule::Package))
    }

    /// The member of a name that the package of a file has by such a type.
    pub(super) fn lifted(&self, from: FileId, package: (usize, u32), sym: Sym) -> Target {
        let files = self.lifting.get(&package).map_or(&[][..], Vec::as_slice).iter().copied();
        let resolver = self.resolver(from.0 as usize);
        let mut seen = files.filter(|file| resolver.is_none_or(|it| it.sees(from, *file)));
        seen.find_map(|file| self.lifted_by(file, sym, 0)).unwrap_or(Target::Unknown)
    }
}
