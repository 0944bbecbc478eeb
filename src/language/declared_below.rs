//! Local names that are written in their block before it declares them, where they mean something else.

use std::ops::Range;

use tree_sitter::Node;

use super::builder::{Builder, start};
use super::fields::Fields;
use super::observation::Decl;
use super::seen::{SeenIn, is_block};
use super::word_places::WordPlaces;
use crate::syntax::Name;

impl Builder<'_> {
    /// Whether the name that a node declares is written before in the same block, or in the value that it is declared with.
    pub(super) fn is_written_before(&mut self, scope: Decl, name: Name, node: Node<'_>, seen_in: &SeenIn) -> bool {
        if !self.blocks.begin_where_declared {
            return false;
        }
        let block = self.ancestors(node).find(|outer| is_block(outer.kind()));
        let declared = self.observation.declaration(scope).at;
        let is_inside = |block: Node<'_>| scope == Decl(0) || start(block) > declared;
        if block.is_none_or(|block| block.byte_range() != seen_in.holder || !is_inside(block)) {
            return false;
        }
        let value = value_of(node).map_or(0..0, |value| value.byte_range());
        let parts = [seen_in.holder.start..node.start_byte(), node.end_byte()..seen_in.from, value];
        let is_written = self.is_written_in(name, &parts);
        if is_written {
            self.blocks.declared_below.insert((scope, name));
        }
        is_written
    }

    /// Whether the name that a test binds is written in what holds the test, where the test does not hold.
    pub(super) fn is_written_around(&mut self, name: Name, node: Node<'_>, seen_in: &SeenIn) -> bool {
        let SeenIn { seen, from, holder } = seen_in;
        let others = [holder.start..node.start_byte(), node.end_byte()..*from, seen.end..holder.end];
        self.is_written_in(name, &others)
    }

    fn is_written_in(&mut self, name: Name, parts: &[Range<usize>]) -> bool {
        let text = self.source();
        let words = self.blocks.words.get_or_insert_with(|| WordPlaces::of(text));
        let name = self.observation.name(name).as_bytes();
        parts.iter().any(|part| words.has(name, part.clone()))
    }

    /// Where such a name is seen: in its own value too, where a declaration has no part of its own for that.
    pub(super) fn seen_from_declaration(&self, node: Node<'_>, seen_in: SeenIn) -> SeenIn {
        let from = if value_of(node).is_none() { seen_in.from.min(node.start_byte()) } else { seen_in.from };
        SeenIn { seen: from..seen_in.seen.end, from, ..seen_in }
    }
}

/// The value of a declaration that is read before the name is seen.
fn value_of(node: Node<'_>) -> Option<Node<'_>> {
    node.field("right").or_else(|| node.field("value"))
}
