//! The fields of a class that its methods set, in a language where nothing else declares them: `self.size = 0`.

use rustc_hash::FxHashSet;
use tree_sitter::Node;

use super::builder::{Builder, line, start};
use super::kind::DeclKind;
use super::observation::{Decl, Declaration};
use crate::syntax::Name;

impl Builder<'_> {
    /// Notes that a method of a class sets a field, which `node` names.
    pub fn set_attribute(&mut self, class: Decl, node: Node<'_>, exported: bool) {
        let (name, at) = (self.intern(self.text(node)), start(node));
        self.attributes.push(Declaration {
            name,
            kind: DeclKind::Attribute,
            container: Some(class),
            owner: None,
            at,
            start_line: at.line,
            end_line: line(node.end_position().row),
            body_line: 0,
            exported,
            parameters: None,
        });
    }

    /// Declares the fields that methods set, each where it is set first, behind all that the text declares: but for those that are
    /// declared, as a field, a property or a method.
    pub(super) fn enter_attributes(&mut self) {
        let declarations = &mut self.observation.declarations;
        let mut declared: FxHashSet<(Decl, Name)> =
            declarations.iter().filter_map(|row| Some((row.container?, row.name))).collect();
        let is_new = |row: &Declaration| row.container.is_some_and(|class| declared.insert((class, row.name)));
        declarations.extend(self.attributes.drain(..).filter(is_new));
    }
}
