//! Finds the function that a call means where a module has the same name: `mod sleep; pub use sleep::sleep;`. In Rust
//! the two are names apart, and each lookup by one name alone finds the module, or both.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::Target;
use crate::language::{Decl, DeclKind, ImportKind, ImportSite, Resolution, Rule};
use crate::resolve::cut::MAX_RESOLUTION_DEPTH;

/// The scopes, and the names in them, that were looked at.
type Seen = FxHashSet<(DefId, Sym)>;

impl SymbolTable<'_> {
    /// The target of a bare callee: where the name leads to a module, the function of that name in the module around; where it leads to
    /// a value that cannot be called, the function.
    pub(in crate::resolve) fn function_named(&self, from: DefId, sym: Sym, target: Target) -> Target {
        let target = self.function_beside(from, sym, target);
        if !self.is_module_name(self.file(from), sym, &target) {
            return target;
        }
        let found = self.scope_around(from).and_then(|scope| self.function_in(scope, sym, &mut Seen::default()));
        found.unwrap_or(target)
    }

    /// The file or the module around a definition.
    fn scope_around(&self, from: DefId) -> Option<DefId> {
        let is_scope = |def: &DefId| {
            let kind = self.declaration(*def).map(|row| row.kind);
            matches!(kind, Some(DeclKind::File | DeclKind::Module))
        };
        std::iter::successors(Some(from), |def| self.container(*def)).find(is_scope)
    }

    /// The same for the member of a module.
    pub(in crate::resolve) fn function_of(&self, from: DefId, on: &Target, sym: Sym, target: Target) -> Target {
        if !self.is_module_name(self.file(from), sym, &target) {
            return target;
        }
        let mut seen = Seen::default();
        self.scopes_of(on).into_iter().find_map(|scope| self.function_in(scope, sym, &mut seen)).unwrap_or(target)
    }

    fn scopes_of(&self, on: &Target) -> Vec<DefId> {
        match on {
            Target::Module(files) => files.iter().map(|file| self.def(*file, Decl(0))).collect(),
            Target::Defs(defs, _) => defs.clone(),
            _ => Vec::new(),
        }
    }

    /// The target of a part of a path that goes on: the module, where a function of its name is in the way. A part of a
    /// path is looked up in the module before it, the first around the code.
    pub(in crate::resolve) fn module_before(
        &self,
        from: DefId,
        on: Option<&Target>,
        sym: Sym,
        target: Target,
    ) -> Target {
        let is_open = matches!(target, Target::Ambiguous | Target::Unknown);
        if !is_open || !self.is_module_name(self.file(from), sym, &target) {
            return target;
        }
        let scopes = on.map_or_else(|| self.scope_around(from).into_iter().collect(), |on| self.scopes_of(on));
        scopes.into_iter().find_map(|scope| self.module_in(scope, sym)).unwrap_or(target)
    }

    /// The module of that name that an import right in a scope binds, or a `mod` item.
    fn module_in(&self, scope: DefId, sym: Sym) -> Option<Target> {
        let file = self.file(scope);
        let observation = self.observation(file)?;
        let sites = self.bound.get(&(file, sym))?.iter();
        let mut here = sites.filter(|site| {
            observation.imports.get(**site as usize).is_some_and(|site| self.def(file, site.within) == scope)
        });
        here.find_map(|site| match self.resolutions[file.0 as usize].get(*site as usize)? {
            Resolution::Module(files) => Some(Target::Module(files.clone())),
            _ => None,
        })
    }

    /// The target of the head of a path that no variable can be: what a function around imports under the name, else what the
    /// module around means by it.
    pub(in crate::resolve) fn module_named(&self, from: DefId, name: &str, depth: u32) -> Target {
        let file = self.file(from);
        let Some(scope) = self.scope_around(from) else { return Target::Unknown };
        let Some(sym) = self.sym_of(name) else { return self.unbound(file, name, depth) };
        let around = std::iter::successors(Some(from), |def| self.container(*def)).take_while(|def| *def != scope);
        let imported = around.into_iter().find_map(|def| self.bound_in(def, sym, depth).and_then(Target::known));
        imported.unwrap_or_else(|| self.module_before(scope, None, sym, self.name(scope, sym, depth)))
    }

    /// Whether a lookup that may have wanted a function came to a module of its name.
    fn is_module_name(&self, file: FileId, sym: Sym, target: &Target) -> bool {
        let is_module = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Module);
        let is_open = match target {
            Target::Module(_) | Target::Ambiguous | Target::Unknown => true,
            Target::Defs(defs, _) => defs.iter().all(is_module),
            Target::External(_) | Target::Value(_) | Target::Foreign => false,
        };
        let Some(resolver) = self.resolver(file.0 as usize).filter(|_| is_open) else { return false };
        resolver.is_module_name(self.text(sym)) || self.is_unread_module(sym)
    }

    /// The function of that name that a file or a module declares, imports, or takes over wholesale.
    fn function_in(&self, scope: DefId, sym: Sym, seen: &mut Seen) -> Option<Target> {
        if seen.len() > MAX_RESOLUTION_DEPTH as usize * MAX_RESOLUTION_DEPTH as usize || !seen.insert((scope, sym)) {
            return None;
        }
        let is_function = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Function);
        let held = self.held(&(scope, sym)).into_iter().flatten().copied();
        let held: Vec<DefId> = held.filter(is_function).collect();
        if !held.is_empty() {
            return Some(Target::Defs(held, Rule::Module));
        }
        let file = self.file(scope);
        let observation = self.observation(file)?;
        let site = |number: &u32| Some((observation.imports.get(*number as usize)?, *number));
        let is_here = |(site, _): &(&ImportSite, u32)| self.def(file, site.within) == scope;
        let bound = self.bound.get(&(file, sym)).into_iter().flatten().filter_map(site);
        let stars = self.stars[file.0 as usize].iter().filter_map(site);
        let all = bound.filter(|(site, _)| site.kind != ImportKind::Implicit).chain(stars).filter(is_here);
        all.collect::<Vec<_>>().into_iter().find_map(|(site, number)| {
            let name = site.name.map(|name| self.sym(file, name));
            let is_star = site.local.is_none();
            match self.resolutions[file.0 as usize].get(number as usize)? {
                Resolution::Module(files) if !is_star => files.iter().find_map(|module| {
                    let around = self.resolver(file.0 as usize)?.module_around(*module)?;
                    self.function_in(self.scope_of(&around)?, name?, seen)
                }),
                Resolution::Module(files) | Resolution::Member(files) => files.iter().find_map(|module| {
                    self.function_in(self.def(*module, Decl(0)), if is_star { sym } else { name? }, seen)
                }),
                Resolution::Inside(to, path) if is_star => {
                    self.function_in(self.scope_of(&Resolution::Inside(*to, path.clone()))?, sym, seen)
                }
                Resolution::Inside(to, path) => {
                    let around = match path.rsplit_once('.') {
                        Some((around, _)) => self.scope_of(&Resolution::Inside(*to, around.to_owned()))?,
                        None => self.def(*to, Decl(0)),
                    };
                    self.function_in(around, name?, seen)
                }
                _ => None,
            }
        })
    }

    /// The file or the module that a path of modules leads to.
    fn scope_of(&self, resolution: &Resolution) -> Option<DefId> {
        match resolution {
            Resolution::Module(files) => Some(self.def(*files.first()?, Decl(0))),
            Resolution::Inside(file, path) => path.split('.').try_fold(self.def(*file, Decl(0)), |scope, part| {
                let held = self.held(&(scope, self.sym_of(part)?))?;
                let is_module = |def: &&DefId| self.declaration(**def).is_some_and(|row| row.kind == DeclKind::Module);
                held.iter().find(is_module).copied()
            }),
            _ => None,
        }
    }
}
