//! Keeps what is observed small: a repository's observations are all in memory at once.

use super::observation::Observation;

impl Observation {
    /// Gives back the room that the lists grew into and do not fill.
    pub fn shrink(&mut self) {
        self.names.shrink();
        self.exprs.shrink();
        self.arguments.shrink();
        self.owners.shrink_to_fit();
        self.imports.shrink_to_fit();
        self.exports.shrink_to_fit();
        self.declarations.shrink_to_fit();
        self.supertypes.shrink_to_fit();
        self.calls.shrink();
        self.mentions.shrink();
        self.bindings.shrink_to_fit();
        self.references.shrink_to_fit();
        self.imported.shrink_to_fit();
        self.tests.shrink_to_fit();
        self.gaps.shrink_to_fit();
        self.conditional.shrink_to_fit();
    }
}
