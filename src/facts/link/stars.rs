//! Finds a name that a file takes over wholesale: `import *`, `export *`, wildcard imports.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::index::SymbolTable;
use super::keyed::Sym;
use super::outer::Outer;
use super::target::{MAX_RESOLUTION_DEPTH, Target, agree};
use crate::language::{Decl, ImportKind, Resolution};

impl SymbolTable<'_> {
    /// A name that comes by `import *` or `export *`, through any number of them. What a module says explicitly wins
    /// over what lies behind it; two different finds are ambiguous.
    pub(super) fn by_stars(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        if self.stars[self.file(scope).0 as usize].is_empty() || !self.offered.contains(&sym) {
            return None;
        }
        let mut queue = vec![scope];
        let mut seen = FxHashSet::from_iter([scope]);
        let mut at = 0;
        let mut targets: Vec<Target> = Vec::new();
        while let Some(from) = queue.get(at).copied() {
            at += 1;
            self.star_targets(from, sym, depth, &mut |to| {
                if seen.insert(to) {
                    match self.offered_by(to, sym, depth + 1) {
                        Some(target) => targets.push(target),
                        None => queue.push(to),
                    }
                }
            });
        }
        agree(targets)
    }

    /// A name that nothing of the repository offers, in a module that re-exports all of one external package.
    pub(super) fn by_outer_stars(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        let has_stars = self.has_outer_stars && !self.stars[file.0 as usize].is_empty();
        if !has_stars || !self.language(file)?.exports_explicitly {
            return None;
        }
        let mut queue = vec![file];
        let mut seen = FxHashSet::from_iter([file]);
        let mut at = 0;
        let mut packages: Vec<(&str, &str)> = Vec::new();
        while let Some(from) = queue.get(at).copied() {
            at += 1;
            let observation = self.observation(from)?;
            packages.extend(self.stars[from.0 as usize].iter().filter_map(|site| {
                let source = observation.imports.get(*site as usize)?.source;
                match self.resolutions[from.0 as usize].get(*site as usize)? {
                    Resolution::External(package) => Some((package.as_str(), observation.name(source))),
                    _ => None,
                }
            }));
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
        Some(Outer::new(package, module, Some(self.text(sym))).into())
    }

    /// Calls `found` with the files, or what inside of one, whose names a scope takes over wholesale.
    pub(super) fn star_targets(&self, scope: DefId, sym: Sym, depth: u32, found: &mut dyn FnMut(DefId)) {
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
                }
                Some(Resolution::Inside(to, path)) if depth < MAX_RESOLUTION_DEPTH => {
                    if let Target::Defs(defs, _) = self.inside(*to, path, depth + 1) {
                        defs.into_iter().for_each(&mut *found);
                    }
                }
                _ => {}
            }
        }
    }
}
