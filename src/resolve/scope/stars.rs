//! Finds a name that a file takes over wholesale: `import *`, `export *`, wildcard imports.

use cg_rules::{DefId, FileId, NameId, Offers as _};
use rustc_hash::{FxHashMap, FxHashSet};

use super::circle::{Circles, Stars};
use super::keyed::Sym;
use super::outer::{Outer, OuterStars};
use super::table::SymbolTable;
use super::target::Target;
use crate::language::{Decl, DeclKind, ImportKind, Resolution};
use crate::resolve::cut::is_cut;

impl SymbolTable<'_> {
    /// A name that comes by `import *` or `export *`, through any number of them. What a module says explicitly wins
    /// over what lies behind it; two different finds are ambiguous.
    pub(in crate::resolve) fn by_stars(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let may_be_offered = || self.offered.contains(&sym) || self.unread.is_some();
        if self.stars[self.file(scope).0 as usize].is_empty() || !may_be_offered() {
            return None;
        }
        let file = self.file(scope);
        let start = (self.def(file, Decl(0)) == scope).then_some(file);
        let mut queue = vec![scope];
        let mut seen = FxHashSet::from_iter([scope]);
        let mut at = 0;
        let mut targets: Vec<Target> = Vec::new();
        while let Some(from) = queue.get(at).copied() {
            at += 1;
            self.star_ways(from, sym, (depth, start), &mut |to| {
                if seen.insert(to) {
                    match self.offered_by(to, sym, depth + 1) {
                        Some(target) => targets.push(target),
                        None => queue.push(to),
                    }
                }
            });
        }
        self.agree_or_overload(file, targets)
    }

    /// A name as what is around a declaration gives it, where imports of everything may stand in the midst of a file.
    pub(in crate::resolve) fn by_stars_around(&self, (file, within): (FileId, Decl), sym: Sym) -> Option<Target> {
        let imports = &self.observation(file)?.imports;
        let is_inner = |site: &u32| imports.get(*site as usize).is_some_and(|site| site.within != Decl(0));
        if !self.stars[file.0 as usize].iter().any(is_inner) {
            return self.in_file(file, sym, 0);
        }
        let around = std::iter::successors(Some(self.def(file, within)), |def| self.container(*def));
        around.into_iter().find_map(|scope| self.in_scope(scope, sym, 0))
    }

    /// A name that nothing of the repository offers, in a module that re-exports all of one external package.
    pub(in crate::resolve) fn by_outer_stars(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        let has_stars = self.has_outer_stars && !self.stars[file.0 as usize].is_empty();
        if !has_stars || !self.language(file)?.exports_explicitly {
            return None;
        }
        let name = self.text(sym);
        let is_brought = name != "default" && !name.starts_with('_');
        match self.outer_stars.get(file.0 as usize).filter(|_| is_brought) {
            Some(OuterStars::Nothing | OuterStars::Several) => return None,
            Some(OuterStars::One(from, site)) => return self.outer_member(*from, *site, name).map(Target::from),
            Some(OuterStars::ByName) | None => {}
        }
        let mut queue = vec![file];
        let mut seen = FxHashSet::from_iter([file]);
        let mut at = 0;
        let mut packages: Vec<(&str, &str)> = Vec::new();
        while let Some(from) = queue.get(at).copied() {
            at += 1;
            self.observation(from)?;
            packages.extend(self.stars[from.0 as usize].iter().filter_map(|site| self.outer_module(from, *site)));
            self.star_targets(self.def(from, Decl(0)), sym, depth, &mut |to| {
                let to = self.file(to);
                if seen.insert(to) {
                    queue.push(to);
                }
            });
        }
        packages.sort_unstable();
        packages.dedup();
        let [(package, module)] = packages.as_slice() else { return None };
        Some(Outer::new(package, module, Some(name)).into())
    }

    /// Calls `found` with what leads to the same statements of a name as the wholesale imports of a scope do, for a walk
    /// that began at a file.
    pub(in crate::resolve) fn star_ways(
        &self,
        scope: DefId,
        sym: Sym,
        (depth, start): (u32, Option<FileId>),
        found: &mut dyn FnMut(DefId),
    ) {
        let (file, name) = (self.file(scope), self.text(sym));
        let module = |file: FileId| self.def(file, Decl(0));
        // Not every star brings a default export or a private name, and beyond the last depth nothing is stated.
        let is_brought = name != "default" && !name.starts_with('_') && !is_cut(depth + 1);
        let is_silent = |file: FileId| self.silent(module(file), NameId(sym.0));
        let next = || self.circles.next(file, start, sym, &is_silent);
        match (is_brought && module(file) == scope).then(next).flatten() {
            Some(files) => files.into_iter().for_each(|file| found(module(file))),
            None => self.star_targets(scope, sym, depth, found),
        }
    }

    /// The circles of wholesale imports.
    pub(in crate::resolve) fn star_circles(&self) -> Circles {
        let mut stars = Stars::default();
        for (from, sites) in (0..).map(FileId).zip(&self.stars) {
            let (Some(observation), Some(resolver)) = (self.observation(from), self.resolver(from.0 as usize)) else {
                continue;
            };
            for number in sites.iter().filter(|at| observation.imports[**at as usize].within == Decl(0)) {
                match self.resolutions[from.0 as usize].get(*number as usize) {
                    Some(Resolution::Module(files) | Resolution::Member(files)) if resolver.star_brings_all(files) => {
                        resolver.star(from, files, "", &mut |to| stars.edges.push((from, to)));
                        stars.closed.extend(files.iter().filter(|to| self.is_unread(**to)));
                    }
                    Some(Resolution::Module(_) | Resolution::Member(_) | Resolution::Inside(..)) => {
                        stars.closed.insert(from);
                    }
                    _ => {}
                }
            }
        }
        stars.edges.retain(|(from, _)| !stars.closed.contains(from));
        if stars.edges.is_empty() {
            return Circles::default();
        }
        let mut exposed: FxHashMap<FileId, Vec<Sym>> = FxHashMap::default();
        self.exposed.keys().for_each(|(file, name)| exposed.entry(*file).or_default().push(*name));
        Circles::new(self.stars.len(), &stars, |file, found| {
            exposed.get(&file).into_iter().flatten().for_each(|name| found(*name));
            self.names_of(file, found);
        })
    }

    /// Calls `found` with the names that a file declares, imports or binds, or of those it exports.
    fn names_of(&self, file: FileId, found: &mut dyn FnMut(Sym)) {
        let module = self.def(file, Decl(0));
        let exported = |def: &DefId| self.declaration(*def).is_some_and(|row| row.exported);
        if self.language(file).is_some_and(|it| it.exports_explicitly) {
            let held = self.held.of(module).filter(|(_, def)| exported(def));
            return held.for_each(|(name, _)| found(name));
        }
        self.held.of(module).for_each(|(name, _)| found(name));
        self.locals.of(module).for_each(|(name, _)| found(name));
        self.bound.of(file).for_each(|(name, _)| found(name));
    }

    /// Calls `found` with the files, or what inside of one, whose names a scope takes over wholesale.
    pub(in crate::resolve) fn star_targets(&self, scope: DefId, sym: Sym, depth: u32, found: &mut dyn FnMut(DefId)) {
        let file = self.file(scope);
        let resolver = self.resolver(file.0 as usize);
        let name = self.text(sym);
        let Some(observation) = self.observation(file) else { return };
        let is_default = name == "default";
        for number in &self.stars[file.0 as usize] {
            let site = &observation.imports[*number as usize];
            // `export * from` hands on everything but the default export.
            let hands_on = !(is_default && site.kind == ImportKind::Reexport);
            let resolution = self.resolutions[file.0 as usize].get(*number as usize);
            if !hands_on || self.def(file, site.within) != scope {
                continue;
            }
            match resolution {
                Some(Resolution::Module(files) | Resolution::Member(files)) => {
                    if let Some(resolver) = resolver {
                        resolver.star(file, files, name, &mut |file| found(self.def(file, Decl(0))));
                    }
                    if !self.lifting.is_empty() {
                        files.iter().flat_map(|file| self.lifted_types(*file, depth)).for_each(&mut *found);
                    }
                }
                Some(Resolution::Inside(to, path)) if !is_cut(depth + 1) => {
                    if let Target::Defs(mut defs, _) = self.inside(*to, path, depth + 1) {
                        let is_object =
                            |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Object);
                        // Beside a class, its companion has what an import of everything brings.
                        if defs.iter().any(is_object) {
                            defs.retain(is_object);
                        }
                        defs.into_iter().for_each(&mut *found);
                    }
                }
                _ => {}
            }
        }
    }
}
