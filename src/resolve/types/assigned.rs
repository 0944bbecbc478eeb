//! Parameters that are assigned another value than one of the type which they state.

use cg_rules::DefId;

use crate::language::{BindingKind, Expr, as_read};
use crate::resolve::scope::table::SymbolTable;

impl SymbolTable<'_> {
    /// Whether a function assigns to a name that states a type a value of a type which is known, and is neither that one nor below it:
    /// `def f(x: A): x = B()`.
    pub(super) fn is_assigned_another(&self, scope: DefId, stated: Option<DefId>, bindings: &[u32]) -> bool {
        let file = self.file(scope);
        let is_assigning = self.language(file).is_some_and(|it| it.conventions.declares_by_assigning);
        let is_function = self.declaration(scope).is_some_and(|row| row.kind.is_callable());
        let Some(observation) = self.observation(file).filter(|_| is_assigning && is_function) else { return false };
        let values = bindings.iter().map(|at| &observation.bindings[*at as usize]);
        let mut values = values.filter(|it| matches!(it.kind, BindingKind::Constructed | BindingKind::Copied));
        values.any(|binding| {
            let Some(path) = binding.of else { return false };
            let head = observation.exprs.parts(path).first().copied();
            // A value of the name itself, be it as it was before that assignment.
            let is_own = head.is_some_and(|head| match observation.expr(head) {
                Expr::Name(name) => as_read(observation.name(name)) == observation.name(binding.name),
                _ => false,
            });
            let known = match (is_own, stated) {
                (true, Some(of)) => self.member_type(of, observation, file, (path, false)),
                (true, None) => None,
                (false, _) => self.type_of_target(&self.path(scope, path, 1), BindingKind::Copied, 1),
            };
            known.is_some_and(|known| Some(known) != stated && !stated.is_some_and(|of| self.is_below(known, of)))
        })
    }

    fn is_below(&self, of: DefId, other: DefId) -> bool {
        self.lineage(&of).is_some_and(|above| above.contains(&other))
    }
}
