//! Writes the uses of names that imports bind.

use super::builder::Builder;
use super::observation::{Decl, ImportedUse};
use crate::base::Position;

impl Builder<'_> {
    /// Writes the use of a name that an import binds.
    pub fn imported_use(&mut self, path: &str, at: Position, within: Decl) {
        let path = self.expr(path);
        self.observation.imported.change(|it| it.push(ImportedUse { path, at, within }));
    }
}
