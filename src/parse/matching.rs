//! Whether a node matches a pattern.

use tree_sitter::Node;

use super::capture::Capture;
use super::nodes::Nodes;
use super::pattern::Pattern;

impl Pattern {
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
