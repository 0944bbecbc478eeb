//! Names in the languages that link them as linkers do: through what a file includes, to whatever file defines them.

use cg_rules::{DefId, FileId};

use super::index::SymbolTable;
use super::keyed::Sym;
use super::target::{MAX_RESOLUTION_DEPTH, Target};
use crate::base::TextPart;
use crate::language::{Decl, Declared, MOST_CANDIDATES, Rule};

impl SymbolTable<'_> {
    /// Whether the language of a file links so.
    pub(super) fn links_by_name(&self, file: FileId) -> bool {
        self.resolver(file.0 as usize).is_some_and(|resolver| resolver.links_by_name())
    }

    /// Whether a definition has the name.
    pub(super) fn is_named(&self, def: DefId, sym: Sym) -> bool {
        self.declaration(def).is_some_and(|row| self.sym(self.file(def), row.name) == sym)
    }

    /// The type that a constructor makes, which its name means but where it is called: `Base` in a type that extends it.
    pub(super) fn made_by_constructor(&self, target: &Target, sym: Sym) -> Option<Target> {
        let def = target.single()?;
        let of = self.owner_type.get(&def).copied().or_else(|| self.container(def))?;
        let is_type = self.declaration(of).is_some_and(|row| row.kind.is_type());
        (is_type && self.is_named(of, sym)).then(|| Target::Defs(vec![of], Rule::OwnType))
    }

    /// Whether a macro is called as a function is.
    pub(super) fn calls_macros(&self, def: DefId) -> bool {
        self.resolver(self.file(def).0 as usize).is_some_and(|resolver| resolver.calls_macros())
    }

    /// Resolves a name, or names joined by dots, for the code at `from`.
    pub(super) fn declared(&self, from: DefId, path: &str) -> Option<Target> {
        let file = self.file(from);
        let resolver = self.resolver(file.0 as usize).filter(|resolver| resolver.links_by_name())?;
        let within = Decl(from.0 - self.def(file, Decl(0)).0);
        let meant = || match resolver.declared(file, within, path) {
            Declared::At(at, _) if at.len() > MOST_CANDIDATES => Some(Target::Ambiguous),
            Declared::At(at, rule) => {
                Some(Target::Defs(at.into_iter().map(|(file, decl)| self.def(file, decl)).collect(), rule))
            }
            Declared::Ambiguous => Some(Target::Ambiguous),
            Declared::Unknown => None,
        };
        self.tried(|| format!("`{path}` by what the file includes"), meant)
    }

    /// Resolves `a.b.callee`, where `a.b` is a namespace.
    pub(super) fn declared_member(&self, from: DefId, path: &str, callee: &str) -> Option<Target> {
        let by_name = self.links_by_name(self.file(from));
        by_name.then(|| self.declared(from, &format!("{path}.{callee}"))).flatten()
    }

    /// Resolves names joined by dots, where the first of them are namespaces: `a.Type.member`.
    pub(super) fn declared_path(&self, from: DefId, path: &str, depth: u32) -> Option<Target> {
        if !path.contains('.') || !self.links_by_name(self.file(from)) || depth > MAX_RESOLUTION_DEPTH {
            return None;
        }
        let ends = path.match_indices('.').map(|(at, _)| at).skip(1).chain([path.len()]);
        let (end, target) = ends.into_iter().find_map(|end| Some((end, self.declared(from, path.part(..end))?)))?;
        let members = path.part(end..).split('.').filter(|part| !part.is_empty());
        Some(members.fold(target, |target, part| match part.strip_suffix("()") {
            Some(called) => self.result(&self.part(&target, called, depth + 1), depth + 1),
            None => self.part(&target, part, depth + 1),
        }))
    }
}
