//! The base relations that programs read: one graph a family of programs, and how a graph reaches a program.
//!
//! A graph holds exactly the relations that its programs may read, each in the directions that they walk; whoever makes
//! one fills all of it. `calls` and `extends` hold the edges at or above the evidence floor of the caller.

mod call;
mod change;
mod import;
mod member;
mod overriding;
mod package;
mod reliance;
mod symbol;
mod test;
mod types;

use std::hash::{Hash, Hasher};
use std::ops::Deref;

pub use call::CallGraph;
pub use change::ChangeGraph;
pub use import::ImportGraph;
pub use member::MemberGraph;
pub use overriding::OverrideGraph;
pub use package::PackageGraph;
pub use reliance::RelianceGraph;
pub use symbol::SymbolGraph;
pub use test::TestGraph;
pub use types::TypeGraph;

/// A graph as a column: copied, and equal and hashed by address, so that crepe may hold it in a one-tuple input.
#[derive(Debug)]
pub struct Edb<'a, G: ?Sized>(pub &'a G);

impl<G: ?Sized> Clone for Edb<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: ?Sized> Copy for Edb<'_, G> {}
impl<G: ?Sized> PartialEq for Edb<'_, G> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::addr_eq(self.0, other.0)
    }
}
impl<G: ?Sized> Eq for Edb<'_, G> {}
impl<G: ?Sized> Hash for Edb<'_, G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).cast::<()>().hash(state);
    }
}

/// The rows of a graph, as `g.importers.row(to)`. `tests/laws` holds the table that reads
/// `for &from in g.importers.row(to)` as `imports(From, To)`.
impl<G: ?Sized> Deref for Edb<'_, G> {
    type Target = G;

    #[inline]
    fn deref(&self) -> &G {
        self.0
    }
}
