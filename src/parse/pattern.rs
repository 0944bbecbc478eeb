//! A compiled pattern, and whether a node matches it.

use std::ops::Range;

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

    /// Reads the children of the next head, which its patterns share.
    pub fn head(&mut self, node: Node<'t>) -> Range<usize> {
        self.children.clear();
        self.push_children(node)
    }

    fn push_children(&mut self, node: Node<'t>) -> Range<usize> {
        let first = self.children.len();
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
        first..self.children.len()
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

    /// Whether a match depends on the node's children.
    pub fn looks_inside(&self) -> bool {
        let inside = !self.children.is_empty() || !self.absent.is_empty();
        inside || self.alternatives.iter().any(Pattern::looks_inside)
    }

    /// Whether the node matches. Appends what is captured, in the order of the pattern: children that match one child
    /// pattern are all captured. `children` are those of the node, where they are at hand.
    pub fn matches<'t>(
        &self,
        node: Node<'t>,
        children: Option<Range<usize>>,
        scratch: &mut Scratch<'t>,
        found: &mut Vec<(Capture, Node<'t>)>,
    ) -> bool {
        let mark = found.len();
        found.extend(self.captures.iter().map(|capture| (*capture, node)));
        let matched = if self.alternatives.is_empty() {
            let fits = if self.kinds.is_empty() {
                node.is_named() && !node.is_extra()
            } else {
                self.kinds.contains(&node.kind_id())
            };
            fits && self.children_match(node, children, scratch, found)
        } else {
            self.alternatives.iter().any(|alternative| alternative.matches(node, children.clone(), scratch, found))
        };
        if !matched {
            found.truncate(mark);
        }
        matched
    }

    fn children_match<'t>(
        &self,
        node: Node<'t>,
        children: Option<Range<usize>>,
        scratch: &mut Scratch<'t>,
        found: &mut Vec<(Capture, Node<'t>)>,
    ) -> bool {
        if self.children.is_empty() && self.absent.is_empty() {
            return true;
        }
        let mark = scratch.children.len();
        let children = children.unwrap_or_else(|| scratch.push_children(node));
        let has = |field: &u16| scratch.children[children.clone()].iter().any(|(other, _)| other == field);
        let all = !self.absent.iter().any(has)
            && self.children.iter().all(|(field, pattern)| {
                let mut any = false;
                for at in children.clone() {
                    let (child_field, child) = scratch.children[at];
                    if *field == 0 || child_field == *field {
                        any |= pattern.matches(child, None, scratch, found);
                    }
                }
                any
            });
        scratch.children.truncate(mark);
        all
    }
}
