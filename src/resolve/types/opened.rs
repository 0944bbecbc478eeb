//! Finds what members of the library's holders give: `cell.borrow()`, `list.first()[]`, `list.first`.

use cg_rules::DefId;

use crate::language::{Expr, ExprId};
use crate::resolve::cut::is_cut;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The holders before a holder are looked up again for each: they are followed so many levels less than others.
const SHORTER: u32 = 0;

impl SymbolTable<'_> {
    /// The type of what a call on a holder of the library gives, or a field of one, so many levels deep.
    pub(in crate::resolve) fn opened(
        &self,
        from: DefId,
        on: Option<&Target>,
        (call, n_levels): (ExprId, usize),
        depth: u32,
    ) -> Option<DefId> {
        let observation = self.observation(self.file(from))?;
        match observation.expr(call) {
            Expr::Call(called) => self.opened_by(from, on, (called, n_levels), depth),
            Expr::Member(_, field) => {
                let fields = self.language(self.file(from))?.conventions.opening_fields;
                let opens = !fields.is_empty() && fields.contains(&observation.name(field));
                opens.then(|| self.opened_by(from, on, (call, n_levels), depth)).flatten()
            }
            _ => None,
        }
    }

    /// The same by the callee.
    pub(in crate::resolve) fn opened_by(
        &self,
        from: DefId,
        on: Option<&Target>,
        (called, n_levels): (ExprId, usize),
        depth: u32,
    ) -> Option<DefId> {
        let file = self.file(from);
        let conventions = &self.language(file)?.conventions;
        if conventions.holding_methods.is_empty() || is_cut(depth + SHORTER) {
            return None;
        }
        let observation = self.observation(file)?;
        let Expr::Member(holder, method) = observation.expr(called) else { return None };
        let (sym, method) = (self.sym(file, method), observation.name(method));
        let is_derived = n_levels == 0 && conventions.derived_values.contains(&method);
        let n = if conventions.opening_methods.contains(&method) {
            n_levels + 1
        } else if n_levels > 0
            && (conventions.holding_methods.contains(&method) || conventions.value_methods.contains(&method))
        {
            n_levels
        } else if is_derived {
            0
        } else {
            return None;
        };
        let known = on.is_none().then(|| self.path(from, holder, depth + 1));
        let on = on.or(known.as_ref())?;
        if is_derived {
            return self.derived_value(from, called, on);
        }
        // A type of the repository has methods of its own.
        if matches!(self.part(on, sym, depth + 1), Target::Defs(..)) {
            return None;
        }
        match self.path_of_elements(from, holder, n, depth + 1) {
            Target::Value(Some(of)) => Some(of),
            _ if conventions.value_methods.contains(&method) => self.value_of_map(from, (holder, on), n - 1, depth + 1),
            _ => None,
        }
    }
}
