//! A statement around declarations that says something of them: `export …`.

use tree_sitter::Node;

use super::builder::{Builder, Wrapped, line};
use super::observation::Decl;

impl Builder<'_> {
    /// Notes a statement that wraps declarations, for [`Self::wrapping`]: an `export`.
    pub fn wrap(&mut self, node: Node<'_>) {
        let line = line(node.start_position().row);
        self.wrapped = Some(Wrapped { within: self.current(), line, end: node.end_byte() });
    }

    /// The first line of the noted statement, if `node`, declared in `container`, is directly in it.
    pub fn wrapping(&self, node: Node<'_>, container: Decl) -> Option<u32> {
        let wrapped = self.wrapped.filter(|wrapped| wrapped.within == container && node.end_byte() <= wrapped.end)?;
        Some(wrapped.line)
    }
}
