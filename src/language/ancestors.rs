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

    /// Begins the reading of a tree of embedded code, which may be a statement outside of functions.
    pub fn embed(&mut self, is_statement: bool) {
        self.above.embed(is_statement);
    }

    /// Ends the reading of such a tree.
    pub fn end_embedded(&mut self) {
        self.above.end_embedded();
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

    /// The answer of the first node around a node that `test` has one for, given the nodes around that; `false` where
    /// none has. Each node is tested once.
    pub fn above<'n>(
        &mut self,
        node: Node<'n>,
        test: impl Fn(&Self, Node<'n>, &mut dyn Iterator<Item = Node<'n>>) -> Option<bool>,
    ) -> bool
    where
        't: 'n,
    {
        let (mut passed, mut answer) = (Vec::new(), None);
        let mut above = self.ancestors(node);
        while let Some(outer) = above.next().filter(|_| answer.is_none()) {
            let known = self.above.known.get(&outer.id()).copied();
            passed.push(outer.id());
            answer = known.or_else(|| test(self, outer, &mut above));
        }
        drop(above);
        let answer = answer.unwrap_or(false);
        self.above.known.extend(passed.into_iter().map(|id| (id, answer)));
        answer
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
