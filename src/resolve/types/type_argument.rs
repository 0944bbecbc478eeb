//! Finds the type arguments of what an extension is called on: `Int` of a value that is stated as `Column<Int>`.

use cg_rules::DefId;

use crate::language::{BindingKind, DeclKind, Expr, ExprId, argument_name};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// A type as a text states it, and the definition from which its names are seen.
pub(in crate::resolve) type StatedArgument = (DefId, ExprId);

impl SymbolTable<'_> {
    /// The type argument, at a place, of what a function extends.
    pub(in crate::resolve) fn argument_extended(&self, def: DefId, place: usize) -> Option<StatedArgument> {
        self.argument_stated(def, "this", place)
    }

    /// The type argument, at a place, of the value that a path leads to.
    pub(in crate::resolve) fn argument_of(
        &self,
        from: DefId,
        path: ExprId,
        place: usize,
        depth: u32,
    ) -> Option<StatedArgument> {
        if is_cut(depth) {
            return None;
        }
        let file = self.file(from);
        match self.observation(file)?.expr(path) {
            Expr::Call(called) => self.argument_of_call(from, called, place, depth + 1),
            Expr::Name(name) => {
                let sym = self.sym(file, name);
                let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
                match scopes.find(|scope| self.locals(&(*scope, sym)).is_some()) {
                    Some(scope) => self.argument_in(scope, sym, place, depth + 1),
                    None => self.argument_declared(&self.path(from, path, depth + 1), place, depth + 1),
                }
            }
            Expr::Member(..) => self.argument_declared(&self.path(from, path, depth + 1), place, depth + 1),
            Expr::This => self.argument_at_hand(from, place),
            _ => None,
        }
    }

    /// The same of the object at hand, in a function that extends its type.
    pub(in crate::resolve) fn argument_at_hand(&self, from: DefId, place: usize) -> Option<StatedArgument> {
        let mut around = std::iter::successors(Some(from), |scope| self.container(*scope));
        let is_own = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type() || row.owner.is_some());
        self.argument_extended(around.find(is_own)?, place)
    }

    /// The same of what a call gives.
    fn argument_of_call(&self, from: DefId, called: ExprId, place: usize, depth: u32) -> Option<StatedArgument> {
        let def = self.callee(from, called, depth).1.single()?;
        if !self.is_callable(def) {
            return None;
        }
        self.argument_stated(def, "", place)
    }

    /// The same of what a declaration is.
    fn argument_declared(&self, target: &Target, place: usize, depth: u32) -> Option<StatedArgument> {
        let def = target.single()?;
        let row = self.declaration(def).filter(|row| matches!(row.kind, DeclKind::Variable | DeclKind::Field))?;
        self.argument_in(self.container(def)?, self.sym(self.file(def), row.name), place, depth)
    }

    /// The same of a name that a scope binds: by the type that it states, or by its value.
    fn argument_in(&self, scope: DefId, sym: Sym, place: usize, depth: u32) -> Option<StatedArgument> {
        let observation = self.observation(self.file(scope))?;
        let sites = self.locals(&(scope, sym)).into_iter().flatten();
        let mut bindings = sites.filter_map(|at| observation.bindings.get(*at as usize));
        let mut values = bindings.clone().filter(|it| !matches!(it.kind, BindingKind::Untyped));
        let (first, None) = (values.next()?, values.next()) else { return None };
        let of = first.of?;
        let is_declared_once = bindings.all(|it| it.kind == BindingKind::Untyped || std::ptr::eq(it, first));
        let from = self.outside(scope, sym);
        match first.kind {
            _ if !is_declared_once => None,
            BindingKind::Annotated => self.argument_stated(scope, self.text(sym), place),
            BindingKind::Copied => self.argument_of(from, of, place, depth + 1),
            BindingKind::Constructed => self.argument_of_call(from, of, place, depth + 1),
            _ => None,
        }
    }

    /// The type argument that a text states of a name, once.
    pub(in crate::resolve) fn argument_stated(&self, scope: DefId, name: &str, place: usize) -> Option<StatedArgument> {
        let stated = self.sym_of(&argument_name(name, place))?;
        let [at] = self.locals(&(scope, stated))?[..] else { return None };
        Some((scope, self.observation(self.file(scope))?.bindings.get(at as usize)?.of?))
    }
}
