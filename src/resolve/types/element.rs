//! Finds what the elements of a value are: `a.b[]` in a path.

use cg_rules::DefId;

use crate::language::{Binding, BindingKind, DeclKind, Expr, ExprId};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// The elements of what the head of a path names, or of what it gives when it is called.
    pub(in crate::resolve) fn elements_of_name(&self, from: DefId, head: ExprId, n: usize, depth: u32) -> Target {
        let file = self.file(from);
        let Some(observation) = self.observation(file) else { return Target::Unknown };
        let named = match observation.expr(head) {
            Expr::Call(called) => self.sym_of_name(file, called),
            _ => self.sym_of_name(file, head),
        };
        let Some(sym) = named else { return Target::Value(None) };
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let bound = match observation.expr(head) {
            Expr::Call(_) => None,
            _ => scopes.find_map(|scope| Some((scope, self.locals(&(scope, sym))?))),
        };
        match bound {
            Some((scope, [single])) => {
                Target::Value(self.elements_of(scope, &observation.bindings[*single as usize], n, depth))
            }
            Some(_) => Target::Value(None),
            None => self.elements_of_target(&self.name(from, sym, depth), n, depth),
        }
    }

    /// The elements of what a declaration is, or gives when it is called.
    pub(in crate::resolve) fn elements_of_target(&self, target: &Target, n: usize, depth: u32) -> Target {
        let def = match target {
            Target::Value(of) => *of,
            target => target.single(),
        };
        Target::Value(def.and_then(|def| {
            let row = self.declaration(def)?;
            if let Some(of) = self.looped(def, n, depth) {
                return Some(of);
            }
            let (scope, sym) = match row.kind {
                DeclKind::Variable | DeclKind::Field => (self.container(def)?, self.sym(self.file(def), row.name)),
                _ => (def, self.sym_of("")?),
            };
            let [single] = self.locals(&(scope, sym))? else { return None };
            let binding = self.observation(self.file(def))?.bindings.get(*single as usize)?;
            self.elements_of(scope, binding, n, depth)
        }))
    }

    /// The type of what a pointer, or an array, of a type gives: that type, unless it has members for that.
    fn pointed_at(&self, target: &Target, kind: BindingKind, depth: u32) -> Option<DefId> {
        let of = self.type_of_target(target, kind, depth)?;
        let members = self.language(self.file(of))?.conventions.pointing_members;
        let has_own = |name: &&str| self.sym_of(name).is_some_and(|sym| self.member(of, sym, depth).is_some());
        (!members.is_empty() && !members.iter().any(has_own)).then_some(of)
    }

    fn elements_of(&self, scope: DefId, binding: &Binding, n: usize, depth: u32) -> Option<DefId> {
        if is_cut(depth) {
            return None;
        }
        let path = binding.of?;
        let (plain, n_stated) = self.observation(self.file(scope))?.exprs.levels(path);
        let is_value = binding.kind == BindingKind::Copied && self.has_holders(scope);
        if binding.kind == BindingKind::Constructed
            && let Some(of) = self.opened_by(scope, None, (path, n), depth + 1)
        {
            return Some(of);
        }
        if binding.kind == BindingKind::Constructed || is_value {
            return self.type_of_target(&self.path_of_elements(scope, path, n, depth + 1), binding.kind, depth);
        }
        let target = self.path(scope, plain, depth + 1);
        if n > n_stated
            && n_stated == 0
            && let Some(of) = self.pointed_at(&target, binding.kind, depth + 1)
        {
            return Some(of);
        }
        match n.checked_sub(n_stated) {
            Some(0) => self.type_of_target(&target, BindingKind::Annotated, depth + 1),
            // A type that is itself declared as many of another.
            Some(n) if n_stated == 0 => match self.elements_of_target(&target, n, depth + 1) {
                Target::Value(of) => of,
                _ => None,
            },
            _ => None,
        }
    }
}
