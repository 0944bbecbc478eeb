//! The first parts of a path, which may be a module, a package or a name of the scope.

use cg_rules::DefId;

use super::table::SymbolTable;
use super::target::Target;
use super::walked::walked;
use crate::language::{Expr, ExprId, Observation};

impl SymbolTable<'_> {
    /// The target of the first parts of a path, and how many these are; or that of all of it.
    pub(super) fn beginning(
        &self,
        from: DefId,
        observation: &Observation,
        parts: &[ExprId],
        n_levels: usize,
        depth: u32,
        is_callee: bool,
    ) -> Result<(Target, usize), Target> {
        let (file, head) = (self.file(from), parts[0]);
        let by_head = || self.head_of_path(from, (head, n_levels), depth, is_callee);
        let mut target = match parts.len() {
            1 => by_head(),
            _ => self.tried(|| format!("`{}`", observation.as_read(head)), by_head),
        };
        if let Some(name) = observation.exprs.name(head).filter(|_| !is_callee) {
            target = self.module_before(from, None, self.sym(file, name), target);
        }
        if target == Target::Unknown
            && let Some(target) = self.qualified(file, observation, parts, depth)
        {
            return Err(target);
        }
        let mut n_read = 1;
        if target == Target::Unknown
            && let Some((of_package, n_parts)) = self.type_of_package(file, observation, parts)
        {
            (target, n_read) = (of_package, n_parts);
        }
        if matches!(target, Target::Module(_))
            && let Some((module, n_parts)) = self.deepest_module(file, observation, parts)
        {
            (target, n_read) = (module, n_parts);
        }
        Ok((target, n_read))
    }
}

/// The target of what comes before the last part of a path, where that is a call which was looked up already and gives a value: what
/// follows it can be no part of the name of a module or a package.
pub(super) fn behind_call(from: DefId, observation: &Observation, parts: &[ExprId], depth: u32) -> Option<Target> {
    let [_, .., before, _] = parts else { return None };
    let is_call = matches!(observation.expr(*before), Expr::Call(_));
    let target = if is_call { walked((from, *before, 0, false), depth)?.1 } else { return None };
    matches!(target, Target::Value(_) | Target::Foreign).then_some(target)
}
