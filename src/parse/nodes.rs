//! The nodes of a tree on the way down: the children of each are read once, for the patterns and for the walk alike.

use std::ops::Range;

use tree_sitter::{Node, Tree, TreeCursor};

use super::compile::Program;
use crate::language::{Leaf, NameContext};

/// A node, by its place in [`Nodes`].
#[derive(Clone, Copy)]
struct Slot<'t> {
    node: Node<'t>,
    /// The field of its parent that holds it; 0 for none, or where no pattern needs it.
    field: u16,
    /// It is in an import, or is one.
    in_import: bool,
    /// Where its children stand, once they are read.
    children: Option<(u32, u32)>,
}

/// The nodes that are open, and those beside them. Moving a cursor is what a walk costs, so none is moved twice.
pub struct Nodes<'t> {
    cursor: TreeCursor<'t>,
    slots: Vec<Slot<'t>>,
    program: &'t Program,
    /// The leaves that are names, in no order.
    names: Vec<(Node<'t>, NameContext)>,
}

/// The visitor of a walk.
pub trait Visit<'t> {
    /// Comes to a node. The number that it answers is handed back when the walk leaves the node.
    fn enter(&mut self, at: usize, nodes: &mut Nodes<'t>) -> u32;
    /// Leaves a node, with what `enter` gave for it.
    fn leave(&mut self, entered: u32);
    /// Comes to a name, which may also be a node that is entered; each once, in no order.
    fn name(&mut self, _node: Node<'t>, _around: NameContext) {}
}

/// An open node on the walk.
struct Frame {
    children: Range<usize>,
    /// How many slots there were before the node was entered.
    mark: usize,
    entered: u32,
}

/// Goes through a tree depth first. Nodes that have no name of their own are passed over, and so are leaves that no
/// pattern of the program may start at.
pub fn walk<'t>(tree: &'t Tree, program: &'t Program, visit: &mut impl Visit<'t>) {
    let slot = Slot { node: tree.root_node(), field: 0, in_import: false, children: None };
    let mut nodes = Nodes { cursor: tree.walk(), slots: vec![slot], program, names: Vec::new() };
    let mut open = vec![Frame { children: 0..1, mark: 1, entered: 0 }];
    while let Some(frame) = open.last_mut() {
        let Some(at) = frame.children.next() else {
            nodes.slots.truncate(frame.mark);
            let entered = frame.entered;
            open.pop();
            // The outermost frame is that of no node.
            if !open.is_empty() {
                visit.leave(entered);
            }
            continue;
        };
        let mark = nodes.slots.len();
        let entered = visit.enter(at, &mut nodes);
        let children = nodes.children_to_visit(at);
        nodes.names.drain(..).for_each(|(name, around)| visit.name(name, around));
        open.push(Frame { children, mark, entered });
    }
}

impl<'t> Nodes<'t> {
    /// The node at a place.
    pub fn node(&self, at: usize) -> Node<'t> {
        self.slots[at].node
    }

    /// The field of its parent that holds the node, among [`Nodes::children`]; 0 for none.
    pub fn field(&self, at: usize) -> u16 {
        self.slots[at].field
    }

    /// The places of the node's children: those that are named, or stand in a field.
    pub fn children(&mut self, at: usize) -> Range<usize> {
        self.read(at, |cursor| {
            let field = cursor.field_id().map_or(0, std::num::NonZeroU16::get);
            let node = cursor.node();
            (field != 0 || node.is_named()).then_some((node, field))
        })
    }

    /// The children, where no pattern has read them: those that a walk has to visit.
    fn children_to_visit(&mut self, at: usize) -> Range<usize> {
        let program = self.program;
        self.read(at, |cursor| {
            let node = cursor.node();
            let matters = node.child_count() > 0 || program.has_head(node.kind_id());
            matters.then_some((node, 0))
        })
    }

    fn read(&mut self, at: usize, mut look: impl FnMut(&TreeCursor<'t>) -> Option<(Node<'t>, u16)>) -> Range<usize> {
        let Slot { node, children, in_import, .. } = self.slots[at];
        if let Some((first, end)) = children {
            return first as usize..end as usize;
        }
        let first = self.slots.len();
        if node.child_count() > 0 {
            let may_be_key = self.program.is_keyed(node.kind_id());
            let is_shorthand = self.program.is_shorthand(node.kind_id());
            self.cursor.reset(node);
            let mut more = self.cursor.goto_first_child();
            while more {
                let child = self.cursor.node();
                if let Some(leaf) = self.program.leaf(child.kind_id())
                    && child.child_count() == 0
                {
                    let leaf = if is_shorthand { Leaf::Shorthand } else { leaf };
                    self.names.push((child, NameContext { in_import, may_be_key, leaf }));
                }
                let found = look(&self.cursor).map(|(node, field)| {
                    let in_import = in_import || self.program.is_import(node.kind_id());
                    Slot { node, field, in_import, children: None }
                });
                self.slots.extend(found);
                more = self.cursor.goto_next_sibling();
            }
        }
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.slots[at].children = Some((place(first), place(self.slots.len())));
        first..self.slots.len()
    }
}
