//! A compiled pattern, and whether a node matches it.

use tree_sitter::Node;

use super::capture::Capture;
use super::nodes::Nodes;

/// One pattern: a node kind (or any, or alternatives), what its children must be, and what it captures.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// The kinds that match. Several ids may share one name. Empty: any named node.
    pub kinds: Vec<u16>,
    /// Where not empty, one of these must match instead.
    pub alternatives: Vec<Pattern>,
    /// The required children: a field id (0 for any) and a pattern that at least one such child matches.
    pub children: Vec<(u16, Pattern)>,
    /// The fields that the node must not have.
    pub absent: Vec<u16>,
    /// The capture of the node, if it matches.
    pub captures: Vec<Capture>,
}

impl Pattern {
    /// The kinds that a match can start at.
    pub fn head_kinds(&self) -> Vec<u16> {
        if self.alternatives.is_empty() {
            return self.kinds.clone();
        }
        self.alternatives.iter().flat_map(Pattern::head_kinds).collect()
    }

    /// Whether the node at a place matches. Appends what is captured, in the order of the pattern: children that match
    /// one child pattern are all captured.
    pub fn matches<'t>(&self, at: usize, nodes: &mut Nodes<'t>, found: &mut Vec<(Capture, Node<'t>)>) -> bool {
        let mark = found.len();
        let node = nodes.node(at);
        found.extend(self.captures.iter().map(|capture| (*capture, node)));
        let matched = if self.alternatives.is_empty() {
            let fits = if self.kinds.is_empty() {
                node.is_named() && !node.is_extra()
            } else {
                self.kinds.contains(&node.kind_id())
            };
            fits && self.children_match(at, nodes, found)
        } else {
            self.alternatives.iter().any(|alternative| alternative.matches(at, nodes, found))
        };
        if !matched {
            found.truncate(mark);
        }
        matched
    }

    fn children_match<'t>(&self, at: usize, nodes: &mut Nodes<'t>, found: &mut Vec<(Capture, Node<'t>)>) -> bool {
        if self.children.is_empty() && self.absent.is_empty() {
            return true;
        }
        let children = nodes.children(at);
        let has = |field: &u16| children.clone().any(|child| nodes.field(child) == *field);
        !self.absent.iter().any(has)
            && self.children.iter().all(|(field, pattern)| {
                let mut any = false;
                for child in children.clone() {
                    if *field == 0 || nodes.field(child) == *field {
                        any |= pattern.matches(child, nodes, found);
                    }
                }
                any
            })
    }
}
