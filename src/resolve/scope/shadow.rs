//! Looks past a local name: `let size = size(x)` calls the function.

use cg_rules::DefId;

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::Target;
use crate::language::{BindingKind, Name};

impl SymbolTable<'_> {
    /// Whether a local of that name is nothing but what the function of its name gives. A block that binds a name to
    /// what is called by it does not see itself yet.
    pub(in crate::resolve) fn is_made_by_its_name(&self, from: DefId, name: Name) -> bool {
        let sym = self.sym(self.file(from), name);
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let Some(bindings) = scopes.find_map(|scope| self.locals(&(scope, sym))) else { return false };
        let Some(observation) = self.observation(self.file(from)) else { return false };
        let mut bindings = bindings.iter().map(|at| &observation.bindings[*at as usize]);
        bindings.all(|it| {
            it.kind == BindingKind::Constructed && it.of.is_some_and(|of| observation.exprs.name(of) == Some(name))
        })
    }

    /// Resolves a name outside of the enclosing functions.
    pub(in crate::resolve) fn name_outside(&self, from: DefId, sym: Sym) -> Target {
        let is_callable = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_callable());
        let around = std::iter::successors(Some(from), |def| self.container(*def)).skip_while(is_callable);
        around.into_iter().next().map_or(Target::Unknown, |outside| self.name(outside, sym, 0))
    }
}
