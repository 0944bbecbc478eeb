//! Finds what the functions around bind a name to, so far as the walk has come.

use super::builder::Builder;
use super::kind::DeclKind;
use super::observation::{Binding, Decl};
use crate::syntax::Name;

impl Builder<'_> {
    /// The first binding of a name in the innermost open function that has one.
    pub(super) fn local(&self, name: &str) -> Option<&Binding> {
        self.bound_local(name).map(|(_, binding)| binding)
    }

    /// The same, where the function binds the name to nothing else so far.
    pub(super) fn only_local(&self, name: &str) -> Option<&Binding> {
        self.bound_local(name).filter(|(key, _)| !self.rebound.contains(key)).map(|(_, binding)| binding)
    }

    fn bound_local(&self, name: &str) -> Option<((Decl, Name), &Binding)> {
        let name = self.interned.get(name)?;
        // A variable may hold a function without a name.
        let holds = |kind: DeclKind| kind.is_callable() || kind == DeclKind::Variable;
        let functions = self.open.iter().rev().filter(|decl| holds(self.observation.declaration(**decl).kind));
        let here = self.above.innermost().map_or(0, |node| node.start_byte());
        let keys = functions.map(|decl| (*decl, self.blocks.seen_as(*decl, *name, here)));
        let mut bound = keys.filter_map(|key| Some((key, self.bound.get(&key)?)));
        let (key, at) = bound.next()?;
        Some((key, self.observation.bindings.get(*at)?))
    }
}
