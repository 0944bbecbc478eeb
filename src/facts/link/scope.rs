//! Finds a name in a file or module: what it declares, what its imports bind, what it takes over wholesale.

use cg_rules::{DefId, Evidence, FileId};

use super::index::{Index, Sym};
use super::lookup::{CHASE, Target, best};
use crate::language::{Decl, DeclKind, ImportKind, Resolution};

impl Index<'_> {
    /// A name at the top level of a file: what it declares, then what it imports.
    pub fn in_file(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        self.in_scope(self.def(file, Decl(0)), sym, depth)
    }

    /// A name of a file or of a module inside of it.
    pub fn in_scope(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        if depth > CHASE {
            return None;
        }
        self.stated_in(scope, sym, depth).or_else(|| self.by_stars(scope, sym, depth))
    }

    /// A name that a file or module declares, or imports by itself.
    fn stated_in(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        if depth > CHASE {
            return None;
        }
        if let Some(defs) = self.held.get(&(scope, sym)) {
            return Some(Target::Defs(best(self, defs), Evidence::Resolved));
        }
        self.bound_in(scope, sym, depth)
    }

    /// A name that the import statements right in a scope bind.
    pub fn bound_in(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let file = self.file(scope);
        let sites = self.bound.get(&(file, sym))?;
        let observation = self.observation(file)?;
        let here = sites.iter().filter(|site| self.def(file, observation.imports[**site as usize].within) == scope);
        let mut targets: Vec<Target> = Vec::new();
        for number in here {
            let target = self.import(file, *number, depth);
            let is_item = observation.imports[*number as usize].kind == ImportKind::Implicit;
            match (targets.last_mut(), target) {
                (_, Target::Unknown) => {}
                // A module may have a file for each platform: `#[cfg] mod x;` twice.
                (Some(Target::Module(files)), Target::Module(more)) if is_item => files.extend(more),
                (_, target) => targets.push(target),
            }
        }
        agree(targets)
    }

    /// A name that comes by `import *` or `export *`, through any number of them. What a module says explicitly wins
    /// over what lies behind it; two different finds are ambiguous.
    pub fn by_stars(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let mut seen = vec![scope];
        let mut at = 0;
        let mut targets = Vec::new();
        while let Some(from) = seen.get(at).copied() {
            at += 1;
            for to in self.star_targets(from, sym, depth) {
                if !seen.contains(&to) {
                    match self.stated_in(to, sym, depth + 1) {
                        Some(target) => targets.push(target),
                        None => seen.push(to),
                    }
                }
            }
        }
        agree(targets)
    }

    /// A name that a module exposes: a file, or all files of a package.
    pub fn in_module(&self, files: &[FileId], sym: Sym, depth: u32) -> Target {
        let found = files.iter().filter_map(|file| {
            let sym = self.exposed.get(&(*file, sym)).copied().unwrap_or(sym);
            self.in_file(*file, sym, depth + 1)
        });
        let found: Vec<Target> = found.collect();
        if files.len() > 1 && found.len() > 1 {
            // The files of a package may declare a name once for each platform.
            let defs: Vec<DefId> = found.iter().filter_map(Target::single).collect();
            return Target::Defs(defs, Evidence::Scoped);
        }
        agree(found).unwrap_or(Target::Unknown)
    }

    /// What an import site binds.
    fn import(&self, file: FileId, site: u32, depth: u32) -> Target {
        let (Some(observation), Some(resolution)) =
            (self.observation(file), self.resolutions[file.0 as usize].get(site as usize))
        else {
            return Target::Unknown;
        };
        let site = &observation.imports[site as usize];
        self.target_of(resolution, site.name.map(|name| observation.name(name)), depth)
    }

    /// What a resolution, and the name that is taken from it, mean.
    pub fn target_of(&self, resolution: &Resolution, name: Option<&str>, depth: u32) -> Target {
        match resolution {
            Resolution::Module(files) => Target::Module(files.clone()),
            Resolution::Member(files) => match name {
                None | Some("*") => Target::Module(files.clone()),
                Some(name) => match self.sym_of(name) {
                    Some(sym) => self.in_module(files, sym, depth + 1),
                    None => Target::Unknown,
                },
            },
            Resolution::Inside(file, path) => {
                path.split('.').fold(Target::Module(vec![*file]), |target, part| self.part(&target, part, depth + 1))
            }
            Resolution::External(package) | Resolution::Builtin(package) => {
                Target::External(package.clone(), name.filter(|name| *name != "*").map(str::to_owned))
            }
            Resolution::Asset(_) | Resolution::Local | Resolution::Unresolved => Target::Unknown,
        }
    }

    /// The files, or modules inside of one, whose names a scope takes over wholesale.
    fn star_targets(&self, scope: DefId, sym: Sym, depth: u32) -> Vec<DefId> {
        let file = self.file(scope);
        let Some(observation) = self.observation(file) else { return Vec::new() };
        let is_default = self.text(sym) == "default";
        let mut targets = Vec::new();
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
                    targets.extend(files.iter().map(|file| self.def(*file, Decl(0))));
                }
                Some(inside @ Resolution::Inside(..)) if depth < CHASE => {
                    if let Target::Defs(defs, _) = self.target_of(inside, None, depth + 1) {
                        targets.extend(defs);
                    }
                }
                _ => {}
            }
        }
        targets
    }

    /// The module that `self` or `super` means at a place, in a language whose paths may start so.
    pub fn module_around(&self, from: DefId, head: &str) -> Option<Target> {
        let file = self.file(from);
        let of_file = self.resolver(file.0 as usize)?.head(file, head)?;
        let is_module = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Module);
        let around = |from| std::iter::successors(Some(from), |def| self.container(*def)).find(is_module);
        let Some(inner) = around(from) else { return self.target_of(&of_file, None, 0).known() };
        let module = if head == "self" { Some(inner) } else { self.container(inner).and_then(around) };
        Some(module.map_or(Target::Module(vec![file]), |module| Target::Defs(vec![module], Evidence::Resolved)))
    }
}

/// Several targets as one: the same, or ambiguous.
fn agree(mut targets: Vec<Target>) -> Option<Target> {
    targets.dedup();
    match targets.len() {
        0 => None,
        1 => targets.pop(),
        _ => Some(Target::Ambiguous),
    }
}
