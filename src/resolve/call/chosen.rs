//! The overload that a call means, where what it gives is called on again, or held by a local name.

use cg_rules::{DefId, FileId};

use super::callee::callee;
use crate::language::{Binding, BindingKind, CallSite, Expr, ExprId, Observation, Receiver};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The most calls in a chain through which the overloads are followed.
const LONGEST_CHAIN: usize = 24;
/// The most bindings of a file in which those alike are sought: each look goes through all of them.
const MOST_BINDINGS: usize = 10_000;

impl SymbolTable<'_> {
    /// Whether the arguments of the calls before may say what a path calls: several functions, or a member of what one of several gives.
    pub(super) fn is_left_to_arguments(&self, file: FileId, path: ExprId, called: &Target) -> bool {
        let Some(observation) = self.observation(file) else { return false };
        let is_of_call = || match observation.expr(path) {
            Expr::Member(on, _) => matches!(observation.expr(on), Expr::Call(_)),
            _ => false,
        };
        match called {
            Target::Defs(defs, _) => defs.len() > 1,
            Target::Unknown => is_of_call() && observation.exprs.parts(path).len() <= LONGEST_CHAIN,
            _ => false,
        }
    }

    /// The type of a local name that holds what a call of one of several functions gives: by the arguments of that call. Where the scope
    /// has more such calls than names for them, all have to give the same.
    pub(in crate::resolve) fn given_by_chosen(&self, from: DefId, binding: &Binding, target: &Target) -> Option<DefId> {
        let file = self.file(from);
        let observation = self.observation(file).filter(|it| it.bindings.len() <= MOST_BINDINGS)?;
        let stated = binding.of?;
        let path = match (binding.kind, observation.expr(stated)) {
            (BindingKind::Constructed, _) if self.is_left_to_arguments(file, stated, target) => stated,
            (BindingKind::Copied, Expr::Call(path)) if *target == Target::Value(None) => {
                let called = self.callee(from, path, 1).1;
                Some(path).filter(|path| self.is_left_to_arguments(file, *path, &called))?
            }
            _ => return None,
        };
        let row = observation.declaration(binding.scope);
        let calls = observation.calls.ordered(|it| it.at);
        let first = calls.partition_point(|it| it.at.line < row.start_line);
        let inside = calls.get(first..)?.iter().take_while(|it| it.at.line <= row.end_line);
        let same: Vec<&CallSite> =
            inside.filter(|it| it.caller == binding.scope && is_call_of(observation, it, path)).collect();
        let is_alike = |it: &&Binding| it.scope == binding.scope && it.of == binding.of && it.kind == binding.kind;
        let alike: Vec<&Binding> = observation.bindings.iter().filter(is_alike).collect();
        if alike.len() == same.len() {
            let at = alike.iter().position(|it| std::ptr::eq(*it, binding))?;
            return self.given_by_site(file, observation, same.get(at)?);
        }
        let mut given = same.iter().map(|site| self.given_by_site(file, observation, site));
        let first = given.next()??;
        given.all(|other| other == Some(first)).then_some(first)
    }

    fn given_by_site(&self, file: FileId, observation: &Observation, site: &CallSite) -> Option<DefId> {
        let target = callee(self, file, observation, site).target;
        let is_sure = matches!(&target, Target::Defs(_, rule) if rule.is_sure());
        target.single().filter(|_| is_sure && site.n_types == 0)?;
        self.type_of_target(&target, BindingKind::Constructed, 1)
    }
}

/// Whether a call is that of a path.
fn is_call_of(observation: &Observation, site: &CallSite, path: ExprId) -> bool {
    match observation.expr(path) {
        Expr::Name(name) => site.callee == name && matches!(site.receiver, Receiver::Bare | Receiver::Implied(_)),
        Expr::Member(on, name) if site.callee == name => match site.receiver {
            Receiver::Path(of) | Receiver::Value(of) | Receiver::Result(of) => of == on,
            Receiver::This => observation.expr(on) == Expr::This,
            _ => false,
        },
        _ => false,
    }
}
