//! The trees of code that is embedded in a file, each kept until the whole file is read: what is noted of a walk holds their nodes.

use std::cell::{Cell, OnceCell};

use tree_sitter::Tree;

/// The most chunks of trees: chunk `n` has room for 2ⁿ of them.
const CHUNKS: usize = 32;

/// The trees of one file, which only become more.
#[derive(Default)]
pub struct Trees {
    chunks: [OnceCell<Box<[OnceCell<Tree>]>>; CHUNKS],
    n: Cell<usize>,
}

impl Trees {
    /// Keeps a tree; `None` where there is room for no more.
    pub fn keep(&self, tree: Tree) -> Option<&Tree> {
        let n = self.n.get() + 1;
        let chunk = n.ilog2() as usize;
        let room = || (0..1_usize << chunk).map(|_| OnceCell::new()).collect();
        let slot = self.chunks.get(chunk)?.get_or_init(room).get(n - (1 << chunk))?;
        self.n.set(n);
        Some(slot.get_or_init(|| tree))
    }
}
