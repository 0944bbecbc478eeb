//! Finds the instances that calls of classes make, where a class is a value: `made = Base`, `made = of_name()`, `made()`.

use cg_rules::DefId;

use crate::language::{BindingKind, CLASS, CallSite, Expr, ExprId, Receiver};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The type of what a call makes, where what is called is a class that a name or a call gives.
    pub(in crate::resolve) fn made_by_class(
        &self,
        from: DefId,
        called: ExprId,
        target: &Target,
        depth: u32,
    ) -> Option<DefId> {
        let Target::Value(Some(of)) = target else { return None };
        self.is_class_value(from, called, depth).then_some(*of)
    }

    /// Whether a call of a value of a type calls a member of it: where classes are called as values are, one that has such a member, and is
    /// no class itself. `place` is where the value is bound.
    pub(in crate::resolve) fn is_called_by_member(&self, from: DefId, of: DefId, place: Option<(DefId, Sym)>) -> bool {
        let Some(conventions) = self.language(self.file(from)).map(|it| &it.conventions) else { return false };
        if !conventions.calls_classes {
            return !conventions.call_member.is_empty();
        }
        let member = self.call_member(from).and_then(|sym| self.member(of, sym, 1));
        let is_class = || place.is_some_and(|(scope, sym)| self.is_bound_to_class(scope, sym, 1));
        matches!(member, Some(Target::Defs(..))) && !is_class()
    }

    /// Whether the receiver of a call is a class that a name or a call gives, and no instance.
    pub(in crate::resolve) fn is_on_class(&self, from: DefId, site: &CallSite) -> bool {
        match site.receiver {
            Receiver::Path(on) | Receiver::Value(on) | Receiver::Result(on) => self.is_class_value(from, on, 0),
            _ => false,
        }
    }

    fn is_class_value(&self, from: DefId, value: ExprId, depth: u32) -> bool {
        let file = self.file(from);
        let calls_classes = self.language(file).is_some_and(|it| it.conventions.calls_classes);
        let Some(observation) = self.observation(file).filter(|_| calls_classes && !is_cut(depth)) else {
            return false;
        };
        match observation.expr(value) {
            Expr::Name(name) => self.is_bound_to_class(from, self.sym(file, name), depth),
            Expr::Call(called) => self.gives_class(&self.path(from, called, depth + 1)),
            _ => false,
        }
    }

    /// Whether a function states that what it gives is a class.
    fn gives_class(&self, called: &Target) -> bool {
        let marked = |def: DefId| self.sym_of(CLASS).is_some_and(|sym| self.locals(&(def, sym)).is_some());
        called.single().is_some_and(marked)
    }

    /// Whether all that a local name is bound to are classes.
    fn is_bound_to_class(&self, from: DefId, sym: Sym, depth: u32) -> bool {
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let Some(scope) = scopes.find(|scope| self.locals(&(*scope, sym)).is_some()) else { return false };
        let (Some(observation), Some(sites)) = (self.observation(self.file(scope)), self.locals(&(scope, sym))) else {
            return false;
        };
        let is_class = |path: ExprId| {
            let from = self.outside(scope, sym);
            let is_named = || {
                let named = self.path(from, path, depth + 1);
                named.single().and_then(|def| self.declaration(def)).is_some_and(|row| row.kind.is_type())
            };
            matches!(observation.expr(path), Expr::Name(_) | Expr::Member(..)) && is_named()
                || matches!(observation.expr(path), Expr::Call(_)) && self.is_class_value(from, path, depth + 1)
        };
        let mut stated = sites.iter().map(|at| &observation.bindings[*at as usize]);
        stated.all(|binding| binding.kind == BindingKind::Copied && binding.of.is_some_and(is_class))
    }
}
