//! A compiled pattern, and whether a node matches it.

use tree_sitter::{Node, TreeCursor};

use super::capture::Capture;

/// One pattern: a node kind (or any, or alternatives), what its children must be, and what it captures.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// The kinds that match. Several ids may share one name. Empty: any named node.
    pub kinds: Vec<u16>,
    /// Where not empty, one of these must match instead.
    pub alternatives: Vec<Pattern>,
    /// What the children must hold: a field id (0 for any) and a pattern that at least one such child matches.
    pub children: Vec<(u16, Pattern)>,
    /// The fields that the node must not have.
    pub absent: Vec<u16>,
    /// What the node is, if it matches.
    pub captures: Vec<Capture>,
}

/// The children of a node with their field ids (0 for none).
type Children<'t> = Vec<(u16, Node<'t>)>;

/// Scratch space that is reused from match to match.
pub struct Scratch<'t> {
    cursor: TreeCursor<'t>,
    children: Children<'t>,
}

impl<'t> Scratch<'t> {
    /// Scratch space for one tree.
    pub fn new(cursor: TreeCursor<'t>) -> Self {
        Self { cursor, children: Vec::new() }
    }

    fn push_children(&mut self, node: Node<'t>) {
        self.cursor.reset(node);
        if self.cursor.goto_first_child() {
            loop {
                let field = self.cursor.field_id().map_or(0, std::num::NonZeroU16::get);
                self.children.push((field, self.cursor.node()));
                if !self.cursor.goto_next_sibling() {
                    break;
                }
            }
        }
    }
}

impl Pattern {
    /// The kinds that a match can start at.
    pub fn head_kinds(&self) -> Vec<u16> {
        if self.alternatives.is_empty() {
            return self.kinds.clone();
        }
        self.alternatives.iter().flat_map(Pattern::head_kinds).collect()
    }

    /// Whether the node matches. Appends what is captured, in the order of the pattern: children that match one child
    /// pattern are all captured.
    pub fn matches<'t>(&self, node: Node<'t>, scratch: &mut Scratch<'t>, found: &mut Vec<(Capture, Node<'t>)>) -> bool {
        let mark = found.len();
        found.extend(self.captures.iter().map(|capture| (*capture, node)));
        let matched = if self.alternatives.is_empty() {
            let fits = if self.kinds.is_empty() {
                node.is_named() && !node.is_extra()
            } else {
                self.kinds.contains(&node.kind_id())
            };
            fits && self.children_match(node, scratch, found)
        } else {
            self.alternatives.iter().any(|alternative| alternative.matches(node, scratch, found))
        };
        if !matched {
            found.truncate(mark);
        }
        matched
    }

    fn children_match<'t>(
        &self,
        node: Node<'t>,
        scratch: &mut Scratch<'t>,
        found: &mut Vec<(Capture, Node<'t>)>,
    ) -> bool {
        if self.absent.iter().any(|field| node.child_by_field_id(*field).is_some()) {
            return false;
        }
        if self.children.is_empty() {
            return true;
        }
        let first = scratch.children.len();
        scratch.push_children(node);
        let end = scratch.children.len();
        let all = self.children.iter().all(|(field, pattern)| {
            let mut any = false;
            for at in first..end {
                let (child_field, child) = scratch.children[at];
                if *field == 0 || child_field == *field {
                    any |= pattern.matches(child, scratch, found);
                }
            }
            any
        });
        scratch.children.truncate(first);
        all
    }
}
