//! The walk as the functions of a language see it: the nodes around a node, and how deep declarations may be.

use tree_sitter::Node;

use super::builder::Builder;
use crate::base::{GapKind, Position};

/// How deep declarations may stand in each other. What is deeper belongs to the innermost that is not.
pub const DEEPEST: usize = 128;

impl<'t> Builder<'t> {
    /// Comes to a node of the walk.
    pub fn descend(&mut self, node: Node<'t>) {
        self.above.descend(node);
    }

    /// Leaves the node that the walk came to last.
    pub fn ascend(&mut self) {
        self.above.ascend();
    }

    /// Begins or ends the reading of a tree of its own.
    pub fn embed(&mut self, begins: bool) {
        self.above.embed(begins);
    }

    /// The node around a node.
    pub fn parent<'n>(&self, node: Node<'n>) -> Option<Node<'n>>
    where
        't: 'n,
    {
        self.above.ancestors(node).next()
    }

    /// The nodes around a node, from within.
    pub fn ancestors<'n>(&self, node: Node<'n>) -> impl Iterator<Item = Node<'n>>
    where
        't: 'n,
    {
        self.above.ancestors(node)
    }

    /// Whether a declaration may open where the walk is. Where it is too deep for that, the file has a gap.
    pub fn has_room(&mut self, at: Position) -> bool {
        let has_room = self.open().len() <= DEEPEST;
        if !has_room && !self.above.is_too_deep {
            self.above.is_too_deep = true;
            self.gap(GapKind::WorkLimit, at, format!("what is declared more than {DEEPEST} deep is left out"));
        }
        has_room
    }
}
