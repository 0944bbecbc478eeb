//! Names in the languages that link them as linkers do: through what a file includes, to whatever file defines them.

use cg_rules::{DefId, FileId};

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::Target;
use crate::language::{Decl, Declared, Expr, ExprId, MOST_CANDIDATES, Rule, type_parameter};
use crate::resolve::cut::is_cut;

impl SymbolTable<'_> {
    /// Whether the language of a file links so.
    pub(in crate::resolve) fn links_by_name(&self, file: FileId) -> bool {
        self.resolver(file.0 as usize).is_some_and(|resolver| resolver.links_by_name())
    }

    /// Whether a definition has the name.
    pub(in crate::resolve) fn is_named(&self, def: DefId, sym: Sym) -> bool {
        self.declaration(def).is_some_and(|row| self.sym(self.file(def), row.name) == sym)
    }

    /// The type that a constructor makes, which its name means but where it is called: `Base` in a type that extends it.
    pub(in crate::resolve) fn made_by_constructor(&self, target: &Target, sym: Sym) -> Option<Target> {
        let def = target.single()?;
        let of = self.owner_type.get(&def).copied().or_else(|| self.container(def))?;
        let is_type = self.declaration(of).is_some_and(|row| row.kind.is_type());
        (is_type && self.is_named(of, sym)).then(|| Target::Defs(vec![of], Rule::OwnType))
    }

    /// Whether a macro is called as a function is.
    pub(in crate::resolve) fn calls_macros(&self, def: DefId) -> bool {
        self.resolver(self.file(def).0 as usize).is_some_and(|resolver| resolver.calls_macros())
    }

    /// Resolves a name, or names joined by dots, for the code at `from`.
    pub(in crate::resolve) fn declared(&self, from: DefId, path: &str) -> Option<Target> {
        let file = self.file(from);
        let resolver = self.resolver(file.0 as usize).filter(|resolver| resolver.links_by_name())?;
        let within = Decl(from.0 - self.def(file, Decl(0)).0);
        let head = path.split('.').next().unwrap_or(path);
        if self.is_of_template(from, head) {
            return Some(Target::Value(None));
        }
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

    /// Whether a name is that of a parameter of a template around, which hides what has the name outside.
    fn is_of_template(&self, from: DefId, name: &str) -> bool {
        let first = self.first_parameter.get_or_init(|| self.sym_of(&type_parameter("0")));
        let Some(first) = *first else { return false };
        let around = std::iter::successors(Some(from), |def| self.container(*def));
        let mut templates = around.filter(|def| self.locals(&(*def, first)).is_some());
        templates.any(|def| self.place_of_parameter(def, name).is_some())
    }

    /// Resolves `a.b.callee`, where `a.b` is a namespace.
    pub(in crate::resolve) fn declared_member(&self, from: DefId, path: ExprId, callee: &str) -> Option<Target> {
        let observation = self.observation(self.file(from)).filter(|_| self.links_by_name(self.file(from)))?;
        self.declared(from, &format!("{}.{callee}", observation.spelled(path)))
    }

    /// Resolves names joined by dots, where the first of them are namespaces: `a.Type.member`.
    pub(in crate::resolve) fn declared_path(&self, from: DefId, parts: &[ExprId], depth: u32) -> Option<Target> {
        let file = self.file(from);
        if parts.len() < 2 || !self.links_by_name(file) || is_cut(depth) {
            return None;
        }
        let observation = self.observation(file)?;
        let ends = (1..parts.len()).map(|at| (at, observation.spelled(parts[at])));
        let (end, target) = ends.into_iter().find_map(|(at, path)| Some((at, self.declared(from, &path)?)))?;
        let member = |target: &Target, part: ExprId| match observation.expr(part) {
            Expr::Member(_, name) => self.part(target, self.sym(file, name), depth + 1),
            _ => Target::Unknown,
        };
        Some(parts[end + 1..].iter().fold(target, |target, part| match observation.expr(*part) {
            Expr::Call(called) => self.result(&member(&target, called), depth + 1),
            _ => member(&target, *part),
        }))
    }
}
