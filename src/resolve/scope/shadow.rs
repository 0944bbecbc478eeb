//! Looks past a local name: `let size = size(x)` calls the function.

use cg_rules::DefId;

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::Target;
use crate::language::{Binding, BindingKind, CallSite, Decl, DeclKind, Declaration, Expr, LocalScope, Observation};

impl SymbolTable<'_> {
    /// Whether a local of that name is nothing but what the function of its name gives. A block that binds a name to
    /// what is called by it does not see itself yet.
    pub(in crate::resolve) fn is_made_by_its_name(&self, from: DefId, site: &CallSite) -> bool {
        let name = site.callee;
        let sym = self.sym(self.file(from), name);
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let Some(bindings) = scopes.find_map(|scope| self.locals(&(scope, sym))) else { return false };
        let Some(observation) = self.observation(self.file(from)) else { return false };
        // Behind its binding the name means the value.
        let is_before = |it: &CallSite| it.caller == site.caller && it.callee == name && it.at < site.at;
        let n_before = observation.calls.iter().filter(is_before).take(bindings.len()).count();
        n_before < bindings.len()
            && bindings
                .iter()
                .all(|at| self.begins_with_own_call(from, observation, &observation.bindings[*at as usize]))
    }

    /// The function that a local value is made by, where it has the name of that and is nothing else: `val cart = cart { … }`. Any
    /// other name means what it does elsewhere.
    pub(in crate::resolve) fn function_behind_own(&self, from: DefId, sym: Sym, depth: u32) -> Target {
        let target = self.name(from, sym, depth + 1);
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let sites = scopes.find_map(|scope| self.locals(&(scope, sym))).filter(|_| matches!(target, Target::Value(_)));
        let (Some(sites), Some(observation)) = (sites, self.observation(self.file(from))) else { return target };
        let is_own = |at: &u32| self.begins_with_own_call(from, observation, &observation.bindings[*at as usize]);
        if sites.iter().all(is_own) { self.name_outside(from, sym) } else { target }
    }

    /// The definition around the code of another: its container; of a member, where the language says so, the function in whose text
    /// it is.
    pub(in crate::resolve) fn around_code(&self, def: DefId) -> Option<DefId> {
        let (file, own) = self.place(def);
        let sees_around = self.language(file).is_some_and(|it| it.conventions.members_see_around);
        let rows = || self.observation(file).map_or(&[][..], |it| it.declarations.as_slice());
        let row = rows().get(own.0 as usize).filter(|row| sees_around && row.kind == DeclKind::Method);
        let inner = row.and_then(|row| {
            let lines = row.start_line..=row.end_line;
            let holds = |it: &Declaration| {
                let is_around = it.start_line <= *lines.start() && it.end_line >= *lines.end();
                it.kind.is_callable() && is_around && (it.start_line, it.end_line) != (row.start_line, row.end_line)
            };
            rows().get(..own.0 as usize)?.iter().rposition(holds)
        });
        let inner = inner.and_then(|at| u32::try_from(at).ok()).map(|at| self.def(file, Decl(at)));
        inner.or_else(|| self.container(def))
    }

    /// Resolves a name outside of the enclosing functions.
    pub(in crate::resolve) fn name_outside(&self, from: DefId, sym: Sym) -> Target {
        self.around_functions(from).map_or(Target::Unknown, |outside| self.name(outside, sym, 0))
    }

    /// A local that is constructed by a name of its own (`foo = foo()`) means the outer one.
    pub(in crate::resolve) fn outside(&self, scope: DefId, sym: Sym) -> DefId {
        let same =
            self.declaration(scope).is_some_and(|declaration| self.sym(self.file(scope), declaration.name) == sym);
        if same { self.container(scope).unwrap_or(scope) } else { scope }
    }

    /// The scope that the value of a binding sees: not the function, where the value begins with a call of the name that is bound.
    pub(in crate::resolve) fn outside_of_binding(
        &self,
        scope: DefId,
        observation: &Observation,
        binding: &Binding,
    ) -> DefId {
        match self.begins_with_own_call(scope, observation, binding) {
            true => self.around_functions(scope).unwrap_or(scope),
            false => self.outside(scope, self.sym(self.file(scope), binding.name)),
        }
    }

    /// Whether a name is bound to what a call of the same name gives, or to a member or an element of that: `let a = a()?`. Where names
    /// are no block's, what a comprehension takes out of such a call may be used before the call is written.
    pub(in crate::resolve) fn begins_with_own_call(
        &self,
        from: DefId,
        observation: &Observation,
        binding: &Binding,
    ) -> bool {
        let is_taken = || binding.of.is_some_and(|of| matches!(observation.expr(of), Expr::Element(_)));
        let has_blocks = self.language(self.file(from)).is_some_and(|it| it.local_scope == LocalScope::Block);
        begins_with_own_call(observation, binding) && (has_blocks || !is_taken())
    }

    /// The scope around the functions that enclose a definition, itself included, and around their types: no member is called by its
    /// name alone there.
    fn around_functions(&self, from: DefId) -> Option<DefId> {
        let is_inner = |def: &DefId| {
            let kind = self.declaration(*def).map(|row| row.kind);
            kind.is_some_and(|kind| kind.is_callable() || kind.is_type() || kind == DeclKind::Impl)
        };
        std::iter::successors(Some(from), |def| self.container(*def)).find(|def| !is_inner(def))
    }
}

/// Whether a name is bound to what a call of the same name gives, or to a member or an element of that: `let a = a()?`.
fn begins_with_own_call(observation: &Observation, binding: &Binding) -> bool {
    let Some(of) = binding.of.filter(|_| matches!(binding.kind, BindingKind::Constructed | BindingKind::Copied)) else {
        return false;
    };
    let exprs = &observation.exprs;
    let head = exprs.parts(of).first().map_or(of, |head| exprs.levels(*head).0);
    match observation.expr(head) {
        Expr::Call(called) => exprs.name(called) == Some(binding.name),
        Expr::Parameter(function, _) => exprs.name(function) == Some(binding.name),
        _ => binding.kind == BindingKind::Constructed && head == of && exprs.name(of) == Some(binding.name),
    }
}
