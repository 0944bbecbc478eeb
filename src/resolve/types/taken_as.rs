//! Receivers that name a type, and the supertype that gives the member: `<T as Trait>::member`.

use cg_rules::{DefId, FileId};

use crate::language::{CallSite, Expr, ExprId, Observation, Receiver, TAKEN_AS};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

impl SymbolTable<'_> {
    /// For such a receiver, the members that the type's blocks for the supertype give, and the supertype, which may declare the
    /// member; `None` for any other receiver.
    pub(in crate::resolve) fn taken_as(
        &self,
        file: FileId,
        observation: &Observation,
        site: &CallSite,
    ) -> Option<(Vec<DefId>, ExprId)> {
        let Receiver::Path(path) = site.receiver else { return None };
        let Expr::Name(name) = observation.expr(path) else { return None };
        if !observation.name(name).contains(TAKEN_AS) {
            return None;
        }
        let from = self.def(file, site.caller);
        let bindings = self.locals(&(from, self.sym(file, name)))?;
        let mut parts = bindings.iter().filter_map(|at| observation.bindings[*at as usize].of);
        let (of, supertype) = parts.next().zip(parts.next())?;
        let of_type = match self.path(from, of, 0) {
            Target::Value(of) => of,
            target => target.single(),
        };
        let given_by = self.path(from, supertype, 0).single();
        let is_given = |def: &DefId| {
            let block = self.container(*def);
            block.is_some_and(|block| self.trait_blocks.get(&block) == Some(&given_by))
        };
        let members = of_type.and_then(|of| self.held(&(of, self.sym(file, site.callee))));
        Some((members.unwrap_or(&[]).iter().copied().filter(is_given).collect(), supertype))
    }
}
