//! The ancestors of a node: a tree keeps no way up, and searches each parent from its root.

use rustc_hash::FxHashMap;
use tree_sitter::Node;

/// The nodes that a walk is in, the root first.
#[derive(Default)]
pub(super) struct Above<'t> {
    nodes: Vec<Node<'t>>,
    /// The trees of embedded code that the walk is in: how many of the nodes are around each, and whether it is a statement outside of
    /// functions.
    embedded: Vec<(usize, bool)>,
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

    /// Begins the reading of a tree of its own.
    pub fn embed(&mut self, is_statement: bool) {
        self.embedded.push((self.nodes.len(), is_statement));
    }

    /// Ends the reading of such a tree.
    pub fn end_embedded(&mut self) {
        self.embedded.pop();
    }

    /// Whether the walk is in a statement outside of functions.
    pub(super) fn is_in_statement(&self) -> bool {
        self.embedded.iter().any(|(_, is_statement)| *is_statement)
    }

    /// The node that holds the innermost tree of embedded code.
    pub(super) fn embedded_in(&self) -> Option<Node<'t>> {
        let (n_around, _) = self.embedded.last()?;
        self.nodes.get(n_around.checked_sub(1)?).copied()
    }

    /// The innermost node of the walk.
    pub(super) fn innermost(&self) -> Option<Node<'t>> {
        self.nodes.last().copied()
    }

    /// The nodes around a node, from within.
    pub fn ancestors<'n>(&self, node: Node<'n>) -> impl Iterator<Item = Node<'n>>
    where
        't: 'n,
    {
        let (inside, n_above) = self.way(node);
        let outside = self.nodes.get(..n_above).unwrap_or(&[]).iter().rev().copied().map(narrowed);
        inside.into_iter().rev().chain(outside)
    }

    /// The nodes from the innermost of the walk down to a node, and how many of the walk are above it.
    fn way<'n>(&self, node: Node<'n>) -> (Vec<Node<'n>>, usize)
    where
        't: 'n,
    {
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
