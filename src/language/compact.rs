//! Keeps what is observed small: a repository's observations are all in memory at once.

use super::observation::Observation;

impl Observation {
    /// Gives back the room that the lists grew into and do not fill.
    pub fn shrink(&mut self) {
        self.names.shrink();
        self.exprs.change(|it| it.shrink());
        self.arguments.change(|it| it.shrink());
        self.owners.change(Vec::shrink_to_fit);
        self.namespaces.shrink_to_fit();
        self.generics.shrink_to_fit();
        self.imports.shrink_to_fit();
        self.exports.shrink_to_fit();
        self.declarations.shrink_to_fit();
        self.supertypes.change(Vec::shrink_to_fit);
        self.calls.shrink();
        self.mentions.shrink();
        self.bindings.shrink_to_fit();
        self.references.change(Vec::shrink_to_fit);
        self.imported.change(Vec::shrink_to_fit);
        self.type_paths.change(Vec::shrink_to_fit);
        self.tests.change(Vec::shrink_to_fit);
        self.gaps.shrink_to_fit();
        self.conditional.shrink_to_fit();
    }
}
