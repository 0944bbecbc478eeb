//! The ancestors of a node: a tree keeps no way up, and searches each parent from its root.

use rustc_hash::FxHashMap;
use tree_sitter::Node;

/// The nodes that a walk is in, the root first.
#[derive(Default)]
pub(super) struct Above<'t> {
    nodes: Vec<Node<'t>>,
    /// How many trees are read that the walk was not begun with.
    n_embedded: usize,
    /// How many of them are statements outside of functions.
    n_statements: usize,
    /// The answers that were found for the nodes of the walk.
    pub(super) known: FxHashMap<usize, bool>,
    pub(super) is_too_deep: bool,
}

impl<'t> Above<'t> {
    /// Comes to a node of the walk.
    pub fn descend(&mut self, node: Node<'t>) {
        self.nodes.push(node);
    }

    /// Leaves the node that the walk came to last.
    pub fn ascend(&mut self) {
        self.nodes.pop();
    }

    /// Begins or ends the reading of a tree of its own.
    pub fn embed(&mut self, begins: bool, is_statement: bool) {
        let counted = |n: usize| if begins { n + 1 } else { n.saturating_sub(1) };
        self.n_embedded = counted(self.n_embedded);
        if is_statement {
            self.n_statements = counted(self.n_statements);
        }
    }

    /// Whether the walk is in a statement outside of functions.
    pub(super) fn is_in_statement(&self) -> bool {
        self.n_statements > 0
    }

    /// The innermost node of the walk.
    pub(super) fn innermost(&self) -> Option<Node<'t>> {
        self.nodes.last().copied()
    }

    /// Whether the walk is in a tree that it was not begun with.
    pub(super) fn is_embedded(&self) -> bool {
        self.n_embedded > 0
    }

    /// The nodes around a node, from within.
    pub fn ancestors<'n>(&self, node: Node<'n>) -> impl Iterator<Item = Node<'n>>
    where
        't: 'n,
    {
        let (inside, n_above) = self.way(node);
        let is_embedded = self.n_embedded > 0;
        let outside = self.nodes.get(..n_above).unwrap_or(&[]).iter().rev().copied().map(narrowed);
        // Only then is the tree asked: each answer costs the depth of the node.
        let first = if is_embedded { node.parent() } else { None };
        let embedded = std::iter::successors(first, Node::parent);
        inside.into_iter().rev().chain(outside).chain(embedded)
    }

    /// The nodes from the innermost of the walk down to a node, and how many of the walk are above it.
    fn way<'n>(&self, node: Node<'n>) -> (Vec<Node<'n>>, usize)
    where
        't: 'n,
    {
        if self.n_embedded > 0 {
            return (Vec::new(), 0);
        }
        let mut inside: Vec<Node<'n>> = Vec::new();
        let mut n_above = self.nodes.len();
        for above in self.nodes.iter().rev() {
            if *above == node {
                return (Vec::new(), n_above - 1);
            }
            let (outer, inner) = (above.byte_range(), node.byte_range());
            if outer.len() > inner.len() {
                break;
            }
            n_above -= 1;
        }
        n_above = self.nodes.len();
        let mut at = self.nodes.last().copied().map(narrowed);
        while let Some(outer) = at.filter(|at| *at != node) {
            inside.push(outer);
            at = outer.child_with_descendant(node);
        }
        (inside, n_above.saturating_sub(1))
    }
}

/// The node, held no longer than the one that it is above.
fn narrowed<'t: 'n, 'n>(node: Node<'t>) -> Node<'n> {
    node
}
