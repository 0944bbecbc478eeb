//! Finds the macros that a language keeps apart from its other names: Rust's `macro_rules!`. An exported macro is a
//! member of the root of its crate, wherever it is declared; any macro is seen in its crate by its name alone, once the
//! text has passed its declaration.

use cg_rules::{DefId, FileId};

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::{Target, declared};
use crate::language::{CallSite, DeclKind, Declaration, Observation, Receiver, Resolution, Rule};

impl SymbolTable<'_> {
    /// Enters a macro under the root of its crate.
    pub(in crate::resolve) fn enter_macro(&mut self, file: FileId, declaration: &Declaration, def: DefId) {
        if declaration.kind != DeclKind::Macro {
            return;
        }
        if let Some(root) = self.resolver(file.0 as usize).and_then(|resolver| resolver.macro_root(file)) {
            let sym = self.sym(file, declaration.name);
            self.macros.entry((root, sym)).or_default().push(def);
        }
    }

    /// The macro that a call means where its name leads nowhere else.
    pub(in crate::resolve) fn macro_called(&self, file: FileId, observation: &Observation, site: &CallSite) -> Target {
        let sym = self.sym(file, site.callee);
        let from = self.def(file, site.caller);
        match site.receiver {
            Receiver::Path(path) => match self.path(from, path, 0) {
                Target::Module(roots) => roots.iter().find_map(|root| self.exported_macro(*root, sym)),
                _ => None,
            },
            Receiver::Bare => self.imported_macro(file, observation, sym).or_else(|| self.macro_of_crate(file, sym)),
            _ => None,
        }
        .unwrap_or(Target::Unknown)
    }

    /// The macro that a root offers to other crates, and to paths that begin with the root.
    fn exported_macro(&self, root: FileId, sym: Sym) -> Option<Target> {
        self.look(root);
        let defs = self.macros.get(&(root, sym))?.iter().copied();
        let is_exported = |def: &DefId| self.declaration(*def).is_some_and(|row| row.exported);
        let defs: Vec<DefId> = defs.filter(is_exported).collect();
        (!defs.is_empty()).then(|| declared(self, &self.built(defs), Rule::Module))
    }

    /// The macro that an import of the file names in the root of a crate.
    fn imported_macro(&self, file: FileId, observation: &Observation, sym: Sym) -> Option<Target> {
        let bound = self.bound.get(&(file, sym)).into_iter().flatten().copied();
        let sites = bound.chain(self.stars[file.0 as usize].iter().copied());
        let mut found = sites.filter_map(|number| {
            let site = observation.imports.get(number as usize)?;
            let name = site.name.map_or(sym, |name| self.sym(file, name));
            let is_star = site.local.is_none();
            match self.resolutions[file.0 as usize].get(number as usize)? {
                Resolution::Member(files) | Resolution::Module(files) => files
                    .iter()
                    .find_map(|root| self.exported_macro(*root, if is_star { sym } else { name }))
                    .map(|target| target.by(if is_star { Rule::Wholesale } else { Rule::Import })),
                _ => None,
            }
        });
        found.next()
    }

    /// The one macro of that name in the crate of a file.
    fn macro_of_crate(&self, file: FileId, sym: Sym) -> Option<Target> {
        let root = self.resolver(file.0 as usize)?.macro_root(file)?;
        let defs = self.built(self.macros.get(&(root, sym))?.clone());
        let first = self.file(*defs.first()?);
        let is_one = defs.iter().all(|def| self.file(*def) == first);
        Some(if is_one { declared(self, &defs, Rule::CrateMacro) } else { Target::Ambiguous })
    }
}
