//! Finds what a call of a target gives, in the midst of a path as at its end.

use cg_rules::DefId;

use super::table::SymbolTable;
use super::target::Target;
use crate::language::ExprId;

impl SymbolTable<'_> {
    /// The result of calling a member: of one that gives its receiver back, the receiver's type.
    pub(in crate::resolve) fn result_of_member(&self, on: &Target, called: &Target, depth: u32) -> Target {
        match self.own_result(on, called) {
            Some(of) => Target::Value(Some(of)),
            None => self.result(called, depth),
        }
    }

    /// The same of the path of a call: nothing is known where an extension may be meant that gives another type.
    pub(in crate::resolve) fn result_of_path(
        &self,
        from: DefId,
        called: ExprId,
        (on, member): (&Target, &Target),
        depth: u32,
    ) -> Target {
        match self.result_of_member(on, member, depth) {
            Target::Value(Some(of)) if self.may_be_extension(from, called, (on, member), of) => Target::Value(None),
            result @ (Target::Value(_) | Target::Foreign | Target::External(_)) => {
                let path = self.observation(self.file(from)).and_then(|it| it.exprs.inner(called));
                self.given_by_argument(from, (path, on), member, depth).map_or(result, |of| Target::Value(Some(of)))
            }
            result => result,
        }
    }

    /// The type of the receiver, where a member states that it gives a value of the receiver's type.
    pub(in crate::resolve) fn own_result(&self, on: &Target, called: &Target) -> Option<DefId> {
        let is_type = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type());
        let of = match on {
            Target::Value(of) => (*of)?,
            _ => on.single().filter(is_type)?,
        };
        called.single().filter(|def| self.gives_receiver(*def)).map(|_| of)
    }

    /// The result of calling the target.
    pub(in crate::resolve) fn result(&self, called: &Target, depth: u32) -> Target {
        match called {
            Target::External(outer) => outer.result().map_or(Target::Foreign, Target::from),
            Target::Foreign => Target::Foreign,
            _ => match self.type_of_call(called, depth) {
                None => self.given_outside(called, depth).unwrap_or(Target::Value(None)),
                of => Target::Value(of),
            },
        }
    }
}
